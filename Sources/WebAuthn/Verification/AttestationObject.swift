/// What a browser wraps a new passkey in: authenticator data, and a statement about the maker of the authenticator.
///
/// The statement is never verified, whatever its format. The options ask for none, and a page that lies about its authenticator
/// could as well send the format `none`, which claims nothing (docs/decisions/0068-passkeys.md).
package struct AttestationObject: Sendable, Hashable {
    /// What the authenticator says.
    package let authenticatorData: AuthenticatorData

    /// Reads the bytes.
    ///
    /// - Throws: ``PasskeyRefusal/malformedAttestation``, or what reading the authenticator data throws.
    package init(_ bytes: [UInt8]) throws(PasskeyRefusal) {
        guard let value = try? CBORDecoder.decode(bytes), case .text(let format)? = value[.text("fmt")],
            case .map(let statement)? = value[.text("attStmt")],
            let authenticatorData = value[.text("authData")]?.byteString
        else { throw .malformedAttestation }
        guard format != "none" || statement.isEmpty else { throw .malformedAttestation }
        self.authenticatorData = try AuthenticatorData(authenticatorData)
    }
}
