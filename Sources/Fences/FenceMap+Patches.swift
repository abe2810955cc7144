import Geodesy

extension FenceMap {
    /// The patch for a point; created if necessary.
    ///
    /// It belongs to the widest cell that is not crowded, regardless of the order of the points. The search
    /// begins at the given level, because neighbours usually have the same level.
    @inline(never)
    mutating func findPatch(around point: SIMD3<Double>, from start: Int) -> Int {
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

    /// Makes the patch of a cell; `nil` when too many borders cross it.
    private mutating func makePatch(of key: FenceCells.Key, level: Int) -> Int? {
        let middle = Surface.middle(ofCube: key.middle)
        let radius = FencePatch.radius(level: level)
        let most = Self.mostBorders(level: level)
        let firstCover = covers.count
        var (borders, covers) = (takenBorders(), takenCovers())
        shells.search(within: radius, of: middle) { found in
            let distance = found.shell.squaredDistance(to: middle).squareRoot()
            if distance + radius + Self.rounding <= found.shell.inner {
                covers.append(UInt32(found.slot))
                return true
            }
            borders.append(found)
            return borders.count < most
        }
        defer { self.borders = borders }
        guard borders.count < most else {
            covers.removeSubrange(firstCover...)
            self.covers = covers
            return nil
        }
        self.covers = covers
        let firstBlock = blocks.count
        let coreBlocks = appendBlocks(of: borders, about: middle, level: level)
        patches.append(
            FencePatch(
                middle: middle, level: level, blocks: firstBlock..<blocks.count, coreBlocks: coreBlocks,
                covers: firstCover..<covers.count))
        return patches.count - 1
    }

    /// Appends blocks of borders; borders whose areas reach the cell itself come first.
    ///
    /// - Returns: The number of blocks with such borders.
    private mutating func appendBlocks(
        of borders: [ShellIndex.Found], about middle: SIMD3<Double>, level: Int
    ) -> Int {
        let (radius, core) = (FencePatch.radius(level: level), FencePatch.coreRadius(level: level))
        let firstBlock = blocks.count
        var count = 0
        var coreBlocks = 0
        for isCore in [true, false] {
            for found in borders {
                let reach = core + found.shell.outer
                guard (found.shell.squaredDistance(to: middle) <= reach * reach) == isCore else { continue }
                if count % 8 == 0 { blocks.append(FenceBlock()) }
                blocks[blocks.count - 1].set(count % 8, found, about: middle, radius: radius)
                count += 1
            }
            if isCore { coreBlocks = blocks.count - firstBlock }
        }
        return coreBlocks
    }

    /// The array for borders, moved out so that changes do not copy it.
    private mutating func takenBorders() -> [ShellIndex.Found] {
        var borders = self.borders
        self.borders = []
        borders.removeAll(keepingCapacity: true)
        return borders
    }

    private mutating func takenCovers() -> [UInt32] {
        defer { covers = [] }
        return covers
    }

    /// The number of borders at which a cell is divided.
    ///
    /// A few steps lead out of a cell of less than 128 m, and there a new list costs more than a longer one.
    private static func mostBorders(level: Int) -> Int {
        switch level {
        case FenceCells.finestLevel: .max
        case ...6: 129
        default: 13
        }
    }

    /// An upper bound of the rounding error of double precision on the Earth, in metres.
    private static var rounding: Double { 1e-6 }
}
