import Geodesy

extension FenceMap {
    /// Finds the patches of queued updates, and prefetches the data for their checks.
    ///
    /// Each step is done for all updates, so that memory accesses overlap. Processed one after the other,
    /// each device would wait for its patch, then for the cell's patch, then for the borders. That takes
    /// longer than everything else.
    mutating func findPatches(
        _ visits: inout [FenceVisit], of updates: Span<FenceUpdate<Surface.Place>>,
        _ devices: [FenceDevice<Surface.Place>], _ homes: [FenceHome]
    ) {
        var visits = visits.mutableSpan
        for place in visits.indices {
            let device = Int(updates[visits[place].index].device)
            let patch = homes[device].patch
            guard patch >= 0 else { continue }
            if devices[device].keepsAreas {
                var found = cells[FenceCells.Key(visits[place].point, level: level)]
                if found == FenceCells.crowded {
                    found = cells[FenceCells.Key(visits[place].point, level: level - 1)]
                }
                visits[place].patch = found
                continue
            }
            let home = patches[Int(patch)]
            if home.isHome(of: visits[place].point) {
                visits[place].patch = patch
                touch(home.blocks)
            } else {
                visits[place].patch = cells[FenceCells.Key(visits[place].point, level: Int(home.level))]
                touch(home.blocks)
            }
        }
        for place in visits.indices where visits[place].patch >= 0 {
            touch(patches[Int(visits[place].patch)].coreBlocks)
        }
    }

    @inline(__always)
    private mutating func touch(_ range: Range<Int>) {
        for block in range.lowerBound..<min(range.upperBound, range.lowerBound &+ 4) {
            touched &+= blocks[block].touched
        }
    }
}
