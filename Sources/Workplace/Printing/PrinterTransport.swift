/// A connection to a printer.
public protocol PrinterConnection: Sendable {
    /// Sends bytes, and returns when the system has taken them.
    ///
    /// - Throws: When the connection is gone or the printer takes no more for some time.
    func send(_ bytes: [UInt8]) async throws

    /// Waits for bytes.
    ///
    /// - Parameter limit: How long to wait.
    /// - Returns: The bytes that arrived; empty when the time has passed.
    /// - Throws: When the connection is gone.
    func receive(within limit: Duration) async throws -> [UInt8]

    /// Closes the connection.
    func close()
}

/// How printers are reached; the program wires it to TCP, and tests to printers of their own.
public struct PrinterTransport: Sendable {
    /// Opens a connection to a host's port within a time.
    let connect:
        @Sendable (_ host: String, _ port: Int, _ limit: Duration) async throws -> any PrinterConnection

    /// Makes a transport.
    public init(
        connect:
            @escaping @Sendable (_ host: String, _ port: Int, _ limit: Duration) async throws
            -> any PrinterConnection
    ) {
        self.connect = connect
    }

    /// Reaches no printer.
    public static let none = PrinterTransport { _, _, _ in throw NoTransport() }

    private struct NoTransport: Error {}
}
