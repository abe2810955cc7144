/// The short code of a pairing: a screen shows it, and a person types it (RFC 8628, section 6.1).
///
/// It has eight consonants, so that it spells no word and no letter is taken for a digit: 20^8 codes, 34.6 bits.
public struct UserCode: Hashable, Sendable {
    private static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ".utf8)
    private static let length = 8

    /// The eight letters.
    public let letters: String

    /// The code as screens show it, in two halves.
    public var shown: String { "\(letters.prefix(4))-\(letters.suffix(4))" }

    /// Reads what a person typed: in any case, with any blanks and hyphens; `nil` for anything else.
    public init?(_ typed: String) {
        let letters = typed.uppercased().filter { !$0.isWhitespace && $0 != "-" && $0 != "‐" && $0 != "–" }
        guard letters.utf8.count == Self.length, letters.utf8.allSatisfy(Self.alphabet.contains) else {
            return nil
        }
        self.letters = letters
    }

    /// Makes a code that cannot be guessed.
    public init(using generator: inout some RandomNumberGenerator) {
        let letters = (0..<Self.length).map { _ in
            Self.alphabet[Int.random(in: 0..<Self.alphabet.count, using: &generator)]
        }
        self.letters = String(decoding: letters, as: UTF8.self)
    }
}
