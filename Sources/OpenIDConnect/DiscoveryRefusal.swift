/// Why the description of a provider is not used.
public enum DiscoveryRefusal: String, Error, Sendable, Hashable, CaseIterable {
    /// The document is not a JSON object.
    case malformed = "discovery-malformed"
    /// The document is of another issuer than the configured one.
    case wrongIssuer = "discovery-wrong-issuer"
    /// A required endpoint is missing, or its URL is not one of HTTPS.
    case endpoint = "discovery-endpoint"
    /// The provider offers no authorization code.
    case noCodeFlow = "discovery-no-code-flow"
    /// The provider names its methods for proof keys, and S256 is not among them.
    case noS256 = "discovery-no-s256"
    /// The provider signs with algorithms that are not allowed here.
    case noAllowedAlgorithm = "discovery-no-allowed-algorithm"
}

extension DiscoveryRefusal: CustomStringConvertible {
    /// The refusal as a sentence.
    public var description: String {
        switch self {
        case .malformed: "The provider's configuration is not a JSON object."
        case .wrongIssuer: "The provider's configuration names another issuer than the configured one."
        case .endpoint: "The provider's configuration lacks a required endpoint with an HTTPS URL."
        case .noCodeFlow: "The provider does not offer the authorization code flow."
        case .noS256: "The provider does not offer the code challenge method S256."
        case .noAllowedAlgorithm: "The provider signs ID tokens with none of the allowed algorithms."
        }
    }
}
