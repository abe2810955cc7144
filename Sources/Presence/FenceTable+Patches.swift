import Geodesy

extension FenceTable {
    /// The patch for a point; made if it is not there yet.
    ///
    /// It is the one of the widest cell that is not crowded, whatever the order in which points come; the search begins at
    /// a level, because neighbours mostly have the same.
    mutating func patch(around point: SIMD3<Double>, from start: Int) -> Int {
        var level = start
        while true {
            let key = FenceCells.Key(point, level: level)
            let value = cells[key]
            if value >= 0 { return Int(value) }
            if value == FenceCells.crowded {
                level -= 1
            } else if level < FenceCells.coarsestLevel,
                cells[FenceCells.Key(point, level: level + 1)] != FenceCells.crowded
            {
                level += 1
            } else if let patch = makePatch(of: key, level: level) {
                cells[key] = Int32(patch)
                return patch
            } else {
                cells[key] = FenceCells.crowded
            }
        }
    }

    /// Makes the patch of a cell, unless too many borders cross it.
    private mutating func makePatch(of key: FenceCells.Key, level: Int) -> Int? {
        let middle = Surface.middle(ofCube: key.middle)
        let radius = FencePatch.radius(level: level)
        let most = Self.mostBorders(level: level)
        let (firstBlock, firstCover) = (blocks.count, covers.count)
        var (blocks, covers, count) = (takenBlocks(), takenCovers(), 0)
        shells.search(within: radius, of: middle) { found in
            let distance = found.shell.squaredDistance(to: middle).squareRoot()
            if distance + radius + Self.rounding <= found.shell.inner {
                covers.append(UInt32(found.slot))
                return true
            }
            if count == most { return false }
            if count % 8 == 0 { blocks.append(FenceBlock()) }
            blocks[blocks.count - 1].set(
                count % 8, found.shell, slot: found.slot, about: middle, radius: radius)
            count += 1
            return true
        }
        if count == most {
            blocks.removeSubrange(firstBlock...)
            covers.removeSubrange(firstCover...)
        } else {
            patches.append(
                FencePatch(
                    middle: middle, level: level, blocks: firstBlock..<blocks.count,
                    covers: firstCover..<covers.count))
        }
        (self.blocks, self.covers) = (blocks, covers)
        return count == most ? nil : patches.count - 1
    }

    /// The blocks, taken out so that they are changed in place.
    private mutating func takenBlocks() -> [FenceBlock] {
        defer { blocks = [] }
        return blocks
    }

    private mutating func takenCovers() -> [UInt32] {
        defer { covers = [] }
        return covers
    }

    /// From how many borders on a cell is divided.
    ///
    /// Out of cells of less than 128 m a few steps lead, and a new list costs more than a longer one.
    private static func mostBorders(level: Int) -> Int {
        switch level {
        case FenceCells.finestLevel: .max
        case ...6: 129
        default: 13
        }
    }

    /// More metres than double precision loses on the Earth.
    private static var rounding: Double { 1e-6 }
}
