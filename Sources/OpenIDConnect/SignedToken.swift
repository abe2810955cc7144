import Cryptography
import JSON

/// A JSON Web Token in the compact notation of RFC 7515, read but not trusted.
///
/// Its claims can be had by ``verified(by:)`` only.
public struct SignedToken: Sendable {
    private static let longest = 64 * 1024

    /// What a token says about its signature.
    struct Header: Sendable {
        let algorithm: SigningAlgorithm
        let keyID: String?
        let type: String?
    }

    let header: Header
    private let payload: JSONObject
    private let signature: [UInt8]
    private let signedText: Substring

    /// Reads a token, and refuses an algorithm that is not allowed.
    ///
    /// A key in the header, or the address of one, is passed over: keys come from the configured provider only.
    ///
    /// - Parameters:
    ///   - text: The token.
    ///   - algorithms: The allowed algorithms.
    /// - Throws: ``TokenRefusal/tooLong``, ``TokenRefusal/malformed``, ``TokenRefusal/algorithmNotAllowed`` and
    ///   ``TokenRefusal/criticalExtension``.
    public init(_ text: String, allowing algorithms: Set<SigningAlgorithm>) throws(TokenRefusal) {
        guard text.utf8.count <= Self.longest else { throw .tooLong }
        let parts = text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let head = Base64URL.decode(parts[0]),
            let body = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2]),
            let header = JSONObject(parsing: head), let name = header.text("alg")
        else { throw .malformed }
        guard let algorithm = SigningAlgorithm(rawValue: name), algorithms.contains(algorithm) else {
            throw .algorithmNotAllowed
        }
        guard header["crit"] == nil else { throw .criticalExtension }
        guard header["kid"] == nil || header.text("kid") != nil,
            header["typ"] == nil || header.text("typ") != nil, let payload = JSONObject(parsing: body)
        else { throw .malformed }
        self.header = Header(
            algorithm: algorithm, keyID: header.text("kid"), type: header.text("typ")?.lowercased())
        self.payload = payload
        self.signature = signature
        signedText = text[..<parts[1].endIndex]
    }

    /// Checks the signature.
    ///
    /// - Parameter keys: The keys of the configured provider.
    /// - Returns: The token with its claims, which the provider has signed and nobody has judged yet.
    /// - Throws: ``TokenRefusal/missingKeyID``, ``TokenRefusal/unknownKey`` and ``TokenRefusal/wrongSignature``.
    public func verified(by keys: JSONWebKeySet) throws(TokenRefusal) -> VerifiedToken {
        let isSigned = try keys.keys(for: header).contains { key in
            key.key.isValid(
                signature: signature, of: signedText.utf8, algorithm: header.algorithm.signature)
        }
        guard isSigned else { throw .wrongSignature }
        return VerifiedToken(header: header, claims: payload)
    }
}

/// A token whose signature is the provider's; ``IDToken`` and ``LogoutToken`` judge its claims.
public struct VerifiedToken: Sendable {
    let header: SignedToken.Header
    let claims: JSONObject
}
