import Essentials
import Foundation
import Ordering
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1))) struct CampusImportTests {
    private static let time = Timestamp(millisecondsSinceEpoch: 1_760_000_000_000)
    private let campuses = CampusRegistry()

    private func imports(_ store: any WorkplaceStore) -> CampusImport {
        CampusImport(store: store, campuses: campuses, now: { Self.time })
    }

    private func file(replacing old: String = "", with new: String = "") -> [UInt8] {
        Array(CampusSample.text.replacingOccurrences(of: old, with: new).utf8)
    }

    private func remaining(_ store: any WorkplaceStore) async throws -> [String: Int] {
        let cafe = try #require(CafeID("grill-cafe"))
        let stock = try await store.read { try $0.remainingStock(of: cafe) }
        return Dictionary(uniqueKeysWithValues: stock.map { ($0.key.rawValue, $0.value) })
    }

    @Test func `an import during the day keeps the remaining stock, and a new number restarts the count`()
        async throws
    {
        try await withTemporaryStore { store, _ in
            let imports = imports(store)
            _ = try await imports.importCampus(file(), name: "sample")
            let (cafe, burger) = (try #require(CafeID("grill-cafe")), try #require(ItemID("burger")))
            _ = try await store.write { try $0.takeStock(of: burger, at: cafe, count: 5, time: Fixture.noon) }
            _ = try await imports.importCampus(
                file(replacing: "\"price\": 950", with: "\"price\": 990"), name: "dearer")
            #expect(try await remaining(store) == ["burger": 7])
            _ = try await imports.importCampus(
                file(replacing: "\"stock\": 12", with: "\"stock\": 20"), name: "more")
            #expect(try await remaining(store) == ["burger": 20])
            _ = try await imports.importCampus(file(replacing: "\"stock\": 12,", with: ""), name: "uncounted")
            #expect(try await remaining(store) == [:])
        }
    }

    @Test func `a menu that another process has changed is announced once it is in force`()
        async throws
    {
        try await withTemporaryStore { store, _ in
            let importing = CampusImport(store: store, campuses: CampusRegistry(), now: { Self.time })
            let serving = imports(store)
            let topics = try ["grill-cafe", "tea-room"].map { FeedTopic.menu(try #require(CafeID($0))) }
            func told() async throws -> [FeedTopic] {
                try await store.read { try $0.feedEntries(after: 0, topics: topics, limit: 10) }
                    .map(\.change.topic)
            }
            _ = try await importing.importCampus(file(), name: "sample")
            try await serving.refresh()
            #expect(try await told().isEmpty)
            _ = try await importing.importCampus(file(), name: "the same")
            try await serving.refresh()
            #expect(try await told().isEmpty)
            let dearer = file(replacing: "\"price\": 950", with: "\"price\": 990")
            _ = try await importing.importCampus(dearer, name: "dearer")
            for _ in 0..<2 { try await serving.refresh() }
            #expect(try await told() == [topics[0]])
            #expect(campuses.revision == 3)
        }
    }

    @Test func `a file with a mistake changes nothing`() async throws {
        try await withTemporaryStore { store, published in
            let imports = imports(store)
            _ = try await imports.importCampus(file(), name: "sample")
            await #expect(throws: CampusFileError.self) {
                try await imports.importCampus(
                    file(replacing: "\"stock\": 12", with: "\"stock\": -1"), name: "wrong")
            }
            #expect(try await store.read { try $0.campusRevisionNumber() } == 1)
            #expect(campuses.revision == 1)
            #expect(try await remaining(store) == ["burger": 12])
        }
    }

    @Test func `a text that an import refuses does not keep a stored campus from being read`() async throws {
        try await withTemporaryStore { store, _ in
            let imports = imports(store)
            let document = file(replacing: "\"Rice burger\"", with: "\"Rice\\nburger\"")
            try await store.write { _ = try $0.append(campusDocument: document, at: Self.time) }
            try await imports.refresh()
            #expect(campuses.revision == 1)
            let cafe = try #require(try campuses.inForce().cafe(Fixture.cafeID("tea-cafe")))
            let item = try #require(cafe.menu.item(Fixture.item("burger")))
            #expect(item.name.text(for: []) == "Rice\nburger")
            await #expect(throws: CampusFileError.self) {
                try await imports.importCampus(document, name: "the same")
            }
            #expect(campuses.revision == 1)
        }
    }

    @Test func `a cached opening status does not survive a new day boundary`() async throws {
        try await withTemporaryStore { store, _ in
            let imports = imports(store)
            let id = try #require(CafeID("grill-cafe"))
            let first = try await imports.importCampus(file(), name: "sample")
            let old = try #require(first.cafe(id))
            let second = try await imports.importCampus(
                file(replacing: "\"dayBoundaryHour\": 4", with: "\"dayBoundaryHour\": 0"), name: "midnight")
            let new = try #require(second.cafe(id))
            _ = campuses.openingStatus(of: old, at: Self.time)
            #expect(
                campuses.openingStatus(of: new, at: Self.time).serviceDay
                    == ServiceDay(at: Self.time, in: new.zone, startingAtHour: 0))
        }
    }
}
