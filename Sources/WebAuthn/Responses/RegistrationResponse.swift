import Cryptography
public import JSON

/// The answer of a browser that has made a passkey; nothing in it is verified.
public struct RegistrationResponse: Sendable, Hashable {
    /// The identifier of the passkey.
    public let id: CredentialID
    /// The ways on which the browser reaches the authenticator.
    public let transports: [Transport]
    let clientData: [UInt8]
    let attestationObject: [UInt8]

    /// Reads a `RegistrationResponseJSON`, as `credential.toJSON()` gives it.
    ///
    /// - Parameter reader: The reader of the object. Members that this library does not use are passed over, because browsers add
    ///   some; the result is `nil` after a mistake.
    public init?(_ reader: JSONReader) {
        let id = reader.credentialID()
        let response = reader["response"]
        let clientData = response["clientDataJSON"].base64URL(byteCount: ResponseLimits.clientData)
        let attestation = response["attestationObject"].base64URL(byteCount: ResponseLimits.attestationObject)
        let named = response["transports"].optional
        let transports = named?
            .array(count: 0...16) { $0.text(as: Transport.init(rawValue:), "must be a token in lower case") }
        guard let id, let clientData, let attestation, named == nil || transports != nil else { return nil }
        self.id = id
        self.transports = transports ?? []
        self.clientData = clientData
        attestationObject = attestation
    }
}
