/// A set of ASCII characters as 128 bits: for every set, a test for membership is one shift.
struct ASCIISet: Sendable {
    /// The characters from 0 to 63, the lowest first.
    let low: UInt64
    /// The characters from 64 to 127.
    let high: UInt64

    /// Whether a byte is one of the characters.
    func contains(_ byte: UInt8) -> Bool {
        let half = byte < 64 ? low : high
        return byte < 128 && half & (1 << UInt64(byte & 63)) != 0
    }
}
