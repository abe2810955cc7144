import JSON

/// What a provider says about itself in its discovery document, as far as signing in needs it.
public struct ProviderMetadata: Sendable, Hashable {
    /// The issuer, exactly as configured and as the provider's tokens name it.
    public let issuer: String
    /// Where browsers are sent to sign in.
    public let authorizationEndpoint: EndpointURL
    /// Where a code is exchanged for an ID token.
    public let tokenEndpoint: EndpointURL
    /// Where the provider publishes its keys.
    public let keysEndpoint: EndpointURL
    /// Where browsers are sent to sign out, if the provider offers that.
    public let endSessionEndpoint: EndpointURL?
    /// Whether the provider names itself in each answer that it gives through the browser (RFC 9207).
    public let namesIssuerInCallback: Bool

    /// The URL of an issuer's discovery document.
    ///
    /// - Returns: `nil` if the issuer is not an HTTPS URL without query.
    public static func discoveryURL(issuer: String) -> EndpointURL? {
        guard let url = EndpointURL(issuer), !url.hasQuery else { return nil }
        return EndpointURL((issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + Self.path)
    }
    private static let path = "/.well-known/openid-configuration"

    /// Reads a discovery document.
    ///
    /// - Parameters:
    ///   - document: The bytes of the document.
    ///   - issuer: The configured issuer; the document must name exactly the same.
    ///   - algorithms: The algorithms that may sign ID tokens.
    /// - Throws: ``DiscoveryRefusal`` for a document that cannot be trusted or used.
    public init(
        document: [UInt8], issuer: String, allowing algorithms: Set<SigningAlgorithm>
    ) throws(DiscoveryRefusal) {
        guard let object = JSONObject(parsing: document) else { throw .malformed }
        guard object.text("issuer")?.isExactly(issuer) == true else { throw .wrongIssuer }
        let endpoint = { (name: String) in object.text(name).flatMap(EndpointURL.init) }
        guard let authorization = endpoint("authorization_endpoint"), let token = endpoint("token_endpoint"),
            let keys = endpoint("jwks_uri")
        else { throw .endpoint }
        if let types = object.texts("response_types_supported"), !types.contains("code") {
            throw .noCodeFlow
        }
        if object["code_challenge_methods_supported"] != nil {
            guard object.texts("code_challenge_methods_supported")?.contains("S256") == true else {
                throw .noS256
            }
        }
        if let names = object.texts("id_token_signing_alg_values_supported") {
            let isAllowed = { SigningAlgorithm(rawValue: $0).map(algorithms.contains) ?? false }
            guard names.contains(where: isAllowed) else { throw .noAllowedAlgorithm }
        }
        self.issuer = issuer
        authorizationEndpoint = authorization
        tokenEndpoint = token
        keysEndpoint = keys
        endSessionEndpoint = endpoint("end_session_endpoint")
        namesIssuerInCallback = object.boolean("authorization_response_iss_parameter_supported") ?? false
    }
}
