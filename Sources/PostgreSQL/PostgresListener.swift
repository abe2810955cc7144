import Dispatch
import Glibc
import Synchronization

/// Waits for notifications of channels (`LISTEN`) on a connection and a thread of its own.
public final class PostgresListener: Sendable {
    private static let pollMilliseconds: Int32 = 200
    private static let pauseMicroseconds: UInt32 = 500_000

    private let isEnding = Atomic<Bool>(false)
    private let listening = Atomic<Bool>(false)
    private let queue = DispatchQueue(label: "postgresql.listener", qos: .userInitiated)
    private let pulse: PostgresPulse
    private let channels: Set<String>
    private let onNotice: @Sendable (Set<String>) -> Void
    private let ownProcess: @Sendable () -> Int32

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - pulse: Opens the connection, and ends it when the server does not answer.
    ///   - channels: The names of the channels, of lower-case letters and underscores.
    ///   - ownProcess: The server's process whose notifications do not count, because the program itself caused them.
    ///   - onNotice: Receives the channels on which notifications came, on the thread of the listener. After each new connection
    ///     these are all channels, because notifications may have been missed before.
    public init(
        over pulse: PostgresPulse, channels: Set<String>,
        ignoring ownProcess: @escaping @Sendable () -> Int32 = { 0 },
        onNotice: @escaping @Sendable (Set<String>) -> Void
    ) {
        self.pulse = pulse
        self.channels = channels
        self.ownProcess = ownProcess
        self.onNotice = onNotice
        queue.async { self.run() }
    }

    /// Whether notifications can arrive.
    public var isListening: Bool { listening.load(ordering: .relaxed) }

    /// Ends the thread within a fraction of a second.
    public func stop() { isEnding.store(true, ordering: .relaxed) }

    private func run() {
        while !isEnding.load(ordering: .relaxed) {
            do { try listen() } catch { usleep(Self.pauseMicroseconds) }
        }
    }

    /// Listens until the end or until the connection is lost.
    private func listen() throws {
        let connection = try pulse.connect()
        try connection.execute(script: channels.map { "LISTEN \($0)" }.joined(separator: "; "))
        listening.store(true, ordering: .relaxed)
        defer { listening.store(false, ordering: .relaxed) }
        onNotice(channels)
        while !isEnding.load(ordering: .relaxed) {
            var waiting = pollfd(fd: connection.socket, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&waiting, 1, Self.pollMilliseconds) > 0 else { continue }
            let found = try connection.takeNotifications(ignoring: ownProcess())
            if !found.isEmpty { onNotice(found) }
        }
    }
}
