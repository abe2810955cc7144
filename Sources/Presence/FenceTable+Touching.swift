import Geodesy

extension FenceTable {
    /// Reads ahead what the next updates will need, each step for all of them, so that the memory answers side by side.
    ///
    /// One device after the other would wait for its patch, then for the cell's, then for the borders: where devices jump
    /// that takes longer than everything else.
    ///
    /// - Returns: Up to which update there is nothing more to be read.
    mutating func touch(_ updates: Span<FenceUpdate<Surface.Place>>, from start: Int) -> Int {
        let end = min(start + Self.touchedAtOnce, updates.count)
        var loud: InlineArray<16, Int> = .init(repeating: 0)
        var count = 0
        for index in start..<end {
            let device = devices[Int(updates[index].device)]
            let square = Surface.squaredDistanceBound(from: device.anchor, to: updates[index].place)
            guard square >= Double(device.watchedSquare), homes[Int(updates[index].device)].patch >= 0 else {
                continue
            }
            loud[count] = index
            count += 1
        }
        guard count >= Self.touchedAtLeast else { return end }
        var patches: InlineArray<16, Int32> = .init(repeating: 0)
        for number in 0..<count {
            let update = updates[loud[number]]
            let patch = Int(homes[Int(update.device)].patch)
            let level = Int(self.patches[patch].level)
            let there = cells[FenceCells.Key(Surface.point(of: update.place), level: level)]
            patches[number] = max(there, 0)
            touchBlocks(of: patch)
        }
        for number in 0..<count { touchBlocks(of: Int(patches[number])) }
        return end
    }

    private mutating func touchBlocks(of patch: Int) {
        for block in patches[patch].blocks.prefix(4) {
            // A block lies on three or four lines of memory.
            touched &+= blocks[block].slot[0] &+ blocks[block].x[0].bitPattern &+ blocks[block].z[0].bitPattern
        }
    }

    private static var touchedAtOnce: Int { 16 }
    private static var touchedAtLeast: Int { 4 }
}
