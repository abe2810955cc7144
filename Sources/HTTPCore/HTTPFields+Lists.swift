extension HTTPFields {
    /// One member of a list such as `Accept-Language`, with its weight.
    public struct WeightedValue: Hashable, Sendable {
        /// The member without its parameters.
        public var value: String
        /// The quality in thousandths: 1000 when none was given, 0 for "not this one".
        public var thousandths: Int

        /// Creates a member.
        public init(_ value: String, thousandths: Int = 1000) {
            self.value = value
            self.thousandths = thousandths
        }
    }

    /// The members of a comma-separated list field, highest quality first; equal qualities keep their order.
    ///
    /// Members whose quality is malformed are left out, so that one bad member does not spoil the rest.
    public func listValues(_ name: String) -> [WeightedValue] {
        let members = values(name).flatMap { splitOutsideQuotes($0, at: ",") }.compactMap(weighted)
        return members.enumerated()
            .sorted { ($1.element.thousandths, $0.offset) < ($0.element.thousandths, $1.offset) }
            .map(\.element)
    }

    private func weighted(_ member: Substring) -> WeightedValue? {
        let parts = splitOutsideQuotes(member, at: ";").map { $0.trimmingBlanks() }
        guard let value = parts.first, !value.isEmpty else { return nil }
        var thousandths = 1000
        for part in parts.dropFirst() where part.hasPrefix("q=") || part.hasPrefix("Q=") {
            guard let quality = parseQuality(part.dropFirst(2)) else { return nil }
            thousandths = quality
        }
        return WeightedValue(String(value), thousandths: thousandths)
    }
}

/// Reads `0`, `0.5`, `1.000` (RFC 9110, 12.4.2) as thousandths.
private func parseQuality(_ text: Substring) -> Int? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, whole == "0" || whole == "1" else { return nil }
    let digits = parts.count == 2 ? parts[1] : ""
    guard digits.utf8.count <= 3, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    var fraction = 0
    for position in 0..<3 {
        let index = digits.utf8.index(digits.startIndex, offsetBy: position, limitedBy: digits.endIndex)
        let digit = index.flatMap { $0 < digits.endIndex ? Int(digits.utf8[$0]) - 48 : nil } ?? 0
        fraction = fraction * 10 + digit
    }
    let quality = (whole == "1" ? 1000 : 0) + fraction
    return quality <= 1000 ? quality : nil
}

/// Splits at a separator outside quoted strings.
package func splitOutsideQuotes(_ text: some StringProtocol, at separator: Character) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var isQuoted = false
    var isEscaped = false
    for index in text.indices {
        let character = text[index]
        if isEscaped {
            isEscaped = false
        } else if isQuoted, character == "\\" {
            isEscaped = true
        } else if character == "\"" {
            isQuoted.toggle()
        } else if character == separator, !isQuoted {
            parts.append(Substring(text[start..<index]))
            start = text.index(after: index)
        }
    }
    parts.append(Substring(text[start...]))
    return parts
}

extension StringProtocol {
    /// The text without spaces and tabs at either end.
    package func trimmingBlanks() -> SubSequence {
        let head = drop { $0 == " " || $0 == "\t" }
        guard let last = head.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return head }
        return head[...last]
    }
}
