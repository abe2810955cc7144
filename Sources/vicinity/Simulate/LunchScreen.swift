import Foundation
import JSON
import Synchronization

/// A screen of a café that follows the change feed and does its part of the work.
final class LunchScreen: Sendable {
    /// What a screen is for.
    enum Work: String, CaseIterable, Sendable {
        /// Makes what is for the hot station, and begins all tickets.
        case station
        /// Finishes tickets and hands them over.
        case expo
        /// Shows the numbers.
        case board

        func device(at cafe: String) -> String { "\(rawValue)-\(cafe)" }
    }

    private struct State {
        var log: ScreenLog?
        var token: String?
        /// When each ticket appeared.
        var appeared: [String: ContinuousClock.Instant] = [:]
    }

    /// How long the screen waits until it opens a lost stream again.
    private static let pause = Duration.milliseconds(20)

    let work: Work
    let cafe: String
    private let state = Mutex(State())

    init(_ work: Work, at cafe: String) {
        self.work = work
        self.cafe = cafe
    }

    var log: ScreenLog? { state.withLock { $0.log } }
    /// How many tickets were handed over; asked for often, so that nothing is copied.
    var collectedCount: Int { state.withLock { $0.log?.collectedCount ?? 0 } }
    var isLoaded: Bool { state.withLock { $0.log != nil } }
    private var token: String? { state.withLock { $0.token } }
    /// When each ticket appeared.
    var appeared: [String: ContinuousClock.Instant] { state.withLock { $0.appeared } }

    /// The topic that the screen follows.
    var topic: String { "cafe/\(cafe)/\(work == .board ? "board" : "kitchen")" }

    private var snapshotPath: String { "/api/v1/cafes/\(cafe)/\(work == .board ? "board" : "tickets")" }

    /// Signs in and loads the screen; before the first order, so that there is nothing yet.
    func load(_ client: LunchClient) throws {
        try client.signIn("device", work.device(at: cafe))
        guard let start = try client.get(snapshotPath, { $0["asOf"].integer(in: 0...Int64.max) }) else {
            return
        }
        state.withLock { state in
            state.log = ScreenLog(start: start)
            state.token = client.token
        }
    }

    /// What the screen would show if it were loaded now.
    func snapshot(_ client: LunchClient) throws -> [String: ScreenLog.Shown]? {
        let (list, name) = work == .board ? ("entries", "number") : ("tickets", "id")
        let entries = try client.get(snapshotPath, token: token) { json in
            json[list].array { entry -> (String, ScreenLog.Shown)? in
                let version = self.work == .board ? 0 : entry["version"].integer(in: 0...Int.max)
                guard let key = entry[name].string(), let stage = entry["stage"].string(), let version
                else { return nil }
                return (key, ScreenLog.Shown(stage: stage, version: version))
            }
        }
        return entries.map { Dictionary($0) { $1 } }
    }

    /// Follows the feed until the lunch is over; a lost stream goes on after the last number that arrived.
    func follow(_ client: LunchClient, port: UInt16) throws {
        let stream = LunchConnection(port: port)
        while !client.book.isOver {
            guard let last = state.withLock({ $0.log?.last }), let token = client.token else { return }
            do {
                try stream.open("/api/v1/feed?topics=\(topic)&after=\(last)", token: token)
                // A beat comes every two seconds, so that the end of the lunch is noticed.
                while !client.book.isOver { try take(try stream.nextEvent(), client) }
            } catch is LunchConnection.Lost {
                LunchServer.sleep(Self.pause)
            }
        }
    }

    private func take(_ event: [String: String], _ client: LunchClient) throws {
        if event["event"] == "reset" { return state.withLock { $0.log?.reset() } }
        guard event["event"] == "change", let data = event["data"] else { return }
        let change = try Change(data)
        let now = ContinuousClock.now
        state.withLock { state in
            switch (change.ticket, change.stage, change.orderNumber) {
            case (let ticket?, let stage?, _) where change.kind == "ticket":
                state.log?.receive(change.number, ticket: ticket, stage: stage, version: change.version ?? -1)
                if state.appeared[ticket] == nil { state.appeared[ticket] = now }
            case (_, let stage?, let order?) where change.kind == "board":
                state.log?.receive(change.number, order: order, stage: stage)
            default: state.log?.receive(change.number)
            }
        }
        if let ticket = change.ticket, let stage = change.stage { try work(on: ticket, at: stage, client) }
    }

    // MARK: - Work

    private func work(on ticket: String, at stage: String, _ client: LunchClient) throws {
        switch (work, stage) {
        case (.station, "waiting"): try begin(ticket, client)
        case (.expo, "preparing"): try act("bump", on: ticket, client)
        case (.expo, "ready"): try act("collect", on: ticket, client)
        default: break
        }
    }

    /// Makes the lines of the hot station; a ticket without any is begun.
    private func begin(_ ticket: String, _ client: LunchClient) throws {
        let lines = try client.get("/api/v1/tickets/\(ticket)") { json in
            json["lines"].array { line -> (Int64, String)? in
                guard let index = line["index"].integer(in: 0...1_000 as ClosedRange<Int64>),
                    let station = line["station"].string()
                else { return nil }
                return (index, station)
            }
        }
        guard let lines else { return }
        let own = lines.filter { $0.1 == "hot" }.map { JSONValue.integer($0.0) }
        try act(own.isEmpty ? "start" : "bump", lines: own, on: ticket, client)
    }

    private func act(
        _ action: String, lines: [JSONValue] = [], on ticket: String, _ client: LunchClient
    ) throws {
        var body: JSONObject = ["action": .string(action)]
        if !lines.isEmpty { body["lines"] = .array(lines) }
        guard let answer = try client.send("POST", "/api/v1/tickets/\(ticket)/actions", .object(body)) else {
            return
        }
        guard answer.status == 200 else {
            throw LunchTrouble(
                "Ticket \(ticket) could not be changed: \(action), \(answer.status), \(answer.code).")
        }
    }
}

/// An entry of the change feed.
private struct Change {
    let number: Int64
    let kind: String
    let ticket: String?
    let orderNumber: String?
    let stage: String?
    let version: Int?

    init(_ data: String) throws {
        let change: Change
        do {
            change = try JSONValue(parsing: Array(data.utf8)).read { json in
                guard let number = json["number"].integer(in: 0...Int64.max), let kind = json["kind"].string()
                else { return nil }
                let body = json["body"]
                return Change(
                    number: number, kind: kind, ticket: body["ticket"].optional?.string(),
                    orderNumber: body["number"].optional?.string(),
                    stage: body["stage"].optional?.string(),
                    version: body["version"].optional.flatMap { $0.integer(in: 0...Int.max) })
            }
        } catch {
            throw LunchTrouble("An entry of the change feed is not as expected: \(data)")
        }
        self = change
    }

    private init(
        number: Int64, kind: String, ticket: String?, orderNumber: String?, stage: String?, version: Int?
    ) {
        (self.number, self.kind, self.ticket) = (number, kind, ticket)
        (self.orderNumber, self.stage, self.version) = (orderNumber, stage, version)
    }
}
