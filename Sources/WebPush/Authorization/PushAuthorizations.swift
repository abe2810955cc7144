public import Cryptography

/// The authorizations of one application server, made once for each push service and reused for six hours.
///
/// A signature costs about as much as the encryption of a message, and push services prefer a token that they have seen.
/// The value keeps at most ``maximumCount`` origins, because a subscriber chooses the origin.
public struct PushAuthorizations: Sendable {
    /// How many origins are kept at most.
    public static let maximumCount = 64
    /// For how many seconds a token is reused; half of its lifetime remains then.
    public static let reuseTime: Int64 = 6 * 3_600

    private struct Entry {
        let text: String
        let madeAt: Int64

        /// After the clock went back, the token may expire too far ahead.
        func isFresh(at now: Int64) -> Bool { now >= madeAt && now - madeAt < reuseTime }
    }

    private let key: ApplicationServerKey
    private let subject: PushSubject
    private var entries: [String: Entry] = [:]

    /// Starts without any authorization.
    ///
    /// - Parameters:
    ///   - key: The key of the application server.
    ///   - subject: Whom push services can ask about its messages.
    public init(key: ApplicationServerKey, subject: PushSubject) {
        self.key = key
        self.subject = subject
    }

    /// The value of the field `Authorization` of a request, made if none is fresh.
    ///
    /// - Parameters:
    ///   - endpoint: Where the request goes.
    ///   - secondsSinceEpoch: The time, in seconds since 1970-01-01T00:00:00Z.
    /// - Returns: `vapid t=…, k=…`, valid for at least six hours.
    /// - Throws: `CryptographyError` if OpenSSL cannot gather randomness.
    public mutating func authorization(
        for endpoint: PushEndpoint, at secondsSinceEpoch: Int64
    ) throws(CryptographyError) -> String {
        if let entry = entries[endpoint.origin], entry.isFresh(at: secondsSinceEpoch) { return entry.text }
        let text = try key.authorization(for: endpoint, subject: subject, at: secondsSinceEpoch)
        if entries.count >= Self.maximumCount {
            entries = entries.filter { $0.value.isFresh(at: secondsSinceEpoch) }
            if entries.count >= Self.maximumCount { entries.removeAll(keepingCapacity: true) }
        }
        entries[endpoint.origin] = Entry(text: text, madeAt: secondsSinceEpoch)
        return text
    }
}
