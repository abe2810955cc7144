import Cryptography
import Essentials
import JSON
import Ordering
import SQLite
import Synchronization
import TestSupport
import Testing
import WebPush
import WorkplaceFixtures

@testable import Workplace

/// The notices of the sample campus's people over a temporary store, with a way out that only records.
///
/// The clock stands still at noon on a Saturday.
struct NoticesFixture: Sendable {
    static let grill = Fixture.cafeID("grill-cafe")
    static let ben = Fixture.person("ben")

    let store: RefusingStore
    let published: PublishedEntries
    let clock: ManualClock
    let campuses: CampusRegistry
    let way: FakeWay
    let people: PeopleService
    let service: NoticeService
    let imports: CampusImport

    init(_ store: any WorkplaceStore, _ published: PublishedEntries, hasMail: Bool = true) async throws {
        let (clock, campuses, way) = (ManualClock(), CampusRegistry(), FakeWay())
        let refusing = RefusingStore(store)
        self.store = refusing
        self.published = published
        self.clock = clock
        self.campuses = campuses
        self.way = way
        imports = CampusImport(store: store, campuses: campuses, now: { clock.timestamp })
        _ = try await imports.importCampus(Array(CampusSample.text.utf8), name: "sample")
        people = PeopleService(
            store: refusing, campuses: campuses,
            sessions: SessionService(store: refusing, campuses: campuses, now: { clock.timestamp }),
            now: { clock.timestamp })
        service = NoticeService(
            store: refusing, campuses: campuses, people: people, clock: clock, now: { clock.timestamp })
        try await service.begin(way.transport(hasMail: hasMail))
    }

    /// A service that begins later on the same store, as after a restart.
    func restarted() async throws -> NoticeService {
        let clock = clock
        let service = NoticeService(
            store: store, campuses: campuses, people: people, clock: clock, now: { clock.timestamp })
        try await service.begin(way.transport())
        return service
    }

    // MARK: - People and channels

    func person(_ id: PersonID = Fixture.ada) throws -> Person {
        try #require(try campuses.inForce().person(id))
    }

    /// A browser that subscribed.
    struct Browser: Sendable {
        let receiver: PushReceiver
        let host: String
        let channel: NoticeChannel

        /// What it shows for a call.
        func document(of call: NoticeCall) throws -> JSONValue {
            try JSONValue(parsing: try receiver.decrypt(call.body))
        }
    }

    /// Adds a browser.
    func browser(
        at host: String = "push.example", _ path: String = "1", of person: PersonID = Fixture.ada
    ) async throws -> Browser {
        let receiver = try PushReceiver()
        let address = NoticeChannel.Address.push(
            endpoint: "https://\(host)/\(path)", key: receiver.key.publicPoint,
            secret: receiver.authenticationSecret)
        let added = try await service.add(address, label: "Phone", for: try self.person(person))
        return Browser(receiver: receiver, host: host, channel: added.channel)
    }

    /// Adds a topic of ntfy.
    @discardableResult
    func ntfy(_ url: String = "https://ntfy.example/ada", token: String? = nil) async throws -> NoticeChannel
    {
        try await service.add(.ntfy(url: url, token: token), label: "ntfy", for: try person()).channel
    }

    /// Adds an address and confirms it.
    @discardableResult
    func mail(_ address: String = "ada@example.org") async throws -> NoticeChannel {
        let added = try await service.add(.mail(address), label: nil, for: try person()).channel
        return try await service.confirm(added.id, code: try lastCode(), by: Fixture.ada)
    }

    /// The code of the last mail.
    func lastCode() throws -> String {
        let mail = try #require(way.mails.last)
        let code = mail.subject.filter { $0.isASCII && $0.isNumber }
        try #require(code.count == 6)
        return code
    }

    func change(_ body: (inout NoticeSettings) -> Void, of person: PersonID = Fixture.ada) async throws {
        var settings = try await service.settings(of: person)
        body(&settings)
        try await service.set(settings, of: person)
    }

    func prefer(_ members: JSONValue, of person: PersonID = Fixture.ada) async throws {
        let preferences = try #require(Preferences(String(decoding: members.bytes, as: UTF8.self)))
        let time = clock.timestamp
        try await store.write { try $0.set(preferences, of: person, at: time) }
    }

    // MARK: - Notices

    static func order(_ id: String = "order-1", number: Int = 12, at cafe: CafeID = grill) throws
        -> NoticeSubject
    {
        .order(
            try #require(OrderID(id)), number: try #require(OrderNumber(sequence: number)), cafe: cafe)
    }

    /// Tells a person that an order is ready, or something else.
    @discardableResult
    func tell(
        _ kind: NoticeKind = .orderReady, about subject: NoticeSubject? = nil,
        to person: PersonID = Fixture.ada
    ) async throws -> Notice {
        let time = clock.timestamp
        let subject = try subject ?? Self.order()
        try await store.write { try $0.notify(person, kind, about: subject, at: time) }
        service.sender.checkAgain()
        return try #require(try await store.read { try $0.notice(tagged: subject.tag, of: person) })
    }

    // MARK: - Sending

    /// Runs the sender beside a body.
    func sending(
        _ service: NoticeService? = nil, failing: StoreError? = nil, _ body: () async throws -> Void
    ) async throws {
        let sender = (service ?? self.service).sender
        let work: @Sendable () async -> Void = {
            await sender.run { error in
                if failing == nil { Issue.record(error) } else { #expect(error as? StoreError == failing) }
            }
        }
        try await withBackgroundWork(work, body)
    }

    /// A delivery as the store has it.
    struct Row: Hashable, Sendable {
        let step: String?
        let outcome: String?
        let attempts: Int
        let isDue: Bool
    }

    /// All deliveries, in the order in which they were made.
    func deliveries() async throws -> [Row] {
        try await store.read { reading in
            let sql = "SELECT step, outcome, attempts, due_at FROM notice_deliveries ORDER BY number"
            return try reading.connection.all(sql) { row in
                Row(
                    step: try row.optionalText(0), outcome: try row.optionalText(1), attempts: try row.int(2),
                    isDue: try !row.isNull(3))
            }
        }
    }

    /// Waits until nothing is due any more, and returns how everything ended.
    func untilEnded() async throws -> [Row] {
        while true {
            let rows = try await deliveries()
            if rows.allSatisfy({ !$0.isDue }) { return rows }
            // A test that waits for ever ends at its time limit.
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Waits until a delivery has been tried so many times.
    func untilTried(_ attempts: Int) async throws {
        while try await deliveries().map(\.attempts).max() ?? 0 < attempts { try Task.checkCancellation() }
    }

    /// Waits until so many calls were made.
    func untilCalled(_ count: Int) async {
        while way.calls.count < count { await Task.yield() }
    }

    /// What has been told to pages, as kinds.
    var told: [String] { published.all.map(\.change.kind) }

    static func time(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }
}

/// Runs a body with notices on a new store.
func withNotices(hasMail: Bool = true, _ body: (NoticesFixture) async throws -> Void) async throws {
    try await withTemporaryStore { store, published in
        try await body(try await NoticesFixture(store, published, hasMail: hasMail))
    }
}
