import Cryptography
import JSON

/// How many bytes the parts of an answer may have.
enum ResponseLimits {
    static let clientData = 1...8_192
    static let attestationObject = 1...CBORDecoder.maximumByteCount
    static let authenticatorData = 1...8_192
    /// A signature of RSA with the longest accepted modulus has 1,024 bytes.
    static let signature = 1...1_024
}

extension JSONReader {
    /// Reads bytes in base64url.
    func base64URL(byteCount: ClosedRange<Int>) -> [UInt8]? {
        text(
            as: { text in
                // Four characters are three bytes; a longer text need not be decoded.
                guard text.utf8.count / 4 * 3 <= byteCount.upperBound, let bytes = Base64URL.decode(text),
                    byteCount.contains(bytes.count)
                else { return nil }
                return bytes
            }, "must be \(byteCount.lowerBound) to \(byteCount.upperBound) bytes in base64url")
    }

    /// Reads the identifier of a credential, which stands in it twice, and its type.
    func credentialID() -> CredentialID? {
        let id = self["id"].text(as: CredentialID.init(base64URL:), "must be 1 to 1023 bytes in base64url")
        _ = self["type"].text(as: { $0 == "public-key" ? $0 : nil }, "must be public-key")
        let rawID = self["rawId"]
        guard let id else { return nil }
        return rawID.text(as: { $0 == id.base64URL ? id : nil }, "must be the same as id")
    }
}
