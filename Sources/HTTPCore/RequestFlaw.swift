/// Why the framing of a request was refused.
///
/// After any flaw the connection must end.
package enum RequestFlaw: Error, CaseIterable {
    /// The first line is not a method, a target and a version with one blank between them.
    case requestLine
    /// The version is neither 1.0 nor 1.1.
    case version
    /// A header field is not a token, a colon and a value without control characters, on one line that ends with CR LF.
    case field
    /// The header is larger, or has more parts, than the server accepts.
    case headerTooLarge
    /// A request of version 1.1 does not have exactly one `Host`, or it is not a host.
    case host
    /// `Content-Length` is not one plain number.
    case contentLength
    /// `Transfer-Encoding` appears twice, beside `Content-Length`, or in a request of version 1.0.
    case transferEncoding
    /// `Transfer-Encoding` is something other than `chunked`.
    case unknownTransferCoding
    /// A chunk breaks the framing rules of RFC 9112, section 7.1.
    case chunk

    /// The problem that the client receives.
    package var problem: Problem {
        switch self {
        case .requestLine: Self.malformed("The first line is not a method, a target and a version.")
        case .field: Self.malformed("A header field is not a name, a colon and a value on one line.")
        case .host: Self.malformed("The request needs one field Host with one host.")
        case .contentLength: Self.malformed("Content-Length has to be one number.")
        case .transferEncoding:
            Self.malformed("Transfer-Encoding has to stand once, alone, in a request of version 1.1.")
        case .chunk: Self.malformed("A chunk of the body is not framed correctly.")
        case .version:
            Problem(
                .httpVersionNotSupported, code: "unsupported-version",
                detail: "This server speaks HTTP/1.1 and HTTP/1.0.")
        case .unknownTransferCoding:
            Problem(
                .notImplemented, code: "unknown-transfer-coding",
                detail: "The only transfer coding that this server knows is chunked.")
        case .headerTooLarge:
            Problem(
                .requestHeaderFieldsTooLarge, code: "header-too-large",
                detail: "The header of the request is larger than is allowed.")
        }
    }

    private static func malformed(_ detail: String) -> Problem {
        Problem(.badRequest, code: "malformed-request", detail: detail)
    }
}
