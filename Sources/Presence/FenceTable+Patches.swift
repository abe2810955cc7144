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
            } else if let patch = makePatch(around: point, level: level) {
                cells[key] = Int32(patch)
                return patch
            } else {
                cells[key] = FenceCells.crowded
            }
        }
    }

    /// Makes the patch of the cell around a point, unless too many borders cross it.
    private mutating func makePatch(around point: SIMD3<Double>, level: Int) -> Int? {
        let edge = Double(1 << level)
        let corner = (point / edge).rounded(.down) * edge
        let middle = Surface.middle(ofCube: corner + edge / 2)
        let radius = edge * FencePatch.radiusShare
        let most = Self.mostBorders(level: level)
        let firstBlock = blocks.count
        let firstCover = covers.count
        var (blocks, covers, count) = (takenBlocks(), takenCovers(), 0)
        shells.search(within: radius, of: middle) { found in
            let distance = found.shell.squaredDistance(to: middle).squareRoot()
            if distance + radius + Self.rounding <= found.shell.inner {
                covers.append(UInt32(found.slot))
                return true
            }
            guard count < most else {
                count += 1
                return false
            }
            if count % 8 == 0 { blocks.append(FenceBlock()) }
            blocks[blocks.count - 1].set(
                count % 8, found.shell, slot: found.slot, about: middle, radius: radius)
            count += 1
            return true
        }
        if count > most {
            blocks.removeSubrange(firstBlock...)
            covers.removeSubrange(firstCover...)
        }
        (self.blocks, self.covers) = (blocks, covers)
        guard count <= most else { return nil }
        patches.append(
            FencePatch(
                middle: middle, radius: radius, level: level, firstBlock: firstBlock,
                blockCount: blocks.count - firstBlock, firstCover: firstCover,
                coverCount: covers.count - firstCover))
        return patches.count - 1
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

    /// From how many borders on a cell is divided. Below 128 m a step leads out of the cell before its list has paid.
    private static func mostBorders(level: Int) -> Int {
        switch level {
        case FenceCells.finestLevel: .max
        case ...6: 128
        default: 12
        }
    }

    /// More metres than double precision loses on the Earth.
    private static var rounding: Double { 1e-6 }
}
