/// What a push service's answer means for a message and for its subscription.
public enum PushOutcome: Sendable, Hashable {
    /// The push service took the message.
    case accepted
    /// The subscription has ended: delete it.
    case gone
    /// The push service takes smaller messages only.
    case tooLarge
    /// The key or the subject is wrong: no message of this server passes, and its administrator must act.
    case forbidden
    /// The push service cannot take the message now: try again, not before the time if it names one.
    case retry(after: Duration?)
    /// Anything else, such as a redirect: a further try would end the same way.
    case refused(status: Int)

    /// The longest time that a push service can make a message wait, 24 hours.
    public static let longestWait = Duration.seconds(24 * 3_600)

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - status: The status, such as 201.
    ///   - retryAfter: The field `Retry-After`: seconds or a date (RFC 9110 section 10.2.3); anything else counts as none.
    ///   - secondsSinceEpoch: The time of the answer, in seconds since 1970-01-01T00:00:00Z.
    public init(status: Int, retryAfter: String?, at secondsSinceEpoch: Int64) {
        switch status {
        case 200, 201, 202, 204: self = .accepted
        case 404, 410: self = .gone
        case 413: self = .tooLarge
        case 401, 403: self = .forbidden
        case 429, 500...599: self = .retry(after: Self.wait(retryAfter, at: secondsSinceEpoch))
        default: self = .refused(status: status)
        }
    }

    private static func wait(_ field: String?, at now: Int64) -> Duration? {
        guard let field, !field.isEmpty else { return nil }
        let longest = longestWait.components.seconds
        if field.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // A number that is too large to read is a long wait, not none.
            return .seconds(min(Int64(field) ?? .max, longest))
        }
        guard let date = HTTPDate.secondsSinceEpoch(field) else { return nil }
        return .seconds(min(max(date - now, 0), longest))
    }
}
