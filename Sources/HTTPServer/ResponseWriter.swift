import CMicroHTTPD
import HTTPCore

/// Turns a response into the library's and queues it.
struct ResponseWriter {
    let driver: Driver
    let connection: ConnectionHandle
    let isHead: Bool

    /// Queues a response; only in the access handler.
    ///
    /// - Returns: `.NO`, which closes the connection, when the library could not take it.
    func queue(_ response: HTTPResponse) -> MHD_Result {
        guard let made = unsafe make(response.body) else {
            guard case .stream = response.body else { return .NO }
            response.abandon()
            return queue((driver.isStopping ? Problem.stopping : .tooManyStreams).response)
        }
        unsafe addFields(response.fields, to: made)
        // The connection keeps its own reference.
        defer { unsafe MHD_destroy_response(made) }
        return unsafe MHD_queue_response(connection.pointer, UInt32(response.status.code), made)
    }

    /// - Returns: `nil` when there is no memory, or no room for another stream.
    private func make(_ body: HTTPBody) -> OpaquePointer? {
        switch body {
        case .empty:
            return unsafe MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
        case .bytes(let bytes):
            return unsafe bytes.withUnsafeBytes { buffer in
                // Not changed: the library copies before it returns.
                let start = unsafe UnsafeMutableRawPointer(mutating: buffer.baseAddress)
                return unsafe MHD_create_response_from_buffer(buffer.count, start, .RESPMEM_MUST_COPY)
            }
        case .stream(let pipe):
            guard !isHead else {
                pipe.close()
                return unsafe makeUnreadStream()
            }
            guard driver.open(pipe) else { return nil }
            return unsafe StreamSource(driver: driver, connection: connection, pipe: pipe).makeResponse()
        }
    }

    private func addFields(_ fields: HTTPFields, to response: OpaquePointer) {
        unsafe fields.forEachTerminated { name, value in
            // Refused only for fields that are the library's own, such as the length.
            unsafe name.withMemoryRebound(to: CChar.self, capacity: 1) { name in
                unsafe value.withMemoryRebound(to: CChar.self, capacity: 1) { value in
                    _ = unsafe MHD_add_response_header(response, name, value)
                }
            }
        }
        _ = unsafe MHD_add_response_header(response, "X-Content-Type-Options", "nosniff")
        if driver.isStopping { _ = unsafe MHD_add_response_header(response, "Connection", "close") }
    }
}
