/// Why a certificate and its key cannot be used.
public struct TLSIdentityError: Error, Equatable, CustomStringConvertible {
    /// The reason as the TLS library says it.
    public let reason: String

    /// A sentence for the operator.
    public var description: String { "The certificate or its key cannot be used: \(reason)" }
}
