import Conditions
import Formats
import JSON
import Monitoring
import Observations
import WorkplaceClient

/// Starts the person's waiting orders when the monitor finds the person at the café.
///
/// The server gets a request to start the order, and no position.
struct OrderStarter {
    /// How often to check without an arrival, because a person may order while they are at the café.
    private static let interval: Duration = .seconds(3)

    private var client: APIClient
    private let identity: TerminalIdentity
    private let pace: Pace
    /// The café of each spot that belongs to a café, and of each area.
    private let cafes: [String: String]
    /// The last event of an earlier run; the person may have left since.
    private let former: Int64
    private let arrivals = Arrivals()
    private var told = TroubleLog()

    /// Makes a starter.
    ///
    /// `areas` has the café of each monitored area by the identifier of its condition, and `former` is the number of the last
    /// event before the monitor observed anything.
    init(
        _ reporter: PresenceReporter, spots: [PresenceReporter.Spot], areas: [String: String],
        after former: Int64
    ) {
        client = reporter.client
        identity = reporter.identity
        pace = reporter.pace
        let ofSpots = spots.compactMap { spot in spot.cafe.map { (spot.entry.identifier, $0) } }
        cafes = areas.merging(ofSpots) { area, _ in area }
        self.former = former
    }

    /// Records an event; an arrival at a café starts the orders there.
    func take(_ event: Monitor.Event) {
        guard event.state == .satisfied, event.number > former, let cafe = cafes[event.identifier]
        else { return }
        arrivals.note(cafe, age: pace.played(event.date).duration(to: Pace.now))
    }

    /// Checks after each arrival and each call of ``lookNowAndThen()``, until ``finish()`` or the task is cancelled.
    mutating func run(for monitor: Monitor) async {
        for await _ in arrivals.news { await look(at: monitor) }
    }

    /// Triggers a check every few seconds until the task is cancelled.
    ///
    /// - Throws: `CancellationError`.
    func lookNowAndThen() async throws {
        while true {
            try await Task.sleep(for: Self.interval)
            arrivals.checkAgain()
        }
    }

    /// Checks once more, and then ends.
    func finish() { arrivals.finish() }

    /// Starts the orders at the cafés where the person is; it reports a failure, and the next check retries.
    private mutating func look(at monitor: Monitor) async {
        let arrived = arrivals.take()
        var present = Set(arrived.keys)
        for (spot, cafe) in cafes {
            let event = await monitor.record(for: spot, reader: PresenceReporter.reader)?.lastEvent
            if let event, event.state == .satisfied, event.number > former { present.insert(cafe) }
        }
        guard !present.isEmpty else { return }
        var trouble: String?
        do {
            if !client.isSignedIn { try await identity.signIn(&client) }
            let orders = try await client.latestWaitingOrders().filter { present.contains($0.cafe) }
            trouble = try await arrivals.start(orders, after: arrived) { try await start($0) }?.description
        } catch {
            trouble = Self.words(error)
            arrivals.giveBack(arrived)
            let cause = (error as? NotStarted)?.reason ?? error
            if (cause as? APIProblem)?.status == 401 { client.signOut() }
        }
        guard let trouble else {
            told = TroubleLog()
            return
        }
        if !Task.isCancelled, told.isNews(trouble) { Terminal.error(trouble) }
    }

    /// The message for a failure; before the server answers it is unknown whether an order waits.
    static func words(_ failure: any Error) -> String {
        failure is NotStarted
            ? "\(failure)" : "Whether an order of yours waits could not be asked: \(failure)"
    }

    private func start(_ order: WaitingOrder) async throws {
        _ = try await client.startOrder(order.id)
        Terminal.error("Order \(order.number) is started, since you are at \(order.cafe).".plain)
    }
}
