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
        guard let last = memory?.answer.flatMap({ try? $0.reading { $0.array(Self.spot) } }) else {
            return (try await spots(), true)
        }
        let patience = client.timeout
        client.timeout = Self.shortPatience
        defer { client.timeout = patience }
        do {
            if !client.isSignedIn { try await identity.signIn(&client) }
            return (try read(try await Self.askForSpots(client)), true)
        } catch let failure where Self.passes(failure) {
            Terminal.error("\(failure) The spots that it told last are monitored.")
            return (last, false)
        }
    }

    private func read(_ answer: JSONValue) throws -> [Spot] {
        let spots = try answer.reading { $0.array(Self.spot) }
        memory?.keep(answer)
        return spots
    }

    private static func askForSpots(_ client: APIClient) async throws -> JSONValue {
        try await client.get("/api/v1/presence/conditions")
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
            let body = EventText.report(event, at: pace.played(event.date), from: device)
            let receipt = try await untilAnswered { client throws in
                try await client.post("/api/v1/presence/events", body)
            }
            guard receipt.isRefusal, clock.isNews("") else { continue }
            Terminal.error(
                "The server refuses event \(event.number), \(event.identifier) \(event.state.name): its time is "
                    + "more than ten minutes ahead of the server's clock. Later ones are tried all the same.")
        }
    }

    /// Retries with a growing back-off while the server does not answer or has a failure.
    private mutating func untilAnswered(
        _ ask: (APIClient) async throws -> JSONValue
    ) async throws -> JSONValue {
        var backoff = Backoff()
        var told = TroubleLog()
        while true {
            do {
                if !client.isSignedIn { try await identity.signIn(&client) }
                return try await ask(client)
            } catch let failure where Self.passes(failure) {
                if told.isNews("\(failure)") { Terminal.error("\(failure) Trying again.") }
            } catch let failure as APIProblem where failure.status == 401 && client.isSignedIn {
                client.signOut()
            }
            try await Task.sleep(for: backoff.wait())
        }
    }

    /// Whether a retry can help.
    private static func passes(_ failure: any Error) -> Bool {
        if failure is NoAnswer { return true }
        return (failure as? APIProblem)?.isTransient ?? false
    }

    private static func spot(_ reader: JSONReader) -> Spot? {
        let identifier = reader["identifier"].string()
        let uuid = reader["uuid"].text(as: { ProximityUUID($0) }, "must be a UUID")
        let major = reader["major"].integer(in: 0...Int(UInt16.max))
        let minor = reader["minor"].integer(in: 0...Int(UInt16.max))
        guard let identifier, let uuid, let major, let minor else { return nil }
        let beacon = BeaconIdentityCondition(uuid: uuid, major: UInt16(major), minor: UInt16(minor))
        return Spot(
            entry: ConditionList.Entry(identifier: identifier, condition: .beacon(beacon)),
            cafe: reader["cafe"].optional?.string())
    }
}

extension JSONValue {
    /// Whether a receipt says that something in the report was refused.
    fileprivate var isRefusal: Bool { JSONReader(self)["refused"].optional != nil }
}
