public import ESCPOS

/// Carries out one conversation with a printer.
public struct PrinterSession: Sendable {
    /// The time limit of a connection attempt.
    public static let connectionLimit: Duration = .seconds(3)

    let transport: PrinterTransport
    let clock: any Clock<Duration>

    /// Makes a session.
    ///
    /// - Parameters:
    ///   - transport: How printers are reached.
    ///   - clock: The clock of the time-outs.
    public init(transport: PrinterTransport, clock: any Clock<Duration>) {
        self.transport = transport
        self.clock = clock
    }

    /// Asks a printer for its status and, if it can print, prints a document.
    ///
    /// - Parameters:
    ///   - document: The commands; `nil` only asks.
    ///   - host: The printer's host.
    ///   - port: Its port.
    ///   - recordAttempt: Called before the document is sent; returns `false` to cancel.
    /// - Returns: How it ended; `nil` when `recordAttempt` cancelled it.
    /// - Throws: The errors of `recordAttempt`, and `CancellationError`.
    public func run(
        _ document: [UInt8]?, host: String, port: Int, recordAttempt: () async throws -> Bool = { true }
    ) async throws -> PrintingStateMachine.Outcome? {
        let connection: any PrinterConnection
        do { connection = try await transport.connect(host, port, Self.connectionLimit) } catch {
            try Task.checkCancellation()
            return .failed(.unreachable)
        }
        defer { connection.close() }
        return try await converse(document, on: connection, by: clock, recordAttempt)
    }

    private func converse(
        _ document: [UInt8]?, on connection: any PrinterConnection, by clock: some Clock<Duration>,
        _ recordAttempt: () async throws -> Bool
    ) async throws -> PrintingStateMachine.Outcome? {
        let start = clock.now
        func now() -> Duration { start.duration(to: clock.now) }
        var machine = PrintingStateMachine(document: document)
        var action = machine.connected(at: now())
        while true {
            switch action {
            case .finish(let outcome): return outcome
            case .recordAttempt:
                guard try await recordAttempt() else { return nil }
                action = machine.begin(at: now())
            case .send(let bytes):
                let sent: Void? = await Self.reached { try await connection.send(bytes) }
                try Task.checkCancellation()
                action = sent == nil ? machine.closed() : .wait
            case .wait:
                let limit = max(.zero, machine.deadline - now())
                let bytes = await Self.reached { try await connection.receive(within: limit) }
                try Task.checkCancellation()
                action =
                    switch bytes {
                    case nil: machine.closed()
                    case []?: machine.timePassed(at: now())
                    case let bytes?: machine.received(bytes, at: now())
                    }
            }
        }
    }

    /// The result of a call on a connection; `nil` when the connection was closed.
    private static func reached<Value>(_ call: () async throws -> Value) async -> Value? {
        do { return try await call() } catch { return nil }
    }
}
