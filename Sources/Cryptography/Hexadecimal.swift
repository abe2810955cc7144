/// The notation of bytes in lower-case hexadecimal digits.
public enum Hexadecimal: Sendable {
    /// Two digits for each byte.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        unsafe String(unsafeUninitializedCapacity: 2 * bytes.count) { output in
            var position = 0
            for byte in bytes {
                unsafe output[position] = digit(byte >> 4)
                unsafe output[position + 1] = digit(byte & 0x0F)
                position += 2
            }
            return position
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
