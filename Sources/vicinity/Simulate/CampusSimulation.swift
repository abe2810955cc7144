import Essentials
import Foundation
import JSON
import Synchronization
import WorkplaceClient

/// Carries out a plan against a running server: people and kitchens send the requests that their programs would send.
final class CampusSimulation: Sendable {
    /// An order for a kitchen to prepare.
    private struct Ticket: Sendable {
        let id: String
        let wish: CampusPlan.OrderWish
    }

    /// The server announces a finished ticket after some seconds; one that takes longer is left alone.
    private static let readyWithin = Duration.seconds(60)
    private static let pause = Duration.seconds(1)

    private let plan: CampusPlan
    private let accounts: CampusAccounts
    /// How many simulated seconds pass in a second.
    private let speed: Double
    private let record = Mutex(CampusTally())
    private let clock = ContinuousClock()
    /// A name that no device of an earlier run has, because the numbers of its reports begin with 1.
    private let device = "simulation-\(UUID().uuidString.lowercased())"

    init(_ plan: CampusPlan, as accounts: CampusAccounts, speed: Int) {
        self.plan = plan
        self.accounts = accounts
        self.speed = Double(speed)
    }

    /// Runs it to its end.
    ///
    /// - Parameter show: Shows a line of progress, once a second.
    /// - Returns: What the requests led to.
    func run(_ show: @escaping @Sendable (String) -> Void) async -> CampusTally {
        await withTaskGroup { group in
            group.addTask { await self.everybody() }
            group.addTask {
                let start = self.clock.now
                while (try? await self.clock.sleep(for: Self.pause)) != nil {
                    let seconds = start.duration(to: self.clock.now).components.seconds
                    show("\(seconds) s: \(self.record.withLock { $0.progress })")
                }
            }
            await group.next()
            group.cancelAll()
        }
        return record.withLock { $0 }
    }

    private func everybody() async {
        let start = clock.now
        await withDiscardingTaskGroup { group in
            for (steps, client) in zip(plan.people, accounts.people) {
                group.addTask { await self.live(steps, as: client, since: start) }
            }
        }
    }

    /// Does a person's steps at their times; the kitchen's work on their order goes on beside them.
    private func live(
        _ steps: [CampusPlan.Step], as client: APIClient, since start: ContinuousClock.Instant
    ) async {
        await withDiscardingTaskGroup { group in
            var crossings: Int64 = 0
            for step in steps {
                try? await clock.sleep(until: start + step.at / speed)
                switch step.action {
                case .cross(let door, let isEntering):
                    crossings += 1
                    await cross(door, isEntering: isEntering, number: crossings, client)
                case .punch(let kind, let site): await punch(kind, at: site, client)
                case .openMenu(let cafe):
                    _ = await ask(.menu) { try await client.get("/api/v1/cafes/\(cafe)/menu") }
                case .order(let wish):
                    guard let ticket = await order(wish, client), let kitchen = accounts.kitchens[wish.cafe]
                    else { continue }
                    group.addTask { await self.prepare(ticket, at: kitchen) }
                }
            }
        }
    }

    // MARK: - People

    private func cross(_ door: String, isEntering: Bool, number: Int64, _ client: APIClient) async {
        let report = SpotReport(
            number: number, spot: door, state: isEntering ? .satisfied : .unsatisfied,
            time: Installation.now())
        _ = await ask(.door) { [device] in try await client.report([report], from: device) }
    }

    private func punch(_ kind: String, at site: String, _ client: APIClient) async {
        _ = await ask(.punch) {
            var body = JSONWriter()
            body.object { body in
                body.member("kind", kind)
                body.member("site", site)
            }
            return try await client.postOnce("/api/v1/attendance/punches", body, key: UUID().uuidString)
        }
    }

    /// Looks at the menu, asks for the price, and orders.
    private func order(_ wish: CampusPlan.OrderWish, _ client: APIClient) async -> Ticket? {
        let items = await ask(.menu) {
            try await client.get("/api/v1/cafes/\(wish.cafe)/menu").reading(MenuDish.list)
        }
        guard let items, !items.isEmpty else { return nil }
        let dish = items[Int(wish.dish % UInt64(items.count))]
        let total = await ask(.quote) {
            var body = JSONWriter()
            body.object { dish.writeLines(to: &$0) }
            return try await client.post("/api/v1/cafes/\(wish.cafe)/quote", body).reading { quote in
                quote["total"].money()
            }
        }
        guard let total else { return nil }
        return await ask(.order) {
            var body = JSONWriter()
            body.object { body in
                body.member("cafe", wish.cafe)
                dish.writeLines(to: &body)
                body.member("expectedTotal") { body in
                    body.object { body in
                        body.member("amount", total.minorUnits)
                        body.member("currency", total.currency.code)
                    }
                }
            }
            return try await client.postOnce("/api/v1/orders", body, key: UUID().uuidString).reading {
                order in order["ticket"].string().map { Ticket(id: $0, wish: wish) }
            }
        }
    }

    // MARK: - Kitchen

    /// Starts a ticket, finishes it, and hands it over when it is ready.
    private func prepare(_ ticket: Ticket, at kitchen: APIClient) async {
        await wait(ticket.wish.startAfter)
        guard await act(.start, "start", on: ticket, kitchen) else { return }
        await wait(ticket.wish.prepareFor)
        guard await act(.bump, "bump", on: ticket, kitchen), await isReady(ticket, kitchen) else { return }
        await wait(ticket.wish.collectAfter)
        _ = await act(.collect, "collect", on: ticket, kitchen)
    }

    private func isReady(_ ticket: Ticket, _ kitchen: APIClient) async -> Bool {
        let deadline = clock.now + Self.readyWithin
        while clock.now < deadline {
            try? await clock.sleep(for: Self.pause)
            let stage = await ask(.look) {
                try await kitchen.get("/api/v1/tickets/\(ticket.id)").reading { $0["stage"].string() }
            }
            if stage != "done" { return stage == "ready" }
        }
        return false
    }

    private func act(
        _ kind: CampusTally.Kind, _ action: String, on ticket: Ticket, _ kitchen: APIClient
    ) async -> Bool {
        let answer = await ask(kind) {
            var body = JSONWriter()
            body.object { $0.member("action", action) }
            return try await kitchen.post("/api/v1/tickets/\(ticket.id)/actions", body)
        }
        return answer != nil
    }

    private func wait(_ simulated: Duration) async { try? await clock.sleep(for: simulated / speed) }

    // MARK: - Requests

    /// Sends a request and notes how it ended; `nil` when it was not carried out.
    private func ask<Answer: Sendable>(
        _ kind: CampusTally.Kind, _ request: () async throws -> Answer
    ) async -> Answer? {
        let start = clock.now
        let result: Result<Answer, any Error>
        do { result = .success(try await request()) } catch { result = .failure(error) }
        let latency = start.duration(to: clock.now)
        let outcome: CampusTally.Outcome =
            switch result {
            case .success: .done
            case .failure(let failure): .init(failure)
            }
        record.withLock { $0.note(kind, outcome, after: latency) }
        return try? result.get()
    }
}

/// An item that a café serves now, with the choices that its menu suggests.
struct MenuDish: Equatable, Sendable {
    let item: String
    let choices: [String]

    /// Reads the items of a menu that are served and not sold out.
    static func list(_ menu: JSONReader) -> [MenuDish]? {
        menu["sections"].array { section in
            section["items"].array { item -> (dish: MenuDish, isServed: Bool)? in
                guard let id = item["id"].string(), let isSoldOut = item["soldOut"].boolean(),
                    let choices = item["groups"].array({ $0["defaults"].array { $0.string() } })
                else { return nil }
                return (
                    MenuDish(item: id, choices: choices.flatMap(\.self)),
                    !isSoldOut && item["isServed"].optional?.boolean() ?? true
                )
            }
        }?.flatMap(\.self).filter(\.isServed).map(\.dish)
    }

    /// Writes the lines of a basket with one of it.
    func writeLines(to json: inout JSONWriter) {
        json.member("lines") { json in
            json.array { json in
                json.object { json in
                    json.member("item", item)
                    json.member("quantity", 1)
                    json.member("choices") { json in
                        json.array { json in
                            for choice in choices {
                                json.object { json in
                                    json.member("choice", choice)
                                    json.member("quantity", 1)
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
