import Cryptography
import Essentials
import Gzip
import HTTPCore

/// A page in one language.
///
/// Each answer gets a nonce of its own, which its scripts carry and its policy names (W105).
struct RenderedPage: Sendable {
    /// What stands between the places of the nonce.
    private let pieces: [[UInt8]]
    /// The answer without nonce and policy, as long as each answer, because a nonce has a fixed length.
    private let bare: HTTPResponse
    /// What the page loads from elsewhere, if it pays.
    private let outside: OutsideContent?

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - pieces: The HTML, cut where a nonce belongs.
    ///   - language: The language that it is in.
    ///   - outside: What the page loads from elsewhere, if it pays.
    /// - Throws: `HTTPFieldRefusal` for a field that cannot be written; these can.
    init(_ pieces: [String], in language: LanguageTag, outside: OutsideContent? = nil) throws {
        self.outside = outside
        self.pieces = pieces.map { Array($0.utf8) }
        let placeholder = ContentPolicyNonce.placeholder.text
        var response = HTTPResponse.content(
            Array(pieces.joined(separator: placeholder).utf8), type: "text/html; charset=utf-8"
        ).tagged(isWeak: true)
        try response.fields.set("Cache-Control", "no-cache")
        try response.fields.set("Content-Language", language.description)
        try response.fields.set("Vary", "Accept-Encoding, Accept-Language, Cookie")
        bare = response
    }

    /// The answer to a request.
    ///
    /// A browser whose copy still holds is sent no policy, because the copy has the nonce of the policy it came with.
    func response(for request: HTTPRequest) throws -> HTTPResponse {
        let response = bare.conditional(for: request)
        return response.status == .ok ? try withNonce(response, for: request) : response
    }

    /// The answer to a request for an address without a page.
    func responseForUnknownAddress(to request: HTTPRequest) throws -> HTTPResponse {
        var response = try withNonce(bare, for: request)
        response.status = .notFound
        response.fields.remove("ETag")
        try response.fields.set("Vary", "Accept, Accept-Encoding, Accept-Language, Cookie")
        return response
    }

    /// The answer with a nonce, compressed if the client takes it so: nothing in a page comes from a request, so that its length tells
    /// nobody a secret.
    private func withNonce(_ response: HTTPResponse, for request: HTTPRequest) throws -> HTTPResponse {
        let nonce = try ContentPolicyNonce()
        var response = response
        let page = Array(pieces.joined(separator: nonce.text.utf8))
        if request.takesGzip {
            try response.fields.set("Content-Encoding", "gzip")
            response.body = .bytes(GzipFile(compressing: page).bytes)
        } else {
            response.body = .bytes(page)
        }
        try response.protect(scripts: nonce, outside: outside)
        return response
    }
}

/// A number that is used once, by which a browser knows the scripts of an answer (Content Security Policy 3, section 7.1).
struct ContentPolicyNonce: Sendable {
    private static let byteCount = 16

    /// 128 random bits in base64url.
    let text: String

    /// As long as a nonce, and none.
    static let placeholder = ContentPolicyNonce(bytes: [UInt8](repeating: 0, count: byteCount))

    init() throws { self.init(bytes: try SecureRandom.bytes(Self.byteCount)) }

    private init(bytes: [UInt8]) { text = Base64URL.encode(bytes) }
}
