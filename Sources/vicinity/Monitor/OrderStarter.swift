import Conditions
import Formats
import Monitoring

/// Has the kitchen start the person's waiting orders at the cafés that the monitor finds them at.
///
/// The server is sent "start" for the order, and nothing of where or how.
struct OrderStarter {
    /// Between two looks: an order may be placed while the person is at the café already.
    private static let interval: Duration = .seconds(3)

    private var client: APIClient
    private let person: String
    /// The café of each spot that belongs to one.
    private let cafes: [String: String]
    /// The event of each spot that an earlier run left: the person may have gone since.
    private let former: [String: Int64]
    private var told = TroubleLog()

    /// Makes one that signs in as a person when there is something to start; to be made before anything is observed.
    init(
        client: APIClient, person: String, spots: [PresenceReporter.Spot], monitor: Monitor
    ) async {
        self.client = client
        self.person = person
        cafes = Dictionary(spots.compactMap { spot in spot.cafe.map { (spot.entry.identifier, $0) } }) {
            first, _ in first
        }
        var former: [String: Int64] = [:]
        for spot in cafes.keys {
            former[spot] = await monitor.record(for: spot, reader: PresenceReporter.reader)?.lastEvent.number
        }
        self.former = former
    }

    /// Looks again and again, until the task is cancelled.
    ///
    /// - Throws: `CancellationError`.
    mutating func run(for monitor: Monitor) async throws {
        while true {
            await look(at: monitor)
            try await Task.sleep(for: Self.interval)
        }
    }

    /// Starts what is to be started now; what cannot be started is told, and tried again at the next look.
    mutating func look(at monitor: Monitor) async {
        var present: Set<String> = []
        for (spot, cafe) in cafes {
            let event = await monitor.record(for: spot, reader: PresenceReporter.reader)?.lastEvent
            if let event, event.state == .satisfied, event.number != former[spot] { present.insert(cafe) }
        }
        guard !present.isEmpty else { return }
        var trouble: String?
        do {
            if !client.isSignedIn { try await client.signIn(as: person) }
            for order in try await WaitingOrder.latest(of: client) where present.contains(order.cafe) {
                // One that cannot be started, because its kitchen has closed, keeps no other from it.
                do { try await start(order) } catch let refusal as CommandFailure where refusal.status != 401
                {
                    trouble = "\(refusal)"
                }
            }
        } catch {
            trouble = "\(error)"
            if (error as? CommandFailure)?.status == 401 { client.signOut() }
        }
        guard let trouble else {
            told = TroubleLog()
            return
        }
        if !Task.isCancelled, told.isNews(trouble) {
            Terminal.error("An order that waits is not started: \(trouble)")
        }
    }

    private func start(_ order: WaitingOrder) async throws {
        _ = try await client.post("/api/v1/orders/\(order.id)/start")
        Terminal.error("Order \(order.number) is started, since you are at \(order.cafe).")
    }
}
