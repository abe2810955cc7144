/// Which patch a cell of the grids has: a small hash table without removal.
struct FenceCells {
    /// A cell of one of the grids; a level is the binary logarithm of an edge in metres.
    struct Key: Equatable {
        fileprivate let bits: UInt64

        init(_ point: SIMD3<Double>, level: Int) {
            let scale = 1 / Double(1 << level)
            bits =
                UInt64(level - FenceCells.finestLevel) << 60
                | UInt64((point.x + 0x1p23) * scale) << 40 | UInt64((point.y + 0x1p23) * scale) << 20
                | UInt64((point.z + 0x1p23) * scale)
        }

        fileprivate var hash: Int {
            Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) >> 20) ^ Int(truncatingIfNeeded: bits >> 58)
        }
    }

    static let finestLevel = 4
    static let coarsestLevel = 19
    /// Nothing is known about the cell.
    static let unknown: Int32 = -1
    /// Too many borders cross the cell: look into its parts.
    static let crowded: Int32 = -2

    private struct Cell {
        var bits: UInt64
        var value: Int32
    }

    private var cells: [Cell]
    private var count = 0

    init() { cells = Array(repeating: Cell(bits: .max, value: Self.unknown), count: 64) }

    var byteCount: Int { cells.capacity * MemoryLayout<Cell>.stride }

    subscript(key: Key) -> Int32 {
        get { cells[place(of: key)].value }
        set {
            var place = place(of: key)
            if cells[place].bits != key.bits {
                count += 1
                if count * 2 > cells.count {
                    grow()
                    place = self.place(of: key)
                }
                cells[place].bits = key.bits
            }
            cells[place].value = newValue
        }
    }

    /// Where the key is, or would be.
    private func place(of key: Key) -> Int {
        let mask = cells.count - 1
        var place = key.hash & mask
        while cells[place].bits != key.bits, cells[place].bits != .max { place = (place + 1) & mask }
        return place
    }

    private mutating func grow() {
        let old = cells
        cells = Array(repeating: Cell(bits: .max, value: Self.unknown), count: old.count * 2)
        for cell in old where cell.bits != .max {
            let mask = cells.count - 1
            var place = Key(bits: cell.bits).hash & mask
            while cells[place].bits != .max { place = (place + 1) & mask }
            cells[place] = cell
        }
    }
}

extension FenceCells.Key {
    fileprivate init(bits: UInt64) { self.bits = bits }
}
