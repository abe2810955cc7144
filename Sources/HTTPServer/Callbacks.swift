import CMicroHTTPD
import Glibc

// The library calls these on the thread that serves the connection. The context is the driver, which outlives
// the calls.

/// A client has connected; on `.NO` the library closes the connection at once.
func admitConnection(
    _ context: UnsafeMutableRawPointer?, _: UnsafePointer<sockaddr>?, _: socklen_t
) -> MHD_Result {
    guard let driver = unsafe driver(context), !driver.isStopping else { return .NO }
    return .YES
}

/// A connection was accepted or is about to be closed; until it closes, the library's slot holds its `Peer`.
func noteConnection(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_ConnectionNotificationCode
) {
    guard let driver = unsafe driver(context), let connection = unsafe connection, let slot = unsafe slot
    else {
        return
    }
    switch code {
    case .CONNECTION_NOTIFY_STARTED:
        let credentials = driver.credentials
        let peer = driver.admit(
            socket: unsafe vicinity_mhd_socket(connection), address: unsafe clientAddress(of: connection),
            credentials: credentials)
        // The handshake has not begun.
        if let credentials, unsafe !credentials.apply(to: connection) { peer.cutOff() }
        // Released below.
        unsafe slot.pointee = Unmanaged.passRetained(peer).toOpaque()
    case .CONNECTION_NOTIFY_CLOSED:
        guard let raw = unsafe slot.pointee else { return }
        unsafe slot.pointee = nil
        driver.dismiss(unsafe Unmanaged<Peer>.fromOpaque(raw).takeRetainedValue())
    @unknown default:
        return
    }
}

/// A request line has arrived; the library shows the complete target only here.
///
/// - Returns: the exchange, which the library keeps for the request; released in `noteCompletion`.
func noteTarget(
    _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let driver = unsafe driver(context), let target = unsafe target, let connection = unsafe connection,
        let raw = unsafe vicinity_mhd_connection_context(connection)
    else { return nil }
    let peer = unsafe Unmanaged<Peer>.fromOpaque(raw).takeUnretainedValue()
    let exchange = unsafe Exchange(
        driver: driver, peer: peer, connection: ConnectionHandle(connection), target: String(cString: target))
    return unsafe Unmanaged.passRetained(exchange).toOpaque()
}

/// The header, a part of the body or the end of a request has arrived, or a suspended connection was resumed.
func handleAccess(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ path: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ upload: UnsafePointer<CChar>?,
    _ uploadSize: UnsafeMutablePointer<Int>?, _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let raw = unsafe slot?.pointee, let method = unsafe method, let uploadSize = unsafe uploadSize
    else {
        return .NO
    }
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(raw).takeUnretainedValue()
    guard exchange.hasBegun else { return unsafe exchange.begin(method: method) }
    guard unsafe uploadSize.pointee > 0 else { return exchange.proceed() }
    let part = unsafe UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee)
    unsafe uploadSize.pointee = 0
    return unsafe exchange.receive(part)
}

/// A request is over, whether it was answered or not.
func noteCompletion(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_RequestTerminationCode
) {
    guard let raw = unsafe slot?.pointee else { return }
    unsafe slot?.pointee = nil
    unsafe Unmanaged<Exchange>.fromOpaque(raw).takeRetainedValue()
        .complete(isAnswered: code == .REQUEST_TERMINATED_COMPLETED_OK)
}

private func clientAddress(of connection: OpaquePointer) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { text in
        guard unsafe vicinity_mhd_client_address(connection, text.baseAddress, text.count) else { return "" }
        return unsafe text.baseAddress.map { unsafe String(cString: $0) } ?? ""
    }
}

private func driver(_ context: UnsafeMutableRawPointer?) -> Driver? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<Driver>.fromOpaque(context).takeUnretainedValue()
}
