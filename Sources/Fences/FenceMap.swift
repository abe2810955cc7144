import Geodesy

/// The areas, and the borders that cross the parts of the surface with devices.
struct FenceMap<Surface: FenceSurface>: Sendable {
    var shells = ShellIndex()
    var areas: [Surface.Area] = []
    /// For each area, the insertion that added it.
    var births: [UInt32] = []
    var version: UInt32 = 0
    var cells = FenceCells()
    var patches: [FencePatch] = []
    var blocks: [FenceBlock] = []
    var covers: [UInt32] = []
    /// The level of the patch of the last device that came from far away.
    var level = FenceCells.coarsestLevel
    /// The borders of the last search; kept to reuse the memory.
    var borders: [ShellIndex.Found] = []
    /// The areas of the last search; kept to reuse the memory.
    var found: [FoundArea] = []
    /// A sum of the prefetched numbers, so that the compiler keeps the reads.
    var touched: UInt32 = 0

    /// The slot and the number of an area that contains a place.
    struct FoundArea {
        let slot: UInt32
        let number: UInt32
    }

    /// The memory of the map in bytes.
    var byteCount: Int {
        shells.byteCount + areas.capacity * MemoryLayout<Surface.Area>.stride
            + births.capacity * MemoryLayout<UInt32>.stride + cells.byteCount
            + patches.capacity * MemoryLayout<FencePatch>.stride
            + blocks.capacity * MemoryLayout<FenceBlock>.stride + covers.capacity
            * MemoryLayout<UInt32>.stride
    }

    /// The number of blocks of all patches, including those that insertions made useless.
    var blockCount: Int {
        blocks.count
            + (patches.count * MemoryLayout<FencePatch>.stride + covers.count * MemoryLayout<UInt32>.stride)
            / MemoryLayout<FenceBlock>.stride
    }

    /// Whether a place is in the area of a slot.
    @inline(__always)
    func contains(_ slot: Int, _ place: Surface.Place, _ point: SIMD3<Double>) -> Bool {
        let shell = shells[slot]
        let square = shell.squaredDistance(to: point)
        if shell.inner >= 0, square <= shell.inner * shell.inner { return true }
        if square > shell.outer * shell.outer { return false }
        return Surface.contains(areas[shells.number(at: slot)], place)
    }

    /// Whether a device's new place is on the same side of a border as before.
    @inline(__always)
    func keepsApart(_ watch: FenceWatch, _ place: Surface.Place, _ point: SIMD3<Double>) -> Bool {
        watch.isNone || contains(watch.slot, place, point) == watch.isInside
    }
}
