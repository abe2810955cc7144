public import JSON

/// What a page asks a browser for when a person signs in, or confirms who they are.
public struct PasskeyRequestOptions: Sendable, Hashable {
    /// The site.
    public let relyingParty: RelyingParty
    /// What the authenticator signs.
    public let challenge: Challenge
    /// Whether the authenticator must check who uses it.
    public let userVerification: UserVerification
    let allowed: [CredentialDescriptor]

    /// Writes the options as `PublicKeyCredentialRequestOptionsJSON`, for `PublicKeyCredential.parseRequestOptionsFromJSON`.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("challenge", challenge.base64URL)
            json.member("timeout", Challenge.timeoutMilliseconds)
            json.member("rpId", relyingParty.id)
            json.member("allowCredentials") { json in
                json.array { json in for credential in allowed { credential.write(to: &json) } }
            }
            json.member("userVerification", userVerification.rawValue)
        }
    }
}
