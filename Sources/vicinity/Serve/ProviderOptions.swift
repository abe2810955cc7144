import CommandLineArguments
import Foundation
import OpenIDConnect
import Outgoing
import Tracing
import Workplace

/// The options of `vicinity serve` about the identity provider, and the provider that they make.
enum ProviderOptions {
    private static let issuer = Option(
        "identity-provider", value: "URL",
        "The issuer of an OpenID Connect provider with which people sign in, as it names itself; needs --public-url."
    )
    private static let name = Option(
        "identity-provider-name", value: "NAME",
        "The name on the button \"Sign in with NAME\". By default the host of the provider.")
    private static let client = Option(
        "identity-provider-client", value: "ID", "The client ID that the provider has for this server.")
    static let secret = Option(
        "identity-provider-secret", value: "FILE",
        "A file with the client secret, which only its owner may read; without one the server is a public client.",
        kind: .file)
    private static let scope = Option(
        "identity-provider-scope", value: "SCOPE",
        "A scope to ask for besides openid, profile and email, such as groups.", repeats: true)
    private static let groups = Option(
        "identity-provider-groups", value: "CLAIM", "The claim of the ID token that lists a person's groups.",
        default: "groups")
    static let role = Option(
        "identity-provider-role", value: "GROUP=ROLE",
        "A role for the people of a group, such as kitchen-berlin=cook@cafe:berlin-hall or it=administrator.",
        repeats: true)

    static let all = [issuer, name, client, secret, scope, groups, role]

    /// How long a call to the provider may take; a person is waiting meanwhile.
    private static let timeLimit: Duration = .seconds(5)

    /// The provider that the arguments describe; `nil` if they describe none.
    ///
    /// - Throws: ``CommandFailure`` and `UsageError` for arguments that do not fit together.
    static func provider(
        _ arguments: ParsedArguments, publicURL: PublicURL?, isDemo: Bool, tracer: Tracer? = nil
    ) throws -> SignInProvider? {
        guard let issuer = arguments[issuer] else {
            guard let other = all.first(where: { $0.defaultValue == nil && arguments[$0] != nil }) else {
                return nil
            }
            throw CommandFailure("--\(other.name) needs --identity-provider.", exitCode: 2)
        }
        guard !isDemo else {
            throw CommandFailure(
                "The demo lets everybody in, so it takes no --identity-provider.", exitCode: 2)
        }
        guard ProviderMetadata.discoveryURL(issuer: issuer) != nil,
            let host = URLComponents(string: issuer)?.host
        else {
            throw UsageError.malformedValue(
                issuer, of: "--identity-provider",
                expected: "the provider's HTTPS address without a query, such as https://login.example.org")
        }
        guard let publicURL else {
            throw CommandFailure(
                "--identity-provider needs --public-url, because the provider sends people back to that address.",
                exitCode: 2)
        }
        let registration = ClientRegistration(
            issuer: issuer, clientID: try arguments.text(client),
            authentication: try arguments[secret].map {
                .basic(secret: try SecretFile($0, of: "client secret").text)
            }
                ?? .publicClient,
            redirectURL: try endpoint("/sign-in/provider/callback", of: publicURL),
            scopes: ["profile", "email"] + arguments.all(scope), groupsClaim: try arguments.text(groups))
        return SignInProvider(
            name: arguments[name] ?? host, client: registration, grantsByGroup: try grants(arguments),
            signedOutURL: try endpoint("/sign-in", of: publicURL), transport: transport(to: host, tracer)
        ) { error in
            Terminal.error("Sign-in with \(issuer) failed: \(error.code). \(error)")
        }
    }

    /// Tells the operator of roles for places that the campus does not have; they are left out.
    static func warnOfUnknownPlaces(_ provider: SignInProvider, _ campuses: CampusRegistry) {
        guard campuses.revision > 0, let campus = try? campuses.inForce() else { return }
        for (group, grants) in provider.grantsByGroup.sorted(by: { $0.key < $1.key }) {
            for grant in grants.sorted() where !campus.knows(grant) {
                Terminal.error(
                    "--identity-provider-role \(group)=\(grant) gives nothing: the campus has no such place.")
            }
        }
    }

    private static func endpoint(_ path: String, of publicURL: PublicURL) throws -> EndpointURL {
        guard let url = EndpointURL(publicURL.origin + path) else {
            throw CommandFailure(
                "--identity-provider needs a --public-url that begins with https://: browsers bring secrets there.",
                exitCode: 2)
        }
        return url
    }

    static func grants(_ arguments: ParsedArguments) throws -> [String: Set<RoleGrant>] {
        try arguments.all(role).reduce(into: [:]) { grants, text in
            // A group may have an equals sign in its name; a role has none.
            guard let sign = text.lastIndex(of: "="), sign > text.startIndex,
                let grant = RoleGrant(String(text[text.index(after: sign)...]))
            else {
                throw UsageError.malformedValue(
                    text, of: "--identity-provider-role",
                    expected:
                        "GROUP=ROLE, such as kitchen=cook, kitchen=cook@cafe:main-cafe or office=manager@site:berlin"
                )
            }
            grants[String(text[..<sign]), default: []].insert(grant)
        }
    }

    /// Calls go to the public internet, and to the provider's own host wherever it is: the operator has named it.
    private static func transport(to host: String, _ tracer: Tracer?) -> ProviderTransport {
        var configuration = OutgoingClient.Configuration(
            timeLimit: timeLimit, allowedHosts: [host.lowercased()])
        configuration.tracing = tracer.map { CallTracing($0, service: "identity-provider") }
        let outgoing = OutgoingClient(configuration)
        return { request in
            let response = try await outgoing.send(
                OutgoingRequest(
                    request.body.map { .post($0) } ?? .get, request.url.text, header: request.header))
            return ProviderResponse(status: response.status, body: response.body)
        }
    }
}
