import Geodesy

/// Decides for many devices which of many circles they enter and leave, exactly and at once.
///
/// Every position is taken at its word (the raw rule of `ConditionPolicy`, `fixes: 1`). Whether a device is inside is
/// then a matter of its last position alone, so that no lists of memberships are kept: an event is a circle that answers
/// differently for the old position and the new one. For each device the table remembers how far it can move before any
/// answer can change (see `FenceDevice`), and for each part of the surface that devices are in which borders cross it
/// (see `FencePatch`); both are made when they are needed.
///
/// A device's first position gives an event for each circle that it is in. So does, with the next position, a circle
/// that was inserted since. A removed circle gives no event (L16); one that takes its place
/// starts over (LD1).
///
/// The table holds 40 bytes for each device, one position of it among them, and nothing outside memory. Its events depend
/// on its input alone: for one update they are in the order of the areas' numbers.
public struct FenceTable<Surface: FenceSurface>: Sendable {
    var map = FenceMap<Surface>()
    var devices: [FenceDevice<Surface.Place>] = []
    var homes: [FenceHome] = []
    /// The updates that need a close look; kept to reuse its memory.
    var visits: [FenceVisit] = []
    /// Bytes for blocks whatever the numbers of areas and devices are.
    var roomForBlocks = 24_000_000

    /// Makes a table without areas and devices.
    public init() {}

    /// How many devices there are.
    public var deviceCount: Int { devices.count }

    /// The bytes that the table holds.
    public var byteCount: Int {
        map.byteCount + devices.capacity * MemoryLayout<FenceDevice<Surface.Place>>.stride
            + homes.capacity * MemoryLayout<FenceHome>.stride
    }

    /// From how many blocks on all patches are dropped, so that memory stays bounded.
    var mostBlocks: Int {
        (roomForBlocks + 32 * map.areas.count + 1_024 * devices.count) / MemoryLayout<FenceBlock>.stride
    }
}
