public import OpenIDConnect

/// The identity provider of an installation, as its operator configured it.
public struct SignInProvider: Sendable {
    /// The name on the button.
    public let name: String
    /// The roles that each group of the provider gives.
    public let grantsByGroup: [String: Set<RoleGrant>]
    /// Where the provider sends a browser that has signed out there.
    public let signedOutURL: EndpointURL
    let provider: IdentityProvider
    let report: @Sendable (SignInError) -> Void

    /// Makes a provider, without calling it yet.
    ///
    /// - Parameters:
    ///   - name: The name on the button.
    ///   - client: The registration at the provider.
    ///   - grantsByGroup: The roles that each group of the provider gives.
    ///   - signedOutURL: Where the provider sends a browser that has signed out there; registered there.
    ///   - transport: Sends calls to the provider.
    ///   - report: Receives each failure, for the operator's log.
    public init(
        name: String, client: ClientRegistration, grantsByGroup: [String: Set<RoleGrant>],
        signedOutURL: EndpointURL, transport: @escaping ProviderTransport,
        report: @escaping @Sendable (SignInError) -> Void
    ) {
        self.name = name
        self.grantsByGroup = grantsByGroup
        self.signedOutURL = signedOutURL
        provider = IdentityProvider(client: client, transport: transport)
        self.report = report
    }

    /// The roles that groups give together; `nil` groups say nothing about roles.
    func grants(of groups: [String]?) -> Set<RoleGrant>? {
        groups.map { groups in
            groups.reduce(into: []) { grants, group in grants.formUnion(grantsByGroup[group] ?? []) }
        }
    }
}
