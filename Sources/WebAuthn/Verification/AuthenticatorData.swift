import Cryptography

/// What an authenticator says about one use of a passkey, by section 6.1 of the specification.
package struct AuthenticatorData: Sendable, Hashable {
    /// A passkey that was just made.
    package struct Attested: Sendable, Hashable {
        /// The number of the authenticator's model.
        package let model: [UInt8]
        /// The identifier of the passkey.
        package let id: CredentialID
        /// The public key in CBOR, as it was written.
        package let keyBytes: [UInt8]
        let key: CBORValue
    }

    struct Flags: OptionSet, Sendable, Hashable {
        let rawValue: UInt8

        static let userPresent = Flags(rawValue: 1 << 0)
        static let userVerified = Flags(rawValue: 1 << 2)
        static let backupEligible = Flags(rawValue: 1 << 3)
        static let backedUp = Flags(rawValue: 1 << 4)
        static let attested = Flags(rawValue: 1 << 6)
        static let extensions = Flags(rawValue: 1 << 7)
    }

    private static let headByteCount = 37
    private static let modelByteCount = 16

    let relyingPartyDigest: [UInt8]
    let flags: Flags
    let signatureCount: UInt32
    /// The passkey; there is one at registration only.
    package let attested: Attested?

    /// Reads the bytes that the authenticator signs.
    ///
    /// - Throws: ``PasskeyRefusal/malformedAuthenticatorData``, ``PasskeyRefusal/credentialIDLength`` or
    ///   ``PasskeyRefusal/malformedKey``.
    package init(_ bytes: [UInt8]) throws(PasskeyRefusal) {
        guard bytes.count >= Self.headByteCount else { throw .malformedAuthenticatorData }
        relyingPartyDigest = Array(bytes[..<32])
        let flags = Flags(rawValue: bytes[32])
        self.flags = flags
        signatureCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        var rest = bytes[Self.headByteCount...]
        attested = flags.contains(.attested) ? try Self.takeAttested(from: &rest) : nil
        if flags.contains(.extensions) { try Self.takeExtensions(from: &rest) }
        guard rest.isEmpty else { throw .malformedAuthenticatorData }
    }

    private static func takeAttested(from rest: inout ArraySlice<UInt8>) throws(PasskeyRefusal) -> Attested {
        guard rest.count >= modelByteCount + 2 else { throw .malformedAuthenticatorData }
        let model = Array(rest.prefix(modelByteCount))
        rest = rest.dropFirst(modelByteCount)
        let idByteCount = rest.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(2)
        guard CredentialID.byteCounts.contains(idByteCount) else { throw .credentialIDLength }
        guard rest.count >= idByteCount, let id = CredentialID(Array(rest.prefix(idByteCount))) else {
            throw .malformedAuthenticatorData
        }
        rest = rest.dropFirst(idByteCount)
        guard let (key, byteCount) = takeValue(from: rest) else { throw .malformedKey }
        let keyBytes = Array(rest.prefix(byteCount))
        rest = rest.dropFirst(byteCount)
        return Attested(model: model, id: id, keyBytes: keyBytes, key: key)
    }

    /// Passes over what extensions say; none was asked for.
    private static func takeExtensions(from rest: inout ArraySlice<UInt8>) throws(PasskeyRefusal) {
        guard let (value, byteCount) = takeValue(from: rest), case .map = value else {
            throw .malformedAuthenticatorData
        }
        rest = rest.dropFirst(byteCount)
    }

    private static func takeValue(from bytes: ArraySlice<UInt8>) -> (CBORValue, byteCount: Int)? {
        guard var decoder = try? CBORDecoder(bytes), let value = try? decoder.value() else { return nil }
        return (value, decoder.position)
    }

    func verify(relyingParty: RelyingParty, userVerification: UserVerification) throws(PasskeyRefusal) {
        guard constantTimeEqual(relyingPartyDigest, SHA256.digest(of: relyingParty.id.utf8)) else {
            throw .wrongRelyingParty
        }
        guard flags.contains(.userPresent) else { throw .userNotPresent }
        guard userVerification != .required || flags.contains(.userVerified) else { throw .userNotVerified }
        guard flags.contains(.backupEligible) || !flags.contains(.backedUp) else { throw .inconsistentBackup }
    }
}
