import Dispatch
import Glibc
import Synchronization

/// Waits for notifications of a channel (`LISTEN`) on a connection and a thread of its own.
public final class PostgresListener: Sendable {
    private static let pollMilliseconds: Int32 = 200
    private static let pauseMicroseconds: UInt32 = 500_000

    private let isEnding = Atomic<Bool>(false)
    private let queue = DispatchQueue(label: "postgresql.listener", qos: .userInitiated)
    private let address: String
    private let channel: String
    private let onNotice: @Sendable () -> Void
    private let ownProcess: @Sendable () -> Int32

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - address: The server and the database.
    ///   - channel: The name of the channel, of lower-case letters and underscores.
    ///   - ownProcess: The server's process whose notifications do not count, because the program itself caused them.
    ///   - onNotice: Called on the thread of the listener after one or several notifications, and after each new
    ///     connection, because notifications may have been missed before.
    public init(
        address: String, channel: String, ignoring ownProcess: @escaping @Sendable () -> Int32 = { 0 },
        onNotice: @escaping @Sendable () -> Void
    ) {
        self.address = address
        self.channel = channel
        self.ownProcess = ownProcess
        self.onNotice = onNotice
        queue.async { self.run() }
    }

    /// Ends the thread within a fraction of a second.
    public func stop() { isEnding.store(true, ordering: .relaxed) }

    private func run() {
        while !isEnding.load(ordering: .relaxed) {
            do { try listen() } catch { usleep(Self.pauseMicroseconds) }
        }
    }

    /// Listens until the end or until the connection is lost.
    private func listen() throws {
        let connection = try PostgresConnection(address: address)
        try connection.execute(script: "LISTEN \(channel)")
        onNotice()
        while !isEnding.load(ordering: .relaxed) {
            var waiting = pollfd(fd: connection.socket, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&waiting, 1, Self.pollMilliseconds) > 0 else { continue }
            if try connection.takeNotifications(ignoring: ownProcess()) { onNotice() }
        }
    }
}
