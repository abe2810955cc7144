import CMicroHTTPD
import HTTPCore

/// Turns a response into one of the library's and queues it.
struct ResponseWriter {
    let driver: Driver
    let connection: ConnectionHandle
    let isHead: Bool
    let isSecure: Bool
    /// The name of the request.
    ///
    /// Prepared answers lack it: they are sent to many requests, and none of them is a failure.
    let id: RequestID?
    let exchange: Exchange

    /// Queues a response; only in the access handler.
    ///
    /// - Returns: `.NO`, which closes the connection, when the library refused the response.
    func queue(_ response: HTTPResponse) -> MHD_Result {
        guard let made = unsafe make(response.body) else {
            guard case .stream = response.body else { return .NO }
            response.abandon()
            return queue((driver.isEnding ? Problem.stopping : .tooManyStreams).response)
        }
        exchange.note(response.status)
        unsafe addFields(response.fields, isSecure: isSecure, to: made)
        if let id { _ = unsafe MHD_add_response_header(made, RequestID.field, id.text) }
        if driver.isEnding { _ = unsafe MHD_add_response_header(made, "Connection", "close") }
        // The connection keeps its own reference.
        defer { unsafe MHD_destroy_response(made) }
        return unsafe MHD_queue_response(connection.pointer, UInt32(response.status.code), made)
    }

    /// Queues a prepared response unchanged; only in the access handler.
    func queue(_ prepared: PreparedResponse, _ status: HTTPStatus) -> MHD_Result {
        exchange.note(status)
        return unsafe MHD_queue_response(connection.pointer, UInt32(status.code), prepared.pointer)
    }

    /// - Returns: `nil` when there is no memory, or no room for another stream.
    private func make(_ body: HTTPBody) -> OpaquePointer? {
        guard case .stream(let pipe) = body else { return unsafe makeResponse(body) }
        guard !isHead else {
            pipe.close()
            return unsafe makeUnreadStream()
        }
        guard driver.open(pipe) else { return nil }
        return unsafe StreamSource(driver: driver, connection: connection, pipe: pipe).makeResponse()
    }
}
