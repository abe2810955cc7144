import Essentials
import Ordering
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// What finance adds to meal accounts or takes from them (C109, C110): all or nothing, once, and above a limit by two people.
@Suite(.timeLimit(.minutes(1)))
struct CorrectionTests {
    private static let finn = Fixture.person("finn")
    private static let fay = Fixture.person("fay")

    private struct Bench {
        let cafes: CafesFixture
        let service: CorrectionService

        func make(
            _ entries: [AccountCorrection.Entry], key: String = "key", fingerprint: [UInt8] = [1],
            by actor: PersonID = finn
        ) async throws -> (correction: AccountCorrection, isReplay: Bool) {
            try await service.make(
                CorrectionService.Request(entries: entries, key: key, fingerprint: fingerprint), by: actor)
        }

        func balance() async throws -> Int64? { try await cafes.funds().balance }

        func lines() async throws -> [StatementLine] {
            try await cafes.mealAccounts.statement(of: Fixture.ada, limit: 9).lines
        }
    }

    private func withBench(_ body: (Bench) async throws -> Void) async throws {
        try await withCafes { cafes in
            let service = CorrectionService(
                store: cafes.store, campuses: cafes.campuses, now: { cafes.clock.timestamp })
            try await body(Bench(cafes: cafes, service: service))
            for check in [DatabaseCheck.payments, .ledger, .balances] {
                guard case .sound = try await cafes.store.read({ try check.run($0.connection) }) else {
                    Issue.record("\(check.name)")
                    return
                }
            }
        }
    }

    private func entry(
        _ cents: Int64, for person: PersonID = Fixture.ada, _ reason: String = "Allowance"
    ) -> AccountCorrection.Entry {
        AccountCorrection.Entry(person: person, amount: Fixture.euros(cents), reason: reason)
    }

    @Test func `an amount is posted with its reason, once, and its person is told, C109`() async throws {
        try await withBench { bench in
            let first = try await bench.make([entry(1_500)])
            let again = try await bench.make([entry(1_500)], by: Self.fay)
            #expect(first.correction.stage == .posted)
            #expect([first.isReplay, again.isReplay] == [false, true])
            #expect(again.correction.madeBy == Self.finn)
            #expect(try await bench.balance() == 6_500)
            let line = try #require(try await bench.lines().first)
            #expect(line.kind == .correction)
            #expect(line.reason == "Allowance")
            #expect(line.balance == Fixture.euros(6_500))
            #expect(bench.cafes.published.all.filter { $0.change.kind == "account" }.count == 1)
            await #expect(throws: WorkplaceRefusal.keyReused) {
                _ = try await bench.make([entry(1)], fingerprint: [2])
            }
        }
    }

    @Test func `a list is entered as a whole or not at all, with what is wrong by entry`() async throws {
        try await withBench { bench in
            let yen = try #require(Currency("XAF"))
            let entries = [
                entry(100), entry(100, for: Fixture.person("nobody-here")), entry(0),
                entry(100, for: Self.finn),
                AccountCorrection.Entry(
                    person: Fixture.ada, amount: Money(minorUnits: 1, currency: yen), reason: "x"),
                entry(.max),
            ]
            let mistakes: [Int: CorrectionRefusal.Mistake] = [
                1: .unknownPerson, 2: .zero, 3: .unknownPerson, 4: .unknownCurrency, 5: .tooLarge,
            ]
            await #expect(throws: CorrectionRefusal.entries(mistakes)) {
                _ = try await bench.service.preview(entries, by: Self.finn)
            }
            await #expect(throws: CorrectionRefusal.entries(mistakes)) { _ = try await bench.make(entries) }
            #expect(try await bench.balance() == 5_000)
            #expect(try await bench.service.corrections().decided.isEmpty)
        }
    }

    @Test func `nobody corrects their own account`() async throws {
        try await withBench { bench in
            await #expect(throws: CorrectionRefusal.entries([0: .ownAccount])) {
                _ = try await bench.make([entry(100)], by: Fixture.ada)
            }
        }
    }

    @Test func `a preview shows the balance after each entry, and changes nothing`() async throws {
        try await withBench { bench in
            let preview = try await bench.service.preview([entry(1_000), entry(-7_000)], by: Self.finn)
            #expect(preview.lines.map(\.balance.minorUnits) == [6_000, -1_000])
            #expect(!preview.needsSecondPerson)
            #expect(try await bench.balance() == 5_000)
        }
    }

    @Test func `above the limit a second person confirms, never the same one, C109`() async throws {
        try await withBench { bench in
            // Two entries that are below the limit each count together.
            let made = try await bench.make([entry(6_000), entry(4_001)]).correction
            #expect(made.stage == .pending)
            #expect(try await bench.balance() == 5_000)
            await #expect(throws: CorrectionRefusal.secondPersonNeeded) {
                _ = try await bench.service.decide(made.id, isConfirmed: true, by: Self.finn)
            }
            // Nor somebody for their own account.
            await #expect(throws: CorrectionRefusal.entries([0: .ownAccount, 1: .ownAccount])) {
                _ = try await bench.service.decide(made.id, isConfirmed: true, by: Fixture.ada)
            }
            for _ in 0..<2 {
                let posted = try await bench.service.decide(made.id, isConfirmed: true, by: Self.fay)
                #expect(posted.stage == .posted)
                #expect(posted.decidedBy == Self.fay)
            }
            #expect(try await bench.balance() == 15_001)
            await #expect(throws: CorrectionRefusal.decided) {
                _ = try await bench.service.decide(made.id, isConfirmed: false, by: Self.finn)
            }
        }
    }

    @Test(arguments: ["finn", "fay"])
    func `a pending correction can be refused by another person and taken back by its own`(
        actor: String
    ) async throws {
        try await withBench { bench in
            let made = try await bench.make([entry(-10_001)]).correction
            #expect(try await bench.service.corrections().pending.map(\.id) == [made.id])
            let refused = try await bench.service.decide(
                made.id, isConfirmed: false, by: Fixture.person(actor))
            #expect(refused.stage == .refused)
            #expect(try await bench.balance() == 5_000)
            #expect(try await bench.service.corrections().pending.isEmpty)
            await #expect(throws: CorrectionRefusal.decided) {
                _ = try await bench.service.decide(made.id, isConfirmed: true, by: Self.fay)
            }
        }
    }

    @Test func `an unknown correction is refused`() async throws {
        try await withBench { bench in
            let id = try #require(AccountMovementID("none"))
            await #expect(throws: CorrectionRefusal.unknown) {
                _ = try await bench.service.decide(id, isConfirmed: true, by: Self.fay)
            }
        }
    }

    @Test func `concurrent confirmations post once`() async throws {
        try await withBench { bench in
            let made = try await bench.make([entry(10_001)]).correction
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        _ = try? await bench.service.decide(
                            made.id, isConfirmed: true, by: Fixture.person("second-\(number)"))
                    }
                }
            }
            #expect(try await bench.balance() == 15_001)
        }
    }

    @Test func `old corrections lose their names, and the books still add up`() async throws {
        try await withBench { bench in
            let made = try await bench.make([entry(10_001)]).correction
            _ = try await bench.service.decide(made.id, isConfirmed: true, by: Self.fay)
            bench.cafes.clock.advance(by: OrderIdentities.standardRetention + .seconds(1))
            let time = bench.cafes.clock.timestamp
            try await OrderIdentities(
                store: bench.cafes.store, retention: OrderIdentities.standardRetention, now: { time }
            ).removeExpired()
            let kept = try #require(try await bench.service.corrections().decided.first)
            let former = PersonID.formerDiner
            #expect([kept.madeBy, kept.decidedBy, kept.entries.first?.person] == [former, former, former])
            #expect(try await bench.balance() == 15_001)
        }
    }
}
