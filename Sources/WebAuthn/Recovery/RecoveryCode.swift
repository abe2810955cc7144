import Cryptography

/// A code on paper with which a person signs in once when they have lost their passkeys.
///
/// It has 80 random bits in 16 characters, such as `7F3K-09XQ-M2VD-HB5T`. The alphabet is Crockford's: digits, and letters without
/// I, L, O and U, so that nothing looks like something else.
public struct RecoveryCode: Sendable, Hashable {
    /// How many codes a person gets at a time.
    public static let count = 10
    /// How many random bytes ``makeSet(from:)`` needs.
    public static let randomByteCount = count * byteCount

    private static let byteCount = 10
    private static let characterCount = 16
    private static let groupLength = 4
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// The characters without hyphens.
    private let characters: [UInt8]

    /// Makes the codes of one person.
    ///
    /// - Parameter randomBytes: Fresh bytes of a secure source, ``randomByteCount`` of them.
    /// - Returns: The codes. Show them once; store only their digests.
    public static func makeSet(from randomBytes: [UInt8]) -> [RecoveryCode] {
        precondition(
            randomBytes.count == randomByteCount, "\(randomBytes.count) bytes for \(randomByteCount)")
        return stride(from: 0, to: randomByteCount, by: byteCount).map { start in
            RecoveryCode(randomBytes: randomBytes[start..<start + byteCount])
        }
    }

    /// Ten bytes are exactly sixteen characters of five bits.
    private init(randomBytes: ArraySlice<UInt8>) {
        var characters: [UInt8] = []
        var buffer: UInt32 = 0
        var bitCount = 0
        for byte in randomBytes {
            buffer = (buffer << 8 | UInt32(byte)) & 0xFFFF
            bitCount += 8
            while bitCount >= 5 {
                bitCount -= 5
                characters.append(Self.alphabet[Int(buffer >> UInt32(bitCount)) & 0x1F])
            }
        }
        self.characters = characters
    }

    /// Reads what a person typed.
    ///
    /// - Parameter typed: The text, in capitals or not, with blanks and hyphens wherever they are. I and L count as 1, O as 0, and
    ///   the wide characters of East Asian keyboards as their narrow ones; the result is `nil` when it is no code.
    public init?(typed: String) {
        // A code has 16 characters; whatever is much longer is not looked at.
        guard typed.utf8.count <= 256 else { return nil }
        var characters: [UInt8] = []
        for scalar in typed.unicodeScalars where !Self.isPassedOver(scalar) {
            guard let character = Self.character(scalar) else { return nil }
            characters.append(character)
        }
        guard characters.count == Self.characterCount else { return nil }
        self.characters = characters
    }

    private static func isPassedOver(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .dashPunctuation
    }

    private static func character(_ scalar: Unicode.Scalar) -> UInt8? {
        // The wide forms stand in the order of ASCII, from the exclamation mark on.
        let isWide = (0xFF01...0xFF5E).contains(scalar.value)
        guard var character = UInt8(exactly: isWide ? scalar.value - 0xFEE0 : scalar.value) else {
            return nil
        }
        if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character) { character -= 0x20 }
        switch character {
        case UInt8(ascii: "I"), UInt8(ascii: "L"): return UInt8(ascii: "1")
        case UInt8(ascii: "O"): return UInt8(ascii: "0")
        default: return alphabet.contains(character) ? character : nil
        }
    }

    /// The code in groups of four, for the person.
    public var text: String {
        stride(from: 0, to: Self.characterCount, by: Self.groupLength)
            .map { String(decoding: characters[$0..<$0 + Self.groupLength], as: UTF8.self) }
            .joined(separator: "-")
    }

    /// What a store keeps of the code: the SHA-256 of its characters.
    ///
    /// A slow hash with a salt protects words that people choose. Here every code is equally likely, and nobody can try 2⁸⁰ of them,
    /// even for the codes of many people at once; so a plain digest is enough, and the store can look a code up by it. Delete the
    /// digest in the transaction that signs the person in.
    public var digest: [UInt8] { SHA256.digest(of: characters) }
}

extension RecoveryCode: CustomStringConvertible {
    /// Says that this is a code, and not which, so that a journal never shows one.
    public var description: String { "a recovery code" }
}
