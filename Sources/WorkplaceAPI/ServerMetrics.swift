import Essentials
public import Metrics
import Workplace

/// What a server tells an operator about itself.
///
/// What happens is counted where it happens; what is a state is read when somebody asks.
public struct ServerMetrics: Sendable {
    /// How many writes shared a commit, and how long it took.
    public final class Commits: Sendable {
        private let writes = Histogram(.counts)
        private let durations = Histogram(.requestDurations)
        private let lockWaits = Histogram(.requestDurations)

        /// Makes empty counts.
        public init() {}

        /// Counts a commit.
        public func note(writes count: Int, _ duration: Duration) {
            writes.note(UInt64(count))
            durations.note(duration)
        }

        /// Counts how long a transaction waited for the other nodes that write.
        public func noteLockWait(_ duration: Duration) { lockWaits.note(duration) }

        fileprivate var families: [MetricFamily] {
            [
                MetricFamily(
                    "vicinity_commit_writes", "How many writes shared a commit of the database.", writes),
                MetricFamily(
                    "vicinity_commit_duration_seconds", "How long commits of the database took.", durations),
                MetricFamily(
                    "vicinity_write_lock_wait_seconds",
                    "How long transactions waited for the lock of those who write; only on PostgreSQL.",
                    lockWaits),
            ]
        }
    }

    private let services: WorkplaceServices
    private let requests: RequestMeter
    private let commits: Commits
    private let errors: EventCounter
    private let storeCheck: StoreCheck
    private let departure: Departure
    private let openStreams: @Sendable () -> Int
    private let process: @Sendable () -> [MetricFamily]

    /// Puts together what is shown.
    ///
    /// - Parameters:
    ///   - web: The service whose installation is watched.
    ///   - requests: The requests that were answered.
    ///   - commits: The commits of the store.
    ///   - errors: The errors that were written to the log.
    ///   - process: Reads what the program knows of its process, files and connections.
    public init(
        of web: WorkplaceWebService, requests: RequestMeter, commits: Commits, errors: EventCounter,
        process: @escaping @Sendable () -> [MetricFamily]
    ) {
        services = web.services
        self.requests = requests
        self.commits = commits
        self.errors = errors
        storeCheck = StoreCheck(store: services.store, now: services.now)
        departure = web.departure
        openStreams = { [streams = web.streams] in streams.count }
        self.process = process
    }

    /// Reads everything and writes it as text for Prometheus.
    ///
    /// It never fails and takes little more than two seconds: an operator needs the rest most when the store does not answer.
    public func text() async -> [UInt8] {
        async let ready = Self.soon { await isReady }
        async let state = Self.soon { try? await services.operatingState() }
        var families = process() + [requests.family] + commits.families
        families.append(
            MetricFamily(
                .counter, "vicinity_errors_total", "How many errors were written to the log.",
                value: Double(errors.value)))
        families.append(
            MetricFamily(
                .gauge, "vicinity_feed_streams", "How many streams of changes are open.",
                value: Double(openStreams())))
        families.append(
            MetricFamily(
                .gauge, "vicinity_sender",
                "1 when this node sends notices, webhooks, print jobs and payments, otherwise 0.",
                value: services.store.duty == .other ? 0 : 1))
        families.append(
            MetricFamily(
                .gauge, "vicinity_ready", "1 when orders can be taken, as /readyz says, otherwise 0.",
                value: await ready == true ? 1 : 0))
        // Without the store, the values are missing and `vicinity_ready` is 0.
        return PrometheusText.write(families + Self.families(of: await state))
    }

    /// How long the store may take; programs that read metrics wait for ten seconds as a rule.
    private static let patience: Duration = .seconds(2)

    /// What a body returns, or `nil` when it takes too long; it then goes on, and nobody waits for it.
    private static func soon<Value: Sendable>(
        _ body: @escaping @Sendable () async -> Value?
    ) async -> Value? {
        let (answers, continuation) = AsyncStream.makeStream(of: Value?.self)
        let work = Task { continuation.yield(await body()) }
        let end = Task {
            try? await Task.sleep(for: patience)
            continuation.yield(nil)
        }
        defer {
            work.cancel()
            end.cancel()
        }
        var iterator = answers.makeAsyncIterator()
        return await iterator.next() ?? nil
    }

    private var isReady: Bool {
        get async {
            guard !departure.isNear else { return false }
            do {
                _ = try services.campuses.inForce()
                try await storeCheck.run()
                return true
            } catch {
                return false
            }
        }
    }

    /// The state as families, without values when it is not known.
    static func families(of state: OperatingState?) -> [MetricFamily] {
        var lagEntries = MetricFamily(
            .gauge, "vicinity_feed_lag_entries",
            "How many changes are durable and not delivered to their followers yet.")
        var lag = MetricFamily(
            .gauge, "vicinity_feed_lag_seconds", "For how long the first of these changes has been durable.")
        var waiting = MetricFamily(
            .gauge, "vicinity_outbox_waiting",
            "How many deliveries wait, those among them that are tried again later.")
        var age = MetricFamily(
            .gauge, "vicinity_outbox_age_seconds", "For how long the oldest delivery has been waiting.")
        var overdue = MetricFamily(
            .gauge, "vicinity_outbox_overdue_seconds",
            "For how long the next attempt of a delivery has been due; the sender works while this is near 0."
        )
        var prints = MetricFamily(
            .gauge, "vicinity_print_jobs_waiting", "How many tickets and receipts wait for a printer.")
        var unseen = MetricFamily(
            .gauge, "vicinity_kitchen_unseen_tickets",
            "How many tickets were not acknowledged in time by a screen of their station, by café.")
        var gateways = MetricFamily(.gauge, "vicinity_gateways", "How many gateways are in each state.")
        var late = MetricFamily(
            .gauge, "vicinity_timer_late_seconds",
            "For how long work of a timer has been due that is not done.")
        if let state {
            let since = { (time: Timestamp?) in
                time.map { max($0.duration(to: state.time), .zero).inSeconds } ?? 0
            }
            lagEntries.add(Double(state.undeliveredEntries))
            lag.add(since(state.undeliveredSince))
            for outbox in state.outboxes {
                let label = MetricFamily.Label("outbox", outbox.kind.rawValue)
                waiting.add(Double(outbox.waiting), label)
                age.add(since(outbox.oldest), label)
                overdue.add(since(outbox.due), label)
            }
            prints.add(Double(state.waitingPrints))
            for (cafe, count) in state.unseenTickets {
                unseen.add(Double(count), MetricFamily.Label("cafe", cafe.rawValue))
            }
            for name in GatewayState.allCases {
                guard let count = state.gateways[name] else { continue }
                gateways.add(Double(count), MetricFamily.Label("state", name.rawValue))
            }
            for (timer, time) in state.lateness {
                late.add(time.inSeconds, MetricFamily.Label("timer", timer))
            }
        }
        return [lagEntries, lag, waiting, age, overdue, prints, unseen, gateways, late]
    }
}

extension Duration {
    fileprivate var inSeconds: Double { self / .seconds(1) }
}
