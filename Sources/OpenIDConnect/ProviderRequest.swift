import Cryptography

/// A call to a provider, which the program sends with its own client for HTTP.
///
/// The client must verify TLS, must not follow redirects, and limits the time and the size of the answer.
public struct ProviderRequest: Sendable {
    /// The fields of the header.
    public let header: [(name: String, value: String)]
    /// Where to send the call.
    public let url: EndpointURL
    /// What to send with POST; `nil` for GET.
    public let body: [UInt8]?

    /// A call that fetches a document.
    static func document(_ url: EndpointURL) -> ProviderRequest {
        ProviderRequest(header: [("Accept", "application/json")], url: url, body: nil)
    }

    /// The call that exchanges a code for an ID token.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - pending: The sign-in to which the code belongs.
    ///   - client: Our registration.
    ///   - provider: The provider.
    /// - Returns: The call.
    public static func token(
        for code: String, of pending: PendingSignIn, client: ClientRegistration, provider: ProviderMetadata
    ) -> ProviderRequest {
        var header = [
            (name: "Accept", value: "application/json"),
            (name: "Content-Type", value: "application/x-www-form-urlencoded"),
        ]
        var form = [
            (name: "grant_type", value: "authorization_code"),
            (name: "code", value: code),
            (name: "redirect_uri", value: client.redirectURL.text),
            (name: "code_verifier", value: pending.codeVerifier),
        ]
        switch client.authentication {
        case .basic(let secret):
            let credentials =
                "\(FormEncoding.escape(client.clientID)):\(FormEncoding.escape(secret))"
            header.append(("Authorization", "Basic \(Base64.encode(Array(credentials.utf8)))"))
        case .post(let secret):
            form += [("client_id", client.clientID), ("client_secret", secret)]
        case .publicClient:
            form.append(("client_id", client.clientID))
        }
        return ProviderRequest(
            header: header, url: provider.tokenEndpoint, body: Array(FormEncoding.encode(form).utf8))
    }
}

/// A provider's answer to a call.
public struct ProviderResponse: Sendable {
    /// The status, such as 200.
    public let status: Int
    /// The bytes of the answer.
    public let body: [UInt8]

    /// Makes an answer.
    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

/// Sends a call to a provider.
///
/// - Throws: Any error if no answer came; its description goes into logs.
public typealias ProviderTransport = @Sendable (ProviderRequest) async throws -> ProviderResponse
