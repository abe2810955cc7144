import Gzip
import HTTPCore
import Synchronization

/// A file that a browser loads, made when somebody first asks for it and compressed when a browser first takes it so.
///
/// A server starts without joining and compressing what nobody may ask for.
final class StaticFile: Sendable {
    /// How long a browser may keep the file without asking again.
    enum Keeping: Sendable {
        /// For a year: another version has another address.
        case forever
        /// It asks each time whether its copy still holds.
        case untilAsked

        fileprivate var rule: String {
            switch self {
            case .forever: "public, max-age=31536000, immutable"
            case .untilAsked: "no-cache"
            }
        }
    }

    private struct Made {
        var plain: HTTPResponse
        /// The same compressed; `nil` until it is asked for, or where that makes it no smaller.
        var compressed: HTTPResponse?
        var isCompressed = false
    }

    private let type: StaticString
    private let isCompressible: Bool
    private let make: @Sendable () -> [UInt8]
    private let made = Mutex<Made?>(nil)

    /// Makes a file.
    ///
    /// - Parameters:
    ///   - type: Its media type.
    ///   - isCompressible: Whether its bytes are not compressed already.
    ///   - make: Makes its bytes, the same each time.
    init(type: StaticString, isCompressible: Bool = true, make: @escaping @Sendable () -> [UInt8]) {
        self.type = type
        self.isCompressible = isCompressible
        self.make = make
    }

    /// The answer to a request.
    func response(for request: HTTPRequest, keeping: Keeping) throws -> HTTPResponse {
        var response = try made.withLock { made in
            try answer(takesGzip: isCompressible && request.takesGzip, &made)
        }
        try response.fields.set("Cache-Control", keeping.rule)
        return response.conditional(for: request)
    }

    private func answer(takesGzip: Bool, _ made: inout Made?) throws -> HTTPResponse {
        var present = try made ?? Made(plain: response(make()))
        defer { made = present }
        guard takesGzip else { return present.plain }
        if !present.isCompressed, case .bytes(let bytes) = present.plain.body {
            present.isCompressed = true
            let file = GzipFile(compressing: bytes).bytes
            if file.count < bytes.count {
                present.compressed = try response(file)
                try present.compressed?.fields.set("Content-Encoding", "gzip")
            }
        }
        return present.compressed ?? present.plain
    }

    private func response(_ bytes: [UInt8]) throws -> HTTPResponse {
        var response = HTTPResponse.content(bytes, type: type).tagged()
        if isCompressible { try response.fields.set("Vary", "Accept-Encoding") }
        return response
    }
}

extension HTTPRequest {
    /// Whether the client takes gzip (RFC 9110, 12.5.3).
    var takesGzip: Bool {
        let codings = fields.listValues("Accept-Encoding")
        let named =
            codings.first { $0.value == "gzip" || $0.value == "x-gzip" } ?? codings.first { $0.value == "*" }
        return (named?.thousandths ?? 0) > 0
    }
}
