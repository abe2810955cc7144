/// Where a push service takes messages for one subscription: an absolute URL over HTTPS (RFC 8030 section 5).
///
/// The browser chooses the URL and a person's page hands it over, so that it may lead anywhere. The program that sends must
/// also refuse private addresses after the host is resolved, and must not follow redirects.
public struct PushEndpoint: Sendable, Hashable, CustomStringConvertible {
    /// The longest URL, in bytes.
    public static let maximumByteCount = 2_048

    /// The URL as it was written.
    public let text: String
    /// Scheme, host and port without the scheme's own port, in lower case, such as `https://push.example:8443`.
    public let origin: String
    /// The host in lower case; an IP version 6 address has its brackets.
    public let host: String

    /// The URL as it was written.
    public var description: String { text }

    /// Reads a URL.
    ///
    /// - Parameters:
    ///   - text: The URL.
    ///   - hosts: Hosts in lower case whose endpoints may be plain HTTP, such as a push service on this machine.
    /// - Throws: ``PushSubscriptionError/endpointTooLong``, ``PushSubscriptionError/endpointMalformed`` and
    ///   ``PushSubscriptionError/endpointNotSecure``.
    public init(_ text: String, allowingHTTPFor hosts: Set<String> = []) throws(PushSubscriptionError) {
        guard text.utf8.count <= Self.maximumByteCount else { throw .endpointTooLong }
        guard let url = URLOrigin(text) else { throw .endpointMalformed }
        guard url.isSecure || hosts.contains(url.host) else { throw .endpointNotSecure }
        self.text = text
        origin = url.text
        host = url.host
    }
}
