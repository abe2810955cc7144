/// Why an answer of a browser is refused.
public enum PasskeyRefusal: String, Error, Sendable, Hashable, CaseIterable {
    /// The client data are not the JSON that browsers write.
    case malformedClientData = "malformed-client-data"
    /// The answer belongs to a registration where a sign-in was asked for, or the reverse.
    case wrongCeremony = "wrong-ceremony"
    /// Another challenge was answered.
    case wrongChallenge = "wrong-challenge"
    /// The page that asked is not one of the site's.
    case wrongOrigin = "wrong-origin"
    /// The page that asked was part of another site's page.
    case crossOrigin = "cross-origin"
    /// The authenticator data do not have the form of the specification.
    case malformedAuthenticatorData = "malformed-authenticator-data"
    /// The passkey belongs to another site.
    case wrongRelyingParty = "wrong-relying-party"
    /// Nobody has touched the authenticator.
    case userNotPresent = "user-not-present"
    /// The authenticator has not checked who uses it, and it must.
    case userNotVerified = "user-not-verified"
    /// The passkey claims to be copied, and that it cannot be; or the latter has changed.
    case inconsistentBackup = "inconsistent-backup"
    /// The attestation object does not have the form of the specification.
    case malformedAttestation = "malformed-attestation"
    /// The answer to a registration holds no passkey.
    case noCredential = "no-credential"
    /// The identifier of the passkey is empty or longer than 1,023 bytes.
    case credentialIDLength = "credential-id-length"
    /// The answer names another passkey than the one that signed or was made.
    case wrongCredential = "wrong-credential"
    /// The key is not one of its kind.
    case malformedKey = "malformed-key"
    /// The key is for an algorithm that was not offered.
    case algorithmNotOffered = "algorithm-not-offered"
    /// The authenticator does not say whose passkey it is, and nobody else has.
    case noUser = "no-user"
    /// The passkey belongs to another person.
    case wrongUser = "wrong-user"
    /// The signature is wrong.
    case wrongSignature = "wrong-signature"

    /// The stable name of the refusal, for programs and journals.
    public var code: String { rawValue }
}

extension PasskeyRefusal: CustomStringConvertible {
    /// The refusal as a sentence.
    public var description: String {
        switch self {
        case .malformedClientData: "The client data are not what browsers write."
        case .wrongCeremony: "The answer belongs to another kind of request."
        case .wrongChallenge: "The answer belongs to another request."
        case .wrongOrigin: "The request came from a page of another site."
        case .crossOrigin: "The request came from a page inside a page of another site."
        case .malformedAuthenticatorData: "The authenticator data are malformed."
        case .wrongRelyingParty: "The passkey belongs to another site."
        case .userNotPresent: "Nobody confirmed the use of the passkey."
        case .userNotVerified: "The authenticator did not check who uses the passkey."
        case .inconsistentBackup:
            "What the authenticator says about copies of the passkey contradicts itself."
        case .malformedAttestation: "The attestation object is malformed."
        case .noCredential: "The answer holds no passkey."
        case .credentialIDLength: "The identifier of the passkey must have 1 to 1023 bytes."
        case .wrongCredential: "The answer names another passkey."
        case .malformedKey: "The public key of the passkey is malformed."
        case .algorithmNotOffered: "The passkey uses an algorithm that was not offered."
        case .noUser: "The authenticator does not say to whom the passkey belongs."
        case .wrongUser: "The passkey belongs to another person."
        case .wrongSignature: "The signature of the passkey is wrong."
        }
    }
}
