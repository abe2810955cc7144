import Beacons
import Essentials
import SQLite
import TestSupport
import Testing
import TipCore
import TipRules
import Workplace
import WorkplaceFixtures

/// Counting over a damaged database.
@Suite(.timeLimit(.minutes(1)))
struct TipReportTests {
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

    private func statistics(of store: any WorkplaceStore) async throws -> TipStatistics {
        try await TipReport(store: store, campuses: try campuses(), tips: TipsInForce())
            .statistics(languages: [])
    }

    /// The changes of a device that has shown a tip once.
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
    func `TA4: a person with a damaged device or ledger counts as unreadable, and all others count`(
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
}
