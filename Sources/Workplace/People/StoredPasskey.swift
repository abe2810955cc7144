import Cryptography
public import Essentials
public import WebAuthn

/// A person's passkey, as the store has it.
public struct StoredPasskey: Sendable {
    /// The key.
    public let passkey: Passkey
    /// Whose it is.
    public let person: PersonID
    /// What the person calls it, such as the device that made it.
    public let name: String
    /// When it was added.
    public let addedAt: Timestamp
    /// When it was used last; `nil` before the first use.
    public let usedAt: Timestamp?
}

/// A passkey that a browser made, before it is verified.
public struct NewPasskey: Sendable {
    /// What the person calls it.
    public let name: String
    /// The name of the request that it answers.
    public let request: String
    /// The browser's answer.
    public let response: RegistrationResponse

    /// Makes a passkey from a browser's answer.
    public init(name: String, request: String, response: RegistrationResponse) {
        self.name = name
        self.request = request
        self.response = response
    }
}

extension UserHandle {
    /// The handle of a person: a digest, so that an authenticator does not learn the identifier.
    init(of person: PersonID) {
        guard let handle = UserHandle(SHA256.digest(of: "vicinity person \(person)".utf8)) else {
            preconditionFailure("a digest of 32 bytes is no user handle")
        }
        self = handle
    }
}
