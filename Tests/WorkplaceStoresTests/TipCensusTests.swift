import Beacons
import Essentials
import SQLite
import TestSupport
import Testing
import TipCore
import Workplace
import WorkplaceStores

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

    private func statistics(of store: any WorkplaceStore) async throws -> TipStatistics {
        try await TipCensus(store: store, campuses: try campuses(), tips: TipsInForce()).statistics(
            languages: [])
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
                let desk = TipDesk(store: store, limits: { TipLimits() }, now: { Fixture.noon })
                for person in Self.people {
                    let exchange = TipExchange(
                        device: TipReplica(device: 0x100), platform: .web,
                        language: try #require(LanguageTag("en")), cursor: 0,
                        changes: TipLedger(epoch: 1).bytes)
                    _ = try await desk.exchange(exchange, of: person)
                }
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
