import Cryptography
public import JSON

/// The answer of a browser that has signed a challenge with a passkey; nothing in it is verified.
///
/// Find the stored ``Passkey`` by ``id``, then ask ``PasskeyPolicy/outcome(of:by:challenge:expecting:)``.
public struct AssertionResponse: Sendable, Hashable {
    /// The identifier of the passkey.
    public let id: CredentialID
    /// For whom the authenticator keeps the passkey, if it says so.
    public let userHandle: UserHandle?
    let clientData: [UInt8]
    let authenticatorData: [UInt8]
    let signature: [UInt8]

    /// Reads an `AuthenticationResponseJSON`, as `credential.toJSON()` gives it.
    ///
    /// - Parameter reader: The reader of the object. Members that this library does not use are passed over, because browsers add
    ///   some; the result is `nil` after a mistake.
    public init?(_ reader: JSONReader) {
        let id = reader.credentialID()
        let response = reader["response"]
        let clientData = response["clientDataJSON"].base64URL(byteCount: ResponseLimits.clientData)
        let authenticatorData = response["authenticatorData"]
            .base64URL(byteCount: ResponseLimits.authenticatorData)
        let signature = response["signature"].base64URL(byteCount: ResponseLimits.signature)
        let named = response["userHandle"].optional
        let userHandle = named?.text(as: UserHandle.init(base64URL:), "must be 1 to 64 bytes in base64url")
        guard let id, let clientData, let authenticatorData, let signature, named == nil || userHandle != nil
        else { return nil }
        self.id = id
        self.userHandle = userHandle
        self.clientData = clientData
        self.authenticatorData = authenticatorData
        self.signature = signature
    }
}
