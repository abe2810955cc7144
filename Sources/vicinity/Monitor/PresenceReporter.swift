import Beacons
import Conditions
import Formats
import JSON
import Monitoring
import WorkplaceClient

/// Reports the events of a server's spots to that server, and retries each until the server has answered.
struct PresenceReporter {
    var client: APIClient
    let identity: TerminalIdentity
    let pace: Pace
    /// What the server told last; `nil` when a start waits for the server.
    var memory: SpotMemory?

    /// A spot of the server as a condition.
    struct Spot {
        let entry: ConditionList.Entry
        /// The café that it belongs to; `nil` for an entrance.
        let cafe: String?
    }

    /// The name of the reader of events for the server.
    static let reader = "server"
    /// How long a start waits for the server if it knows the spots.
    private static let shortPatience: Duration = .seconds(5)

    /// Signs in and asks for the spots of the server; it retries until a server answers.
    mutating func spots() async throws -> [Spot] {
        try read(try await untilAnswered { try await Self.askForSpots($0) })
    }

    /// As ``spots()``, but without an answer of the server the spots that it told last, if there are any.
    ///
    /// - Returns: The spots, and whether the server told them now.
    mutating func spotsOrLast() async throws -> (spots: [Spot], areCurrent: Bool) {
        guard let last = memory?.answer.flatMap({ try? Self.spots(in: $0) }) else {
            return (try await spots(), true)
        }
        let patience = client.timeout
        client.timeout = Self.shortPatience
        defer { client.timeout = patience }
        do {
            if !client.isSignedIn { try await identity.signIn(&client) }
            return (try read(try await Self.askForSpots(client)), true)
        } catch let failure where APIProblem.isTransient(failure) {
            Terminal.error("\(failure) The spots that it told last are monitored.")
            return (last, false)
        }
    }

    private func read(_ answer: JSONValue) throws -> [Spot] {
        let spots = try Self.spots(in: answer)
        memory?.keep(answer)
        return spots
    }

    private static func askForSpots(_ client: APIClient) async throws -> JSONValue {
        try await client.get(APIClient.spotPath)
    }

    /// Reports the monitor's events until they end or the task is cancelled.
    ///
    /// It acknowledges an event by asking for the next, after the server has answered. It passes each event to `given`
    /// before it sends the event.
    mutating func run(
        _ monitor: Monitor, spots: Set<String>, given: (Monitor.Event) -> Void = { _ in }
    ) async throws {
        // Two machines may use one name, and a new monitor counts from 1 again.
        let device = "\(monitor.name.prefix(100))-\(monitor.storeIdentity)"
        var clock = TroubleLog()
        for try await event in try monitor.events(reader: Self.reader) {
            given(event)
            guard spots.contains(event.identifier) else { continue }
            let report = EventText.report(event, at: pace.played(event.date))
            let receipt = try await untilAnswered { client throws in
                try await client.report([report], from: device)
            }
            guard receipt.refused > 0, clock.isNews("") else { continue }
            Terminal.error(
                "The server refuses event \(event.number), \(event.identifier) \(event.state.name): its time is "
                    + "more than ten minutes ahead of the server's clock. Later ones are tried all the same.")
        }
    }

    /// Retries with a growing back-off while the server does not answer or has a failure.
    private mutating func untilAnswered<Answer>(
        _ ask: (APIClient) async throws -> Answer
    ) async throws -> Answer {
        var backoff = Backoff()
        var told = TroubleLog()
        while true {
            do {
                if !client.isSignedIn { try await identity.signIn(&client) }
                return try await ask(client)
            } catch let failure where APIProblem.isTransient(failure) {
                if told.isNews("\(failure)") { Terminal.error("\(failure) Trying again.") }
            } catch let failure as APIProblem where failure.status == 401 && client.isSignedIn {
                client.signOut()
            }
            try await Task.sleep(for: backoff.wait())
        }
    }

    private static func spots(in answer: JSONValue) throws -> [Spot] {
        try MonitoredSpot.list(answer).compactMap { spot in
            guard let uuid = ProximityUUID(spot.uuid) else { return nil }
            let beacon = BeaconIdentityCondition(uuid: uuid, major: spot.major, minor: spot.minor)
            return Spot(
                entry: ConditionList.Entry(identifier: spot.identifier, condition: .beacon(beacon)),
                cafe: spot.cafe)
        }
    }
}
