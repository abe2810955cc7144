/// A text in a rule: the bytes of its UTF-8.
///
/// Names and texts are compared by their bytes, so that a server, a page and a database get the same answer,
/// and so that the page's core needs no tables of Unicode. Two ways to compose one letter are therefore two
/// texts: normalise text that people type before you compare it.
public struct RuleText: Hashable, Sendable {
    /// The text in UTF-8.
    public let utf8: [UInt8]

    /// Makes a text of bytes; they need not be valid UTF-8, and are kept unchanged.
    public init(utf8: [UInt8]) { self.utf8 = utf8 }

    /// Makes a text of a string.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public init(_ text: String) { utf8 = Array(text.utf8) }

    /// The text as a string; U+FFFD replaces bytes that are not valid UTF-8.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public var string: String { String(decoding: utf8, as: UTF8.self) }
}

extension RuleText {
    /// Whether two texts have the same bytes.
    #if hasFeature(Embedded)
        // Inlined, each comparison would have its own copy of the loop, which pages load.
        @inline(never)
    #endif
    public static func == (left: RuleText, right: RuleText) -> Bool { left.utf8 == right.utf8 }

    /// Hashes the bytes.
    #if hasFeature(Embedded)
        @inline(never)
    #endif
    public func hash(into hasher: inout Hasher) {
        hasher.combine(UInt64(utf8.count))
        #if hasFeature(Embedded)
            // A page hashes little, and this code is smaller.
            for byte in utf8 { hasher.combine(byte) }
        #else
            // All bytes at once: byte by byte takes several times as long, and ten thousand tips have as many
            // names.
            unsafe utf8.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        #endif
    }
}

extension RuleText: ExpressibleByStringLiteral {
    /// Makes a text of a literal.
    public init(stringLiteral text: String) { self.init(text) }
}

extension RuleText: Comparable {
    /// Orders texts by their bytes, which is the order of their code points.
    public static func < (left: RuleText, right: RuleText) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}

extension RuleText {
    /// Whether the text begins with another.
    func hasPrefix(_ other: RuleText) -> Bool { utf8.starts(with: other.utf8) }

    /// Whether the text ends with another.
    func hasSuffix(_ other: RuleText) -> Bool {
        utf8.count >= other.utf8.count && utf8.suffix(other.utf8.count).elementsEqual(other.utf8)
    }

    /// Whether another text occurs in the text.
    ///
    /// - Complexity: O(*n* · *m*) in the lengths of both.
    func contains(_ other: RuleText) -> Bool {
        guard let first = other.utf8.first else { return true }
        guard utf8.count >= other.utf8.count else { return false }
        for start in 0...(utf8.count - other.utf8.count) where utf8[start] == first {
            if utf8[start..<(start + other.utf8.count)].elementsEqual(other.utf8) { return true }
        }
        return false
    }
}
