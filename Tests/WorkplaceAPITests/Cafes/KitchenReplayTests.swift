import Essentials
import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// The replay of a kitchen's screens.
@Suite(.timeLimit(.minutes(2)))
struct KitchenReplayTests {
    private static let path = "/api/v1/cafes/main-cafe"

    /// What the screens of a kitchen get from the server.
    private struct Shown: Equatable {
        let tickets: JSONValue?
        let coming: JSONValue?
        let day: JSONValue?
        let board: JSONValue?
    }

    private static func present(_ bench: APIFixture, as cook: Client) async throws -> Shown {
        let tickets = try await bench.get("\(path)/tickets", as: cook)
        return Shown(
            tickets: tickets["tickets"], coming: tickets["coming"], day: tickets["day"],
            board: try await bench.get("\(path)/board", as: cook)["entries"])
    }

    private static func past(_ bench: APIFixture, at time: Timestamp, as client: Client) async throws -> Shown
    {
        let replay = try await bench.get("\(path)/replay?at=\(time)", as: client)
        #expect(replay["at"]?.text == "\(time)")
        return Shown(
            tickets: replay["tickets"], coming: replay["coming"], day: replay["day"], board: replay["board"])
    }

    /// Random presses of cooks, cancellations and orders, also of people who are on their way, over some hours.
    private static func work(
        _ bench: APIFixture, steps: Int, seed: UInt64, note: (Timestamp, Shown) async throws -> Void
    ) async throws {
        var random = SplitMix64(seed: seed)
        let (ada, cook) = (
            try await bench.signIn("ada"), try await bench.signIn("kitchen-main", device: true)
        )
        let manager = try await bench.signIn("mia")
        var known: [(order: String, ticket: String)] = []
        for step in 0..<steps {
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1:
                let start = Bool.random(using: &random) ? "" : #""start": "when-near", "#
                let body = """
                    {"cafe": "main-cafe", \(start)"expectedTotal": {"amount": 0, "currency": "EUR"}, "lines": [
                     {"item": "soup", "quantity": 1},
                     {"item": "soup", "quantity": 2, "choices": [{"choice": "herbs"}]}]}
                    """
                let answer = try await bench.order(body, key: "step-\(step)", as: ada)
                if let order = answer["id"]?.text { known.append((order, answer["ticket"]?.text ?? "")) }
            case 2:
                guard let one = known.randomElement(using: &random) else { break }
                let path =
                    "/api/v1/orders/\(one.order)/\(Bool.random(using: &random) ? "cancellation" : "start")"
                try await bench.post(path, "{}", as: ada)
            default:
                guard let ticket = known.randomElement(using: &random)?.ticket, !ticket.isEmpty else { break }
                let actions = [
                    "start", "bump", "bump", "undo", "recall", "collect", "acknowledge", "prioritise",
                    "undo-priority",
                ]
                let action = actions.randomElement(using: &random) ?? "bump"
                let line = ["bump", "undo"].contains(action) && Bool.random(using: &random) ? 0 : nil
                _ = try await bench.act(
                    action, on: ticket, line: line, as: action.hasSuffix("riority") ? manager : cook)
            }
            bench.clock.advance(by: .milliseconds(Int.random(in: 300...100_000, using: &random)))
            _ = try await bench.services.readiness.workNow()
            try await note(bench.services.now(), try await present(bench, as: cook))
            bench.clock.advance(by: .milliseconds(Int.random(in: 1...9_000, using: &random)))
        }
    }

    @Test(arguments: [1, 2])
    func `at 100 random instants a replay is what the screens got then, long after (issue 22)`(
        seed: UInt64
    ) async throws {
        try await withAPIFixture(campus: TestCampus(soupPrice: 0)) { bench in
            var moments: [(Timestamp, Shown)] = []
            try await Self.work(bench, steps: 250, seed: seed) { moments.append(($0, $1)) }
            // All other tickets are over by then.
            bench.clock.advance(by: .seconds(9 * 3_600))
            try await bench.services.housekeeping.clean()
            var random = SplitMix64(seed: seed)
            let stages = Set(
                moments.flatMap { $0.1.tickets?.elements.compactMap { $0.at("stage")?.text } ?? [] })
            #expect(stages.isSuperset(of: ["waiting", "preparing", "ready", "cancelled"]), "\(stages)")
            for _ in 0..<100 {
                let (time, shown) = try #require(moments.randomElement(using: &random))
                let manager = try await bench.signIn("mia")
                #expect(try await Self.past(bench, at: time, as: manager) == shown, "\(time)")
            }
        }
    }

    @Test func `only the last 24 hours can be looked at, and by the kitchen's own people`() async throws {
        try await withAPIFixture { bench in
            let cook = try await bench.signIn("carl")
            let now = bench.services.now()
            let first = now.advanced(by: .seconds(-24 * 3_600))
            #expect(try await bench.get("\(Self.path)/replay", as: cook)["from"]?.text == "\(first)")
            for time in [first, now] {
                #expect(try await bench.get("\(Self.path)/replay?at=\(time)", as: cook).status == 200)
            }
            for text in [
                "\(first.advanced(by: .milliseconds(-1)))", "\(now.advanced(by: .milliseconds(1)))", "noon",
            ] {
                let refused = try await bench.get("\(Self.path)/replay?at=\(text)", as: cook)
                #expect(refused.status == 400)
                #expect(refused.errors == ["/at value"])
            }
            let other = try await bench.signIn("kitchen-tokyo", device: true)
            #expect(try await bench.get("\(Self.path)/replay", as: other).status == 403)
        }
    }
}
