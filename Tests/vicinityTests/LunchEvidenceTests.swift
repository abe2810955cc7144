import Essentials
import Testing

@testable import vicinity

struct LunchEvidenceTests {
    /// What a sound lunch of ten orders leaves behind: orders `o0` to `o9` with tickets `t0` to `t9`.
    private static func sound() throws -> LunchEvidence {
        let plan = LunchPlan(orders: 10, kills: 0)
        var evidence = LunchEvidence(plan: plan)
        let window = "2026-11-27T11:00:00Z"
        let start = try #require(Timestamp(window)).millisecondsSinceEpoch
        evidence.balances = Dictionary(
            uniqueKeysWithValues: plan.people.map { ($0, LunchPlan.openingBalance) })
        for number in 0..<10 {
            let order = plan.order(number)
            // The windows of two cafés, with room for one each, so that each order needs its own.
            let begins = start + Int64(number / 2) * 300_000
            evidence.acknowledged.append(
                LunchBook.Acknowledged(
                    number: number, person: order.person, cafe: order.cafe, id: "o\(number)",
                    ticket: "t\(number)", total: order.total,
                    window: Timestamp(millisecondsSinceEpoch: begins).description, at: .now))
            evidence.ownOrders[order.person, default: []].append(
                LunchEvidence.Order(id: "o\(number)", ticket: "t\(number)"))
            evidence.balances[order.person, default: 0] -= order.total
            evidence.windows.append(LunchEvidence.Window(cafe: order.cafe, start: begins, orders: 1))
        }
        evidence.storedOrders = evidence.acknowledged.map(\.id)
        evidence.storedTickets = evidence.acknowledged.map(\.id)
        evidence.screens = plan.cafes.map { cafe in
            var log = ScreenLog(start: 0)
            for (number, order) in evidence.acknowledged.enumerated() where order.cafe == cafe {
                log.receive(Int64(2 * number + 1), ticket: order.ticket, stage: "waiting", version: 0)
                log.receive(Int64(2 * number + 2), ticket: order.ticket, stage: "collected", version: 1)
            }
            return LunchEvidence.Screen(
                name: "expo-\(cafe)", cafe: cafe, work: .expo, topic: "", snapshot: [:], log: log,
                stored: log.numbers)
        }
        evidence.exitCode = 0
        (evidence.warmMemory, evidence.endMemory) = (40_000_000, 44_000_000)
        return evidence
    }

    @Test
    func `a lunch without loss is sound in everything`() throws {
        let evidence = try Self.sound()
        #expect(evidence.findings.filter { !$0.isSound } == [])
        #expect(
            evidence.findings.map(\.name) == [
                "orders", "tickets", "screens", "windows", "accounts", "database", "stop", "memory",
            ])
        #expect(evidence.findings.first?.line == "ok       orders     10 acknowledged, each there once")
    }

    /// A change of the evidence, and what it is found by.
    struct Damage: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let names: [String]
        let apply: @Sendable (inout LunchEvidence) -> Void

        init(
            _ description: String, _ names: String...,
            apply: @escaping @Sendable (inout LunchEvidence) -> Void
        ) {
            testDescription = description
            self.names = names
            self.apply = apply
        }
    }

    private static let damages = [
        Damage("an acknowledged order is not in the database", "orders") { $0.storedOrders.removeLast() },
        Damage("an order is in the database twice", "orders") { $0.storedOrders.append("o11") },
        Damage("a person does not see an order", "orders") { $0.ownOrders["person-3"] = nil },
        Damage("an order has no ticket", "tickets") { $0.storedTickets.removeFirst() },
        Damage("an order has two tickets", "tickets") { $0.storedTickets.append("o1") },
        Damage("a kitchen did not see a change", "screens") { $0.screens[0].stored.append(99) },
        Damage("a screen shows what is gone", "screens") {
            $0.screens[1].snapshot["t"] = ScreenLog.Shown(stage: "ready", version: 1)
        },
        Damage("a screen got a change twice", "screens") {
            $0.screens[0].log?.receive(1, ticket: "t0", stage: "waiting", version: 0)
        },
        Damage("a screen did not open", "tickets", "screens") { $0.screens[0].log = nil },
        Damage("a counter of a window lost an order", "windows") { $0.windows.removeFirst() },
        Damage("a person paid twice", "accounts") { $0.balances["person-1", default: 0] -= 10 },
        Damage("the database is damaged", "database") { $0.damage = "entry 3 does not add up to nothing" },
        Damage("the server did not stop", "stop") { $0.exitCode = nil },
        Damage("memory grew", "memory") { $0.endMemory = 80_000_000 },
    ]

    @Test(arguments: damages)
    func `whatever is lost, doubled or grown is found`(damage: Damage) throws {
        var evidence = try Self.sound()
        damage.apply(&evidence)
        #expect(evidence.findings.filter { !$0.isSound }.map(\.name) == damage.names)
    }

    @Test
    func `a window with more orders than it has room for is found`() throws {
        var evidence = try Self.sound()
        let first = evidence.acknowledged[0]
        evidence.acknowledged = evidence.acknowledged.map { order in
            LunchBook.Acknowledged(
                number: order.number, person: order.person, cafe: order.cafe, id: order.id,
                ticket: order.ticket, total: order.total, window: first.window, at: order.at)
        }
        let failed = evidence.findings.filter { !$0.isSound }
        #expect(failed.map(\.name) == ["windows"])
        #expect(failed.first?.detail == "one with room for 1 has 5 orders")
    }

    @Test
    func `a lunch that was too short says that it does not know about memory`() throws {
        var evidence = try Self.sound()
        evidence.warmMemory = nil
        #expect(evidence.findings.last?.isSound == true)
        #expect(evidence.findings.last?.detail.hasPrefix("unknown") == true)
    }
}
