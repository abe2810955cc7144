public import JSON

/// What a page asks a browser for when a person wants a passkey.
///
/// The passkey is discoverable: the authenticator keeps the person with it, so that nobody types a name at sign-in. No statement
/// about the maker of the authenticator is asked for.
public struct PasskeyCreationOptions: Sendable, Hashable {
    /// The site.
    public let relyingParty: RelyingParty
    /// The person.
    public let user: PasskeyUser
    /// What the browser puts into the answer.
    public let challenge: Challenge
    /// The accepted algorithms, the best first.
    public let algorithms: [COSEAlgorithm]
    /// Whether the authenticator must check who uses it.
    public let userVerification: UserVerification
    let excluded: [CredentialDescriptor]

    /// Writes the options as `PublicKeyCredentialCreationOptionsJSON`, for `PublicKeyCredential.parseCreationOptionsFromJSON`.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("rp") { json in
                json.object { json in
                    json.member("id", relyingParty.id)
                    json.member("name", relyingParty.name)
                }
            }
            json.member("user") { json in
                json.object { json in
                    json.member("id", user.handle.base64URL)
                    json.member("name", user.name)
                    json.member("displayName", user.displayName)
                }
            }
            json.member("challenge", challenge.base64URL)
            json.member("pubKeyCredParams", writeAlgorithms)
            json.member("timeout", Challenge.timeoutMilliseconds)
            json.member("excludeCredentials") { json in
                json.array { json in for credential in excluded { credential.write(to: &json) } }
            }
            json.member("authenticatorSelection", writeSelection)
            json.member("attestation", "none")
        }
    }

    private func writeAlgorithms(to json: inout JSONWriter) {
        json.array { json in
            for algorithm in algorithms {
                json.object { json in
                    json.member("type", "public-key")
                    json.member("alg", algorithm.rawValue)
                }
            }
        }
    }

    private func writeSelection(to json: inout JSONWriter) {
        json.object { json in
            json.member("residentKey", "required")
            // For browsers of the first level of the specification.
            json.member("requireResidentKey", true)
            json.member("userVerification", userVerification.rawValue)
        }
    }
}

extension Challenge {
    static let timeoutMilliseconds = Int(lifetime.components.seconds) * 1_000
}
