import CMicroHTTPD
import HTTPCore

/// A response of the library's that is sent again and again.
///
/// Unchecked because of the pointer. It is sound: the library counts its references under a lock of its own, and nothing
/// changes the response once it is made.
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

/// The library's response with a body that is there.
///
/// - Returns: `nil` when there is no memory, and for a stream.
func makeResponse(_ body: HTTPBody) -> OpaquePointer? {
    switch body {
    case .empty:
        return unsafe MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
    case .bytes(let bytes):
        return unsafe bytes.withUnsafeBytes { buffer in
            // Not changed: the library copies before it returns.
            let start = unsafe UnsafeMutableRawPointer(mutating: buffer.baseAddress)
            return unsafe MHD_create_response_from_buffer(buffer.count, start, .RESPMEM_MUST_COPY)
        }
    case .stream:
        return nil
    }
}

/// Adds the fields of a response, that its type is to be believed, and to a client that spoke TLS that it should stay with it.
func addFields(_ fields: HTTPFields, isSecure: Bool, to response: OpaquePointer) {
    unsafe fields.forEachTerminated { name, value in
        // Refused only for fields that are the library's own, such as the length.
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 1) { name in
            unsafe value.withMemoryRebound(to: CChar.self, capacity: 1) { value in
                _ = unsafe MHD_add_response_header(response, name, value)
            }
        }
    }
    _ = unsafe MHD_add_response_header(response, "X-Content-Type-Options", "nosniff")
    // A year. Browsers must not be told without TLS (RFC 6797, 7.2), and names below this host may be another's.
    if isSecure {
        _ = unsafe MHD_add_response_header(response, "Strict-Transport-Security", "max-age=31536000")
    }
}
