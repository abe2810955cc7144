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
    private var told = TroubleLog()

    /// Makes one that signs in as a person when there is something to start.
    init(client: APIClient, person: String, spots: [PresenceReporter.Spot]) {
        self.client = client
        self.person = person
        cafes = Dictionary(spots.compactMap { spot in spot.cafe.map { (spot.entry.identifier, $0) } }) {
            first, _ in first
        }
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
            let record = await monitor.record(for: spot, reader: PresenceReporter.reader)
            if record?.lastEvent.state == .satisfied { present.insert(cafe) }
        }
        guard !present.isEmpty else { return }
        do {
            if !client.isSignedIn { try await client.signIn(as: person) }
            for order in try await WaitingOrder.latest(of: client) where present.contains(order.cafe) {
                _ = try await client.post("/api/v1/orders/\(order.id)/start")
                Terminal.error("Order \(order.number) is started, since you are at \(order.cafe).")
            }
            told = TroubleLog()
        } catch {
            if (error as? CommandFailure)?.status == 401 { client.signOut() }
            if !Task.isCancelled, told.isNews("\(error)") {
                Terminal.error("An order that waits is not started: \(error)")
            }
        }
    }
}
