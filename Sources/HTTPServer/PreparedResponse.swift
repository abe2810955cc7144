import CMicroHTTPD
import HTTPCore

/// A response object of the library that is sent many times.
///
/// Unchecked because of the pointer. The library counts the references under its own lock, and nothing
/// changes the response after it is made.
@safe final class PreparedResponse: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Prepares a response whose body is not a stream.
    ///
    /// - Returns: `nil` when there is no memory.
    init?(_ response: HTTPResponse, isSecure: Bool) {
        guard let pointer = unsafe makeResponse(response.body) else { return nil }
        unsafe self.pointer = unsafe pointer
        unsafe addFields(response.fields, isSecure: isSecure, to: pointer)
    }

    deinit { unsafe MHD_destroy_response(pointer) }
}

/// Makes the library's response for a body whose bytes are known.
///
/// - Returns: `nil` when there is no memory, and for a stream.
func makeResponse(_ body: HTTPBody) -> OpaquePointer? {
    switch body {
    case .empty:
        return unsafe MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
    case .bytes(let bytes):
        return unsafe bytes.withUnsafeBytes { buffer in
            // The cast is safe: the library copies the bytes before it returns, and does not change them.
            let start = unsafe UnsafeMutableRawPointer(mutating: buffer.baseAddress)
            return unsafe MHD_create_response_from_buffer(buffer.count, start, .RESPMEM_MUST_COPY)
        }
    case .stream:
        return nil
    }
}

/// Adds the response's fields, those that keep other sites away from every answer, and for clients that spoke TLS a rule
/// to keep using it.
func addFields(_ fields: HTTPFields, isSecure: Bool, to response: OpaquePointer) {
    unsafe fields.forEachTerminated { name, value in
        // Refused only for fields that the library sets itself, such as the length.
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 1) { name in
            unsafe value.withMemoryRebound(to: CChar.self, capacity: 1) { value in
                _ = unsafe MHD_add_response_header(response, name, value)
            }
        }
    }
    _ = unsafe MHD_add_response_header(response, "X-Content-Type-Options", "nosniff")
    // No other site embeds an answer, shares a window with it, or hears where a link of it led from.
    _ = unsafe MHD_add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin")
    if fields["Cross-Origin-Opener-Policy"] == nil {
        _ = unsafe MHD_add_response_header(response, "Cross-Origin-Opener-Policy", "same-origin")
    }
    if fields["Referrer-Policy"] == nil {
        _ = unsafe MHD_add_response_header(response, "Referrer-Policy", "no-referrer")
    }
    // A year. Without TLS this field must not be sent (RFC 6797, 7.2). Subdomains may belong to others, so it
    // leaves them out.
    if isSecure {
        _ = unsafe MHD_add_response_header(response, "Strict-Transport-Security", "max-age=31536000")
    }
}
