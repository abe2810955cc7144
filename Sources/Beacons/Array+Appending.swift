extension [UInt8] {
    /// Appends a number, its most significant byte first.
    mutating func appendBigEndian(_ number: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// Appends the lowest bytes of a number, the least significant first.
    mutating func appendLittleEndian(_ number: some FixedWidthInteger & UnsignedInteger, count: Int) {
        for index in 0..<count { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }
}
