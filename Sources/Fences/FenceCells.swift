import Geodesy

/// A small hash table, without removal, from a cell of the grids to its patch.
struct FenceCells {
    /// A cell of one of the grids; a level is the binary logarithm of an edge in metres.
    struct Key {
        fileprivate let bits: UInt64

        @inline(__always)
        init(_ point: SIMD3<Double>, level: Int) {
            let scale = Double(bitPattern: UInt64(1023 - level) << 52)
            bits =
                UInt64(level - FenceCells.finestLevel) << 60 | Self.index(point.x, scale) << 40
                | Self.index(point.y, scale) << 20 | Self.index(point.z, scale)
        }

        fileprivate init(bits: UInt64) { self.bits = bits }

        /// The middle of the cell.
        var middle: SIMD3<Double> {
            let edge = Double(1 << (Int(bits >> 60) + FenceCells.finestLevel))
            let index = SIMD3(
                Double(bits >> 40 & 0xF_FFFF), Double(bits >> 20 & 0xF_FFFF), Double(bits & 0xF_FFFF))
            return (index + 0.5) * edge - ShellIndex.extent
        }

        /// The index of a number's cell in its row; a number on a wall may get either cell.
        @inline(__always)
        private static func index(_ number: Double, _ scale: Double) -> UInt64 {
            // Near 2⁵², floating-point numbers are integers: the sum is rounded, and its last bits are the
            // index.
            ((number + ShellIndex.extent) * scale - 0.5 + 0x1p52).bitPattern & 0xF_FFFF
        }

        @inline(__always)
        fileprivate var hash: Int {
            Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) >> 32)
        }
    }

    static let finestLevel = 4
    static let coarsestLevel = 19
    /// The cell has no entry.
    static let unknown: Int32 = -1
    /// Too many borders cross the cell: search in its parts.
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

    /// The index of the key, or its insertion point.
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
