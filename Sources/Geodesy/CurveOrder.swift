/// The order of points along Morton's curve, in which points near each other usually follow each other.
enum CurveOrder {
    private struct Item {
        var code: UInt64
        var place: UInt32
    }

    /// The indices of shells in the order of their centres; shells with the same centre keep their order.
    static func sorted(_ shells: [SphericalShell]) -> [UInt32] {
        var items = shells.indices.map { place in
            Item(code: code(of: shells[place].center), place: UInt32(truncatingIfNeeded: place))
        }
        var spare = items
        // Six digits of eleven bits hold the 63 bits of a code; each pass is stable.
        for shift in stride(from: 0, to: 66, by: digitBits) { pass(from: &items, to: &spare, shift: shift) }
        return items.map { $0.place }
    }

    private static func pass(from items: inout [Item], to spare: inout [Item], shift: Int) {
        var starts = [Int](repeating: 0, count: digits + 1)
        for item in items { starts[digit(item, shift) + 1] += 1 }
        // Skips a digit that is the same for all items, such as the high digits when all shells are in one
        // town.
        guard starts.allSatisfy({ $0 < items.count }) else { return }
        for digit in 1..<digits { starts[digit] += starts[digit - 1] }
        for item in items {
            let digit = digit(item, shift)
            spare[starts[digit]] = item
            starts[digit] += 1
        }
        swap(&items, &spare)
    }

    private static func digit(_ item: Item, _ shift: Int) -> Int {
        Int(truncatingIfNeeded: item.code >> UInt64(shift)) & (digits - 1)
    }

    private static func code(of point: SIMD3<Double>) -> UInt64 {
        spread(point.x) | spread(point.y) << 1 | spread(point.z) << 2
    }

    /// The 21 leading bits of a number, spread three places apart.
    private static func spread(_ value: Double) -> UInt64 {
        let steps = (value + ShellIndex.extent) / (2 * ShellIndex.extent) * 0x1p21
        var bits = UInt64(max(0, min(steps, 0x1p21 - 1)))
        bits = (bits | bits << 32) & 0x001F_0000_0000_FFFF
        bits = (bits | bits << 16) & 0x001F_0000_FF00_00FF
        bits = (bits | bits << 8) & 0x100F_00F0_0F00_F00F
        bits = (bits | bits << 4) & 0x10C3_0C30_C30C_30C3
        bits = (bits | bits << 2) & 0x1249_2492_4924_9249
        return bits
    }

    private static let digitBits = 11
    private static let digits = 1 << digitBits
}
