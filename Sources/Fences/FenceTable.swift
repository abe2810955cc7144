import Geodesy

/// Decides exactly which of many circles each of many devices enters and leaves.
///
/// Every position counts as exact (the raw rule of `ConditionPolicy`, `fixes: 1`). So only a device's last
/// position decides whether the device is inside, and the table stores no lists of memberships. An event is a
/// circle with different answers for the old and the new position. For each device, the table stores how far
/// the device can move before any answer can change (see `FenceDevice`). For each part of the surface with
/// devices, it stores the borders that cross the part (see `FencePatch`). Both are created on demand.
///
/// A device's first position gives an event for each circle that it is in. A circle that was inserted later
/// gives its event with the next position. A removed circle gives no event (L16), and a circle that replaces
/// it starts over (LD1).
///
/// The table stores 40 bytes for each device, including one position, and nothing outside memory. Its events
/// depend only on its input: for one update, they are in the order of the areas' numbers.
public struct FenceTable<Surface: FenceSurface>: Sendable {
    var map = FenceMap<Surface>()
    var devices: [FenceDevice<Surface.Place>] = []
    var homes: [FenceHome] = []
    /// The updates that need a close check; kept to reuse the memory.
    var visits: [FenceVisit] = []
    /// Bytes for blocks that do not depend on the numbers of areas and devices.
    var roomForBlocks = 24_000_000

    /// Makes a table without areas or devices.
    public init() {}

    /// The number of devices.
    public var deviceCount: Int { devices.count }

    /// The memory of the table in bytes.
    public var byteCount: Int {
        map.byteCount + devices.capacity * MemoryLayout<FenceDevice<Surface.Place>>.stride
            + homes.capacity * MemoryLayout<FenceHome>.stride
    }

    /// The number of blocks at which all patches are dropped, so that memory stays bounded.
    var mostBlocks: Int {
        (roomForBlocks + 32 * map.areas.count + 1_024 * devices.count) / MemoryLayout<FenceBlock>.stride
    }
}
