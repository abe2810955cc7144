import Attendance
import Essentials
import Foundation
import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1))) struct DataAnnouncementTests {
    private static let practice = DataPractice("reminds/south/gateways") ?? .keepsNames(days: 1)
    /// The sample with a gateway that hears badges at the door of the south.
    private static let withGateway = CampusSample.text.replacingOccurrences(
        of: #"[{"id": "tea-ear", "spot": "tea-room"}]"#,
        with: #"[{"id": "tea-ear", "spot": "tea-room"}, {"id": "gate-ear", "spot": "gate"}]"#)

    private func imports(_ cafes: CafesFixture) -> CampusImport {
        CampusImport(store: cafes.store, campuses: cafes.campuses, now: { cafes.clock.timestamp })
    }

    private func service(_ cafes: CafesFixture) -> DataAnnouncementService {
        DataAnnouncementService(
            store: cafes.store, campuses: cafes.campuses, now: { cafes.clock.timestamp })
    }

    private func put(_ text: String, _ cafes: CafesFixture, isToldOtherwise: Bool = false) async throws {
        _ = try await imports(cafes).importCampus(
            Array(text.utf8), name: "file", isToldOtherwise: isToldOtherwise)
    }

    private func remind(_ person: PersonID, _ cafes: CafesFixture) async throws {
        let time = cafes.clock.timestamp
        try await cafes.store.write {
            try $0.set(ReminderSetting(isOn: true, since: time), of: person)
        }
    }

    private func refusal(
        _ cafes: CafesFixture, _ body: () async throws -> Void
    ) async throws -> Timestamp?? {
        do {
            try await body()
            return .none
        } catch DataAnnouncementRefusal.unannounced(let practices, let people, let holdsFrom) {
            #expect(practices == [Self.practice] && people == 1)
            return .some(holdsFrom)
        }
    }

    @Test
    func
        `W126: changing a collecting setting is announced to those affected before it takes effect`()
        async throws
    {
        try await withCafes { cafes in
            try await remind(Fixture.ada, cafes)
            let service = service(cafes)
            // Refused before it is announced, and nothing changes.
            #expect(try await refusal(cafes) { try await put(Self.withGateway, cafes) } == .some(nil))
            #expect(cafes.campuses.revision == 1)
            #expect(try !cafes.campuses.inForce().dataPractices.contains(Self.practice))
            // Only the affected people get a notice, and only one, also after a second announcement.
            let from = try await service.announce([Self.practice])
            #expect(from == cafes.clock.timestamp.advanced(by: DataAnnouncementService.lead))
            #expect(try await service.announce([Self.practice]) == from)
            let (adas, bens) = try await cafes.store.read { reading in
                (
                    try reading.notices(of: Fixture.ada, limit: 9),
                    try reading.notices(of: Fixture.person("ben"), limit: 9)
                )
            }
            #expect(adas.map(\.kind) == [.collectionChanges] && bens.isEmpty)
            #expect(adas.map(\.subject) == [.dataCollection(from: from)] && adas.map(\.version) == [1])
            #expect(try await service.announced().map(\.practice) == [Self.practice])
            // Refused before the time of the announcement, then in force.
            cafes.clock.advance(by: DataAnnouncementService.lead - .seconds(1))
            #expect(try await refusal(cafes) { try await put(Self.withGateway, cafes) } == .some(from))
            cafes.clock.advance(by: .seconds(1))
            #expect(try await refusal(cafes) { try await put(Self.withGateway, cafes) } == .none)
            #expect(try cafes.campuses.inForce().dataPractices.contains(Self.practice))
            #expect(try await service.announced().isEmpty)
            // A practice that was removed must be announced again.
            try await put(CampusSample.text, cafes)
            #expect(try await refusal(cafes) { try await put(Self.withGateway, cafes) } == .some(nil))
        }
    }

    @Test func `W126: what affects nobody, or was told in another way, is in force at once`() async throws {
        try await withCafes { cafes in
            try await put(Self.withGateway, cafes)
            try await put(CampusSample.text, cafes)
            try await remind(Fixture.ada, cafes)
            try await put(Self.withGateway, cafes, isToldOtherwise: true)
            #expect(try cafes.campuses.inForce().dataPractices.contains(Self.practice))
        }
    }

    @Test func `W126: an announcement that nobody heard is none`() async throws {
        try await withCafes { cafes in
            let service = service(cafes)
            #expect(try await service.announce([Self.practice]) == cafes.clock.timestamp)
            try await remind(Fixture.ada, cafes)
            // She consented to what was in force, so that she is told and has seven days.
            #expect(try await refusal(cafes) { try await put(Self.withGateway, cafes) } == .some(nil))
            let from = try await service.announce([Self.practice])
            #expect(from == cafes.clock.timestamp.advanced(by: DataAnnouncementService.lead))
        }
    }

    @Test func `W126: people who turn on what an announcement is about hear of it at once`() async throws {
        try await withPresence(following: false) { fixture in
            let clock = fixture.clock
            let service = DataAnnouncementService(
                store: fixture.store, campuses: fixture.campuses, now: { clock.timestamp })
            let follows = try #require(DataPractice("follows/south/gateways"))
            let ben = Fixture.person("ben")
            func subjects(of person: PersonID) async throws -> [NoticeSubject] {
                try await fixture.store.read { try $0.notices(of: person, limit: 9) }.map(\.subject)
            }
            try await fixture.attendance.setReminders(of: Fixture.ada, on: true)
            let from = try await service.announce([Self.practice])
            clock.advance(by: .seconds(86_400))
            // Following is another purpose.
            try await fixture.service.follow(ben)
            #expect(try await subjects(of: ben).isEmpty)
            try await fixture.attendance.setReminders(of: ben, on: true)
            #expect(try await subjects(of: ben) == [.dataCollection(from: from)])
            // What was announced and may be in force any day is told as of now.
            _ = try await service.announce([follows])
            clock.advance(by: DataAnnouncementService.lead + .seconds(86_400))
            #expect(try await subjects(of: Fixture.ada) == [.dataCollection(from: from)])
            try await fixture.service.follow(Fixture.ada)
            #expect(try await subjects(of: Fixture.ada) == [.dataCollection(from: clock.timestamp)])
            // The publication does not wait for those who knew when they consented.
            _ = try await fixture.imports.importCampus(Array(Self.withGateway.utf8), name: "file")
            #expect(try fixture.campuses.inForce().dataPractices.contains(Self.practice))
        }
    }

    @Test(arguments: [(1, "about 1 person, who has not"), (2, "about 2 people, who have not")])
    func `the refusal for operators counts people`(people: Int, words: String) {
        let refusal = DataAnnouncementRefusal.unannounced(
            practices: [Self.practice], people: people, holdsFrom: nil)
        #expect(refusal.description.contains(words))
    }

    @Test func `W126: a publication and a return of a site are held back like an import`() async throws {
        try await withCafes { cafes in
            try await remind(Fixture.ada, cafes)
            let drafts = CampusDraftService(
                store: cafes.store, campuses: cafes.campuses, imports: imports(cafes),
                now: { cafes.clock.timestamp })
            let part = CampusPart.site(try #require(SiteID("south")))
            let draft = try await drafts.draft(of: part)
            let changed = draft.document.setting(
                [["id": "tea-ear", "spot": "tea-room"], ["id": "gate-ear", "spot": "gate"]], at: ["gateways"])
            _ = try await drafts.save(
                changed, base: draft.revision, of: part, expecting: 0, by: Fixture.ada)
            let publish = {
                _ = try await drafts.publish(draftOf: part, expecting: 1, by: Fixture.ada)
            }
            #expect(try await refusal(cafes, publish) == .some(nil))
            #expect(try await drafts.draft(of: part).document == changed)
            _ = try await service(cafes).announce([Self.practice])
            cafes.clock.advance(by: DataAnnouncementService.lead)
            #expect(try await refusal(cafes, publish) == .none)
            // Returning to the earlier revision adds the gateway again.
            let with = cafes.campuses.revision
            let without = try await drafts.return(to: 1, of: part, seen: with, by: Fixture.ada)
            let again = { _ = try await drafts.return(to: with, of: part, seen: without, by: Fixture.ada) }
            #expect(try await refusal(cafes, again) == .some(nil))
        }
    }

    @Test func `W126: names stay with orders as long as before until a longer time was announced`()
        async throws
    {
        try await withCafes { cafes in
            let service = service(cafes)
            func days(configured: Int) async throws -> Int {
                let time = cafes.clock.timestamp
                return try await cafes.store.read { try $0.nameDays(configured: configured, at: time) }
            }
            try await service.takeUp(nameDays: 30)
            #expect(try await days(configured: 30) == 30)
            try await service.takeUp(nameDays: 90)
            #expect(try await days(configured: 90) == 30)
            #expect(try await cafes.store.read { try $0.unreadNoticeCount(of: Fixture.ada) } == 1)
            cafes.clock.advance(by: DataAnnouncementService.lead)
            #expect(try await days(configured: 90) == 90)
            try await service.takeUp(nameDays: 90)
            #expect(try await days(configured: 90) == 90)
            #expect(try await service.announced().isEmpty)
            // A shorter time holds at once.
            try await service.takeUp(nameDays: 10)
            #expect(try await days(configured: 10) == 10)
        }
    }

    @Test(arguments: [
        ("records/north/2026-12-24", "records/north/2027-01-01", true),
        ("records/north/2027-01-02", "records/north/2027-01-01", false),
        ("records/south/2026-12-24", "records/north/2027-01-01", false),
        ("shows/north/team", "shows/north/organisation", true),
        ("shows/north/site", "shows/north/team", false),
        ("follows/north/gateways", "follows/north/devices", false), ("keeps-names/3", "keeps-names/4", true),
        ("sends/north/time.example.org", "sends/north/time.example.org", true),
        ("sends/north/time.example.org", "sends/north/other.example.org", false),
    ])
    func `a practice is nothing new where one in force reaches as far`(
        practice: String, other: String, isCovered: Bool
    ) throws {
        let texts = [practice, other]
        let practices = try texts.map { try #require(DataPractice($0)) }
        #expect(practices.map(\.description) == texts)
        #expect(practices[0].isCovered(by: practices[1]) == isCovered)
    }

    @Test(arguments: [
        "", "follows", "follows/north", "follows/north/ears", "records/north/soon", "shows/north/all",
        "sends/north/", "keeps-names/0", "keeps-names/x", "eats/north/lunch", "follows/north/devices/x",
    ])
    func `what names no practice is refused`(text: String) { #expect(DataPractice(text) == nil) }
}
