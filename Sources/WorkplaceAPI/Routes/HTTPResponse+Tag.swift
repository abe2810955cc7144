import Cryptography
import HTTPCore

extension HTTPResponse {
    /// The response with a strong entity tag made of its bytes.
    ///
    /// - Complexity: O(*n*) in the length of the body.
    func tagged() -> HTTPResponse {
        guard case .bytes(let bytes) = body else { return self }
        guard let tag = EntityTag(Base64URL.encode(SHA256.digest(of: bytes).prefix(12))) else { return self }
        var response = self
        response.setEntityTag(tag)
        return response
    }
}
