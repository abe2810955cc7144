import Cryptography
import HTTPCore

extension HTTPResponse {
    /// The response with an entity tag made of its bytes.
    ///
    /// - Parameter isWeak: Whether answers with this tag may differ in bytes that mean nothing, such as a nonce.
    /// - Returns: The response; without a tag if it has no bytes.
    /// - Complexity: O(*n*) in the length of the body.
    func tagged(isWeak: Bool = false) -> HTTPResponse {
        guard case .bytes(let bytes) = body else { return self }
        let digest = Base64URL.encode(SHA256.digest(of: bytes).prefix(12))
        guard let tag = EntityTag(digest, isWeak: isWeak) else { return self }
        var response = self
        response.setEntityTag(tag)
        return response
    }
}
