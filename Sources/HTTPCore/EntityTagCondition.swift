/// The value of `If-Match` or `If-None-Match` (RFC 9110, 13.1).
public enum EntityTagCondition: Equatable, Sendable {
    /// `*`: any existing representation.
    case any
    /// One of these tags; empty when no tag could be read.
    case tags([EntityTag])

    /// Reads all fields of a name.
    ///
    /// A member that is no tag is left out, so that a malformed condition never lets a write through.
    ///
    /// - Returns: `nil` without such a field.
    init?(_ fields: HTTPFields, _ name: String) {
        let lines = fields.values(name)
        guard !lines.isEmpty else { return nil }
        let members = lines.flatMap(Self.members)
        self = members == ["*"] ? .any : .tags(members.compactMap { EntityTag(parsing: $0) })
    }

    /// The members of a list of tags, split at the commas outside of quotes.
    ///
    /// A tag has no escapes: a backslash in it is an ordinary character (RFC 9110, 8.8.3).
    private static func members(of line: String) -> [Substring] {
        var isQuoted = false
        let parts = line.utf8.split(omittingEmptySubsequences: false) { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ",") && !isQuoted
        }
        return parts.map { Substring($0).trimmingBlanks() }.filter { !$0.isEmpty }
    }

    func holdsStrongly(for current: EntityTag?) -> Bool {
        guard let current else { return false }
        return switch self {
        case .any: true
        case .tags(let tags): tags.contains { $0.matchesStrongly(current) }
        }
    }

    func holdsWeakly(for current: EntityTag?) -> Bool {
        guard let current else { return false }
        return switch self {
        case .any: true
        case .tags(let tags): tags.contains { $0.matchesWeakly(current) }
        }
    }
}
