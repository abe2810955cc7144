/// How we are registered at a provider, and what we accept from it.
public struct ClientRegistration: Sendable {
    /// The provider's issuer, exactly as it names itself.
    public let issuer: String
    /// Our name at the provider.
    public let clientID: String
    /// How we prove to the provider who we are.
    public let authentication: ClientAuthentication
    /// Where the provider sends browsers back to.
    public let redirectURL: EndpointURL
    /// What we ask for besides `openid`.
    public let scopes: [String]
    /// The algorithms that may sign tokens.
    public let algorithms: Set<SigningAlgorithm>
    /// The claim that lists the groups of a person.
    public let groupsClaim: String
    /// By how many seconds the provider's clock may differ from ours.
    public let clockTolerance: Int64

    /// Makes a registration.
    ///
    /// - Parameters:
    ///   - issuer: The provider's issuer, exactly as it names itself.
    ///   - clientID: Our name at the provider.
    ///   - authentication: How we prove to the provider who we are.
    ///   - redirectURL: Where the provider sends browsers back to; registered there.
    ///   - scopes: What we ask for besides `openid`.
    ///   - algorithms: The algorithms that may sign tokens.
    ///   - groupsClaim: The claim that lists the groups of a person.
    ///   - clockTolerance: By how many seconds the clocks may differ; from 0 to 300.
    public init(
        issuer: String, clientID: String, authentication: ClientAuthentication, redirectURL: EndpointURL,
        scopes: [String] = ["profile", "email"],
        algorithms: Set<SigningAlgorithm> = Set(SigningAlgorithm.allCases), groupsClaim: String = "groups",
        clockTolerance: Int64 = 60
    ) {
        self.issuer = issuer
        self.clientID = clientID
        self.authentication = authentication
        self.redirectURL = redirectURL
        self.scopes = scopes
        self.algorithms = algorithms
        self.groupsClaim = groupsClaim
        self.clockTolerance = clockTolerance
    }

    var expectations: TokenExpectations {
        TokenExpectations(issuer: issuer, clientID: clientID, clockTolerance: clockTolerance)
    }
}

/// How a client proves to a provider who it is when it exchanges a code.
public enum ClientAuthentication: Sendable {
    /// The secret in the header `Authorization` (`client_secret_basic`).
    case basic(secret: String)
    /// The secret in the body (`client_secret_post`).
    case post(secret: String)
    /// No secret; the code challenge alone binds the code to us.
    case publicClient
}

extension ClientAuthentication: CustomStringConvertible, CustomDebugStringConvertible {
    /// The method without the secret.
    public var description: String {
        switch self {
        case .basic: "client_secret_basic"
        case .post: "client_secret_post"
        case .publicClient: "none"
        }
    }

    /// The method without the secret.
    public var debugDescription: String { description }
}
