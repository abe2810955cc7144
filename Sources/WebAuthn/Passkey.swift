/// A passkey that was verified at its registration: what a server keeps.
public struct Passkey: Sendable, Hashable {
    /// The identifier that the authenticator chose; no two passkeys of a site may have the same.
    public let id: CredentialID
    /// Who the passkey belongs to.
    public let user: UserHandle
    /// The key that checks signatures.
    public let publicKey: CredentialPublicKey
    /// The highest number of signatures that the authenticator has stated; 0 when it does not count, as most synced passkeys.
    public internal(set) var signatureCount: UInt32
    /// Whether the passkey may be copied to other devices of its person; this never changes.
    public let isBackupEligible: Bool
    /// Whether the passkey has been copied, so that losing one device does not lose it.
    public internal(set) var isBackedUp: Bool
    /// The ways on which browsers reach the authenticator.
    public let transports: [Transport]
    /// The number of the authenticator's model (AAGUID), 16 bytes; nobody has vouched for it, so use it only to suggest a name.
    public let authenticatorModel: [UInt8]

    /// Makes a passkey of what a store has kept.
    public init(
        id: CredentialID, user: UserHandle, publicKey: CredentialPublicKey, signatureCount: UInt32,
        isBackupEligible: Bool, isBackedUp: Bool, transports: [Transport], authenticatorModel: [UInt8]
    ) {
        self.id = id
        self.user = user
        self.publicKey = publicKey
        self.signatureCount = signatureCount
        self.isBackupEligible = isBackupEligible
        self.isBackedUp = isBackedUp
        self.transports = transports
        self.authenticatorModel = authenticatorModel
    }
}
