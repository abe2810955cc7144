import CMicroHTTPD
import HTTPCore

/// Feeds a streaming response from its pipe, and suspends the connection while there is nothing to send.
final class StreamSource: Sendable {
    private let driver: Driver
    private let connection: ConnectionHandle
    private let pipe: HTTPBodyPipe

    init(driver: Driver, connection: ConnectionHandle, pipe: HTTPBodyPipe) {
        self.driver = driver
        self.connection = connection
        self.pipe = pipe
    }

    /// The library's response, which owns this source: released in `endStream`.
    func makeResponse() -> OpaquePointer? {
        let retained = unsafe Unmanaged.passRetained(self)
        let response = unsafe MHD_create_response_from_callback(
            vicinity_mhd_unknown_size(), 16 * 1024, readStream, retained.toOpaque(), endStream)
        if unsafe response == nil { unsafe retained.release() }
        return unsafe response
    }

    /// Fills a buffer, or suspends the connection and returns 0.
    ///
    /// The connection is suspended before the pipe gets the wake-up closure, so it is never resumed too
    /// early.
    fileprivate func read(into buffer: UnsafeMutableRawBufferPointer, isAtStart: Bool) -> Int {
        switch unsafe pipe.take(into: buffer) {
        case .bytes(let count): return count
        case .finished: return endOfStream
        case .broken:
            cutOff()
            return 1
        case .nothing:
            if isAtStart { unsafe vicinity_mhd_push(connection.pointer) }
            driver.suspend(connection)
            let isKept = pipe.wakeWhenReadable { [driver, connection] in driver.resume(connection) }
            if !isKept { driver.resume(connection) }
            return 0
        }
    }

    /// Shuts the socket, so that the library closes the connection at its next byte.
    ///
    /// When the content reader returns an error, the library (0.9.75) keeps the connection until it has been idle
    /// for its time limit, and the client waits for so long. When sending fails, the library closes it at once. So
    /// the caller returns one byte, which cannot be sent.
    private func cutOff() { unsafe vicinity_socket_cut_off(vicinity_mhd_socket(connection.pointer)) }

    fileprivate func end() { driver.close(pipe) }
}

/// The answer to HEAD for a stream, without a length.
///
/// The library (0.9.75) writes the last chunk even after HEAD. So chunks are turned off, which closes the
/// connection.
func makeUnreadStream() -> OpaquePointer? {
    guard
        let response = unsafe MHD_create_response_from_callback(
            vicinity_mhd_unknown_size(), 1024, readStream, nil, nil)
    else { return nil }
    unsafe vicinity_mhd_forbid_chunks(response)
    return unsafe response
}

// The library's header defines these as macros with casts.
private let endOfStream = -1
private let endWithError = -2

/// The library calls this on the connection's thread when it can send more.
private func readStream(
    _ context: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: Int
) -> Int {
    guard let context = unsafe context else { return endWithError }
    let source = unsafe Unmanaged<StreamSource>.fromOpaque(context).takeUnretainedValue()
    return unsafe source.read(
        into: UnsafeMutableRawBufferPointer(start: buffer, count: size), isAtStart: position == 0)
}

/// The library calls this when the response has ended for any reason.
private func endStream(_ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<StreamSource>.fromOpaque(context).takeRetainedValue().end()
}
