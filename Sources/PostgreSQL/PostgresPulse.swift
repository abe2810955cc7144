import Dispatch
import Glibc
import Synchronization

/// Finds out whether the server of a database answers, and ends the connections that wait for one that does not.
///
/// When a network drops packets silently, or a proxy keeps a connection open that leads nowhere, a statement waits for an answer
/// that never comes, and neither keep-alive nor the server's time limits end it. So the pulse asks the server each second on a
/// connection and a thread of its own. When there is no answer in time, it shuts the sockets of all connections that belong to
/// it, and their statements fail with a connection loss. A server that refuses connections needs nothing of this: each statement
/// finds out at once.
public final class PostgresPulse: Sendable {
    /// The limits of a pulse.
    struct Limits: Sendable {
        /// How long to wait between two questions.
        var interval: Duration = .seconds(1)
        /// How long to wait for an answer.
        var patience: Duration = .seconds(4)
        /// A connection that could not be opened for so long was not refused: nothing has answered.
        var refusal: Duration = .seconds(2)
    }

    private struct State {
        /// Copies of the descriptors of the connections, which this type closes itself.
        ///
        /// libpq closes its own descriptor when it
        /// finds a loss, and another file could then have its number.
        var sockets: [Int: Int32] = [:]
        var count = 0
        var isAway = false
        var answeredAt: ContinuousClock.Instant?
    }

    private let state = Mutex(State())
    private let isEnding = Atomic<Bool>(false)
    private let queue = DispatchQueue(label: "postgresql.pulse", qos: .userInitiated)
    private let address: String
    private let applicationName: String
    private let limits: Limits

    init(
        address: String, applicationName: String = PostgresConnection.standardApplicationName,
        limits: Limits = Limits()
    ) {
        self.address = address
        self.applicationName = applicationName
        self.limits = limits
    }

    /// Begins to ask.
    func start() { queue.async { self.run() } }

    /// Ends the thread, within the time of one question.
    func stop() { isEnding.store(true, ordering: .relaxed) }

    /// Whether the server has not answered in time, and not since.
    public var isAway: Bool { state.withLock { $0.isAway } }

    /// Whether the server has answered within a time before now.
    public func hasAnswered(within time: Duration) -> Bool {
        state.withLock { state in
            guard !state.isAway, let answeredAt = state.answeredAt else { return false }
            return answeredAt.duration(to: .now) <= time
        }
    }

    /// Opens a connection that ends when the server does not answer.
    ///
    /// - Throws: ``PostgresError``, at once while the server is away.
    public func connect(translate: @escaping (String) -> String = { $0 }) throws -> PostgresConnection {
        guard !isAway else {
            throw PostgresError(
                state: PostgresError.connectionFailure, message: "the server does not answer")
        }
        return try PostgresConnection(
            address: address, applicationName: applicationName, translate: translate, pulse: self)
    }

    // MARK: - Connections

    /// Adds the socket of a connection.
    ///
    /// - Returns: A number to remove it by.
    func add(_ socket: Int32) -> Int {
        let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        return state.withLock { state in
            state.count += 1
            if copy >= 0 { state.sockets[state.count] = copy }
            return state.count
        }
    }

    /// Removes a socket, before the connection ends.
    func remove(_ number: Int) {
        // Closed under the lock, so that it is not shut after its number was given to another file.
        state.withLock { state in
            if let copy = state.sockets.removeValue(forKey: number) { close(copy) }
        }
    }

    /// Ends all connections, and refuses others until the server answers.
    func lose() {
        state.withLock { state in
            state.isAway = true
            for copy in state.sockets.values { shutdown(copy, Int32(SHUT_RDWR)) }
        }
    }

    private func noteAnswer() {
        state.withLock { state in
            state.isAway = false
            state.answeredAt = .now
        }
    }

    // MARK: - Asking

    private func run() {
        var connection: PostgresConnection?
        while !isEnding.load(ordering: .relaxed) {
            let began = ContinuousClock.now
            var isAnswered = false
            do {
                // Not by `connect`: this connection finds out when the server is back, and no other one may end it.
                let open =
                    try connection
                    ?? PostgresConnection(
                        address: address, applicationName: applicationName, translate: { $0 }, pulse: nil)
                connection = open
                isAnswered = open.answers(within: limits.patience)
            } catch {}
            if isAnswered {
                noteAnswer()
            } else {
                if connection?.isLost == false || began.duration(to: .now) >= limits.refusal { lose() }
                connection = nil
            }
            // More often while there is no answer, so that work goes on soon.
            usleep(UInt32(limits.interval / .microseconds(isAnswered ? 1 : 4)))
        }
    }
}
