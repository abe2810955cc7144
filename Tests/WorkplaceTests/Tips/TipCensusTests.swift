import Beacons
import Essentials
import SQLite
import TestSupport
import Testing
import TipCore
import TipRules
import Workplace
import WorkplaceFixtures

/// What is counted of people's tips when the database was damaged.
@Suite(.timeLimit(.minutes(1)))
struct TipCensusTests {
    private static let people = (0..<7).map { Fixture.person("p\($0)") }

    /// A campus on which those people are.
    private func campuses() throws -> CampusRegistry {
        let english = try #require(LanguageTag("en"))
        let name = Fixture.label("Org", "組織")
        let campus = Campus(
            organisation: Organisation(
                id: try #require(OrganisationID("org")), name: name,
                beaconUUID: ProximityUUID(high: 1, low: 2), defaultLanguage: name.defaultLanguage),
            sites: [], cafes: [],
            people: Self.people.map {
                Person(
                    id: $0, name: $0.rawValue, roles: [.employee], language: english, locale: english,
                    openingBalances: [])
            }, devices: [])
        let campuses = CampusRegistry()
        campuses.put(campus, revision: 1)
        return campuses
    }

    private func statistics(
        of store: any WorkplaceStore, in tips: TipsInForce = TipsInForce()
    ) async throws -> TipStatistics {
        try await TipCensus(store: store, campuses: try campuses(), tips: tips).statistics(languages: [])
    }

    /// What a device of somebody sends to whom a tip was shown once.
    private static let shown: [UInt8] = {
        var machine = TipStateMachine(ledger: TipLedger(), replica: TipReplica(device: 0x100))
        let noon = RuleTime(microseconds: Fixture.noon.millisecondsSinceEpoch * 1_000)
        machine.declare(TipDefinition(id: "tip"))
        _ = machine.beginAppearance(of: "tip", on: "page", at: noon)
        _ = machine.endAppearance(of: "tip", on: "page", at: noon)
        return machine.ledger.bytes
    }()

    private func exchange(_ changes: [UInt8]?, of person: PersonID, with store: any WorkplaceStore)
        async throws
    {
        let desk = TipService(store: store, limits: { TipLimits() }, now: { Fixture.noon })
        let exchange = TipExchange(
            device: TipReplica(device: 0x100), platform: .web, language: try #require(LanguageTag("en")),
            cursor: 0, changes: changes)
        _ = try await desk.exchange(exchange, of: person)
    }

    @Test(arguments: [
        "UPDATE tip_devices SET language = 'no tag' WHERE person = 'p3'",
        "UPDATE tip_ledgers SET ledger = x'FF' WHERE person = 'p3'",
    ])
    func `TA4: somebody whose device or ledger cannot be read is counted as unreadable, and all others count`(
        damage: String
    ) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await withStore(at: path) { store, _ in
                for person in Self.people { try await exchange(Self.shown, of: person, with: store) }
                let whole = try await statistics(of: store)
                #expect(whole.people == 7)
                #expect(whole.unreadable == 0)
            }
            try await withDatabase(at: path) { try $0.execute(damage) }
            try await withStore(at: path) { store, _ in
                let damaged = try await statistics(of: store)
                #expect(damaged.people == 6)
                #expect(damaged.unreadable == 1)
            }
        }
    }

    @Test func `TA5: who has done nothing yet belongs to an arm, and was shown nothing`() async throws {
        let catalogue = """
            {"format": "vicinity-tips-1", "name": "only", "languages": ["en"], "fallback": "en", "events": {"goal": {}},
             "tips": [{"id": "tip", "title": {"en": "Tip"}, "experiment": {"name": "try", "holdout": 1, "goal": "goal"}}]}
            """
        let tips = TipsInForce()
        try await withTemporaryStore { store, _ in
            let publication = TipPublication(store: store, tips: tips, now: { Fixture.noon })
            try publication.ship(Array(catalogue.utf8))
            for person in Self.people { try await exchange(nil, of: person, with: store) }
            let nothing = try await statistics(of: store, in: tips)
            #expect(nothing.people == 0)
            #expect(nothing.experiments.map(\.holdout.people) == [5], "seven, in whole fives")
            #expect(nothing.experiments.map(\.holdout.reached) == [0])
            #expect(nothing.experiments.map(\.exposed.people) == [0])
            // Both with and without a ledger somebody counts once.
            for person in Self.people.prefix(5) { try await exchange(Self.shown, of: person, with: store) }
            let some = try await statistics(of: store, in: tips)
            #expect(some.people == 5)
            #expect(some.experiments == nothing.experiments)
        }
    }
}
