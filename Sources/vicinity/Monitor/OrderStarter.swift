import Conditions
import Formats
import JSON
import Monitoring
import Observations

/// Has the kitchen start the person's waiting orders at the cafés that the monitor finds them at.
///
/// The server is sent "start" for the order, and nothing of where or how.
struct OrderStarter {
    /// Between two looks that nothing brings about: an order may be placed while the person is at the café already.
    private static let interval: Duration = .seconds(3)

    private var client: APIClient
    private let person: String
    private let pace: Pace
    /// The café of each spot that belongs to one, and of each area.
    private let cafes: [String: String]
    /// The last number of an event that an earlier run may have left: the person may have gone since.
    private let former: Int64
    private let arrivals = Arrivals()
    private var told = TroubleLog()

    /// Makes one that signs in as a person when there is something to start; to be made before anything is observed.
    ///
    /// The areas of cafés that are monitored are known by the identifiers of their conditions.
    init(
        _ reporter: PresenceReporter, spots: [PresenceReporter.Spot], areas: [String: String],
        monitor: Monitor
    ) async {
        client = reporter.client
        person = reporter.person
        pace = reporter.pace
        let ofSpots = spots.compactMap { spot in spot.cafe.map { (spot.entry.identifier, $0) } }
        cafes = areas.merging(ofSpots) { area, _ in area }
        former = await monitor.lastNumber
    }

    /// Notes an event, and has the orders started if it finds the person at a café just now.
    func take(_ event: Monitor.Event) {
        guard event.state == .satisfied, event.number > former, let cafe = cafes[event.identifier]
        else { return }
        arrivals.note(cafe, age: pace.played(event.date).duration(to: Pace.now))
    }

    /// Looks whenever somebody has arrived, or ``lookNowAndThen()`` says so, until ``finish()`` or the task is cancelled.
    mutating func run(for monitor: Monitor) async {
        for await _ in arrivals.news { await look(at: monitor) }
    }

    /// Has it look every few seconds, until the task is cancelled.
    ///
    /// - Throws: `CancellationError`.
    func lookNowAndThen() async throws {
        while true {
            try await Task.sleep(for: Self.interval)
            arrivals.lookAgain()
        }
    }

    /// Ends the looks with a last one.
    func finish() { arrivals.finish() }

    /// Starts what is to be started now; what cannot be started is told, and tried again at the next look.
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
            if !client.isSignedIn { try await client.signIn(as: person) }
            let orders = try await WaitingOrder.latest(of: client).filter { present.contains($0.cafe) }
            trouble = try await arrivals.start(orders, after: arrived) { try await start($0) }?.description
        } catch {
            trouble = Self.words(error)
            arrivals.giveBack(arrived)
            let cause = (error as? NotStarted)?.reason ?? error
            if (cause as? CommandFailure)?.status == 401 { client.signOut() }
        }
        guard let trouble else {
            told = TroubleLog()
            return
        }
        if !Task.isCancelled, told.isNews(trouble) { Terminal.error(trouble) }
    }

    /// What a failure means for the person: before the server has answered nobody knows whether an order waits at all.
    static func words(_ failure: any Error) -> String {
        failure is NotStarted
            ? "\(failure)" : "Whether an order of yours waits could not be asked: \(failure)"
    }

    private func start(_ order: WaitingOrder) async throws {
        _ = try await client.post("/api/v1/orders/\(order.id)/start")
        Terminal.error("Order \(order.number) is started, since you are at \(order.cafe).".plain)
    }
}
