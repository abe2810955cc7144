import JSON

/// A provider's answer to a code: the ID token, and an access token that nobody uses here.
public struct TokenResponse: Sendable {
    /// The ID token, which nobody has checked yet.
    public let idToken: String
    /// The access token, to which the ID token may refer.
    public let accessToken: String?

    /// Reads the answer.
    ///
    /// - Throws: ``ProviderFailure/refused(_:)``, ``ProviderFailure/status(_:)``, ``ProviderFailure/malformed`` and
    ///   ``ProviderFailure/noIDToken``.
    public init(_ response: ProviderResponse) throws(ProviderFailure) {
        let object = JSONObject(parsing: response.body)
        guard response.status == 200 else {
            guard (400...401).contains(response.status), let error = object?.text("error") else {
                throw .status(response.status)
            }
            throw .refused(ProviderErrorCode(error))
        }
        guard let object, object["token_type"] == nil || object.text("token_type")?.lowercased() == "bearer"
        else { throw .malformed }
        guard let idToken = object.text("id_token") else { throw .noIDToken }
        self.idToken = idToken
        accessToken = object.text("access_token")
    }
}
