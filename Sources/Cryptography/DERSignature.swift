/// The notation of ECDSA signatures that OpenSSL reads: a sequence of two integers in DER.
enum DERSignature {
    /// Writes a signature whose two numbers stand one after the other, each as long as the other.
    static func encode(concatenated signature: [UInt8]) -> [UInt8] {
        let middle = signature.count / 2
        let content = integer(signature[..<middle]) + integer(signature[middle...])
        return [0x30] + length(content.count) + content
    }

    private static func integer(_ number: ArraySlice<UInt8>) -> [UInt8] {
        var digits = Array(number.drop { $0 == 0 })
        // A first bit that is set would mean a number below zero.
        if digits.isEmpty || digits[0] >= 0x80 { digits.insert(0, at: 0) }
        return [0x02] + length(digits.count) + digits
    }

    /// The length of a content of at most 255 bytes, which two numbers of P-384 keep far below.
    private static func length(_ count: Int) -> [UInt8] {
        count < 0x80 ? [UInt8(count)] : [0x81, UInt8(count)]
    }
}
