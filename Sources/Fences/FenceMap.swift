import Geodesy

/// The areas, and the borders that cross the parts of the surface where devices are.
struct FenceMap<Surface: FenceSurface>: Sendable {
    var shells = ShellIndex()
    var areas: [Surface.Area] = []
    /// By area: the insertion that brought it.
    var births: [UInt32] = []
    var version: UInt32 = 0
    var cells = FenceCells()
    var patches: [FencePatch] = []
    var blocks: [FenceBlock] = []
    var covers: [UInt32] = []
    /// The level of the patch to which a device last came from afar.
    var level = FenceCells.coarsestLevel
    /// The borders that were found last, kept for their room.
    var borders: [ShellIndex.Found] = []
    /// The areas that were found last, kept for their room.
    var found: [FoundArea] = []
    /// A sum of what was read ahead, which makes the compiler read it.
    var touched: UInt32 = 0

    /// The slot and the number of an area that holds a place.
    struct FoundArea {
        let slot: UInt32
        let number: UInt32
    }

    /// The bytes that the map holds.
    var byteCount: Int {
        shells.byteCount + areas.capacity * MemoryLayout<Surface.Area>.stride
            + births.capacity * MemoryLayout<UInt32>.stride + cells.byteCount
            + patches.capacity * MemoryLayout<FencePatch>.stride
            + blocks.capacity * MemoryLayout<FenceBlock>.stride + covers.capacity
            * MemoryLayout<UInt32>.stride
    }

    /// How many blocks have the room of all patches, with those that insertions made useless.
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

    /// Whether a device at a place is on the side of a border on which it was.
    @inline(__always)
    func keepsApart(_ watch: FenceWatch, _ place: Surface.Place, _ point: SIMD3<Double>) -> Bool {
        watch.isNone || contains(watch.slot, place, point) == watch.isInside
    }
}
