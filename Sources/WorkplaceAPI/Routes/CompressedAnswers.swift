import Gzip
import HTTPCore
import Synchronization

/// Compresses large answers that many clients get, such as menus, each once.
///
/// Use it only for answers that are the same for everybody: the length of a compressed answer can tell what is in it.
final class CompressedAnswers: Sendable {
    /// How many are kept.
    private static let most = 64

    /// By the bytes of the answer.
    private let kept = Mutex<[[UInt8]: HTTPResponse]>([:])

    /// The answer as a client takes it, with an entity tag for each form.
    func answer(_ response: HTTPResponse, to request: HTTPRequest) throws -> HTTPResponse {
        guard case .bytes(let bytes) = response.body else { return response }
        var plain = response
        try plain.fields.add("Vary", "Accept-Encoding")
        guard request.takesGzip else { return plain.tagged() }
        if let known = kept.withLock({ $0[bytes] }) { return known }
        var compressed = plain
        compressed.body = .bytes(GzipFile(compressing: bytes).bytes)
        try compressed.fields.set("Content-Encoding", "gzip")
        compressed = compressed.tagged()
        kept.withLock { kept in
            if kept.count >= Self.most { kept.removeAll() }
            kept[bytes] = compressed
        }
        return compressed
    }
}
