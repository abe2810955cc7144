import Cryptography
public import Essentials
import Synchronization
import WebPush

/// Lists people's notices, and stores their settings and channels.
public final class NoticeService: Sendable {
    /// How many notices the inbox shows.
    public static let shownAtMost = 100
    /// How long a mailed code works.
    static let codeLasts: Duration = .seconds(600)
    /// How many codes a person may ask for or try in a minute.
    static let codesPerMinute = 5
    /// How many notices a person may ask for in a minute to try channels.
    static let testsPerMinute = 30
    /// How often a code can be tried: six digits must not be guessed.
    static let triesPerCode = 5

    /// A code that was mailed and can be entered.
    struct PendingCode {
        let digest: [UInt8]
        let expires: Timestamp
        var tries = 0
    }

    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let composer: NoticeComposer
    let now: @Sendable () -> Timestamp
    let codes = Mutex<[NoticeChannelID: PendingCode]>([:])
    let codeLimit = MinuteLimit(NoticeService.codesPerMinute, namesAtMost: 10_000)
    /// The mails go to an address that nobody has confirmed: a stranger must not get many.
    let codeMailLimit = SteadyLimit(every: .seconds(600), burst: 10)
    let testLimit = MinuteLimit(NoticeService.testsPerMinute, namesAtMost: 10_000)
    /// Sends what is due.
    public let sender: NoticeSender
    /// Sends events to the organisation's own systems over the same transport.
    let webhooks: WebhookService
    /// Mails invitations and links to people who forgot their password.
    public let accountMails: AccountMails
    /// The translations of the words of notices.
    public let catalogues = NoticeCatalogues()

    /// Makes a service over a store.
    ///
    /// - Parameters:
    ///   - store: Where notices and channels are kept.
    ///   - campuses: The people and places.
    ///   - people: Makes links with which people set a password.
    ///   - clock: What the sender sleeps by.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, campuses: CampusRegistry, people: PeopleService,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.now = now
        composer = NoticeComposer(catalogues: catalogues, now: now)
        sender = NoticeSender(store: store, campuses: campuses, composer: composer, clock: clock, now: now)
        accountMails = AccountMails(
            store: store, campuses: campuses, people: people, composer: composer, now: now)
        webhooks = WebhookService(store: store, composer: composer, clock: clock, now: now)
    }

    /// Sets how notices leave this machine, and finds or makes the key that signs pushes.
    ///
    /// - Throws: ``NoticeContactError`` for a contact that push services refuse, or the store's own error.
    public func begin(_ transport: NoticeTransport) async throws {
        let time = now()
        let bytes = try await store.write { transaction in
            if let key = try transaction.pushKey() { return key }
            let key = try ApplicationServerKey().bytes
            try transaction.setPushKey(key, at: time)
            return key
        }
        let key = try ApplicationServerKey(bytes: bytes)
        do throws(PushSubjectError) { try composer.take(transport, key) } catch {
            throw NoticeContactError(description: "\(error)")
        }
    }

    // MARK: - Inbox

    /// A person's notices of the last month.
    ///
    /// - Throws: The store's own error.
    public func inbox(of person: PersonID) async throws -> Snapshot<Inbox> {
        let time = now()
        return try await store.read { reading in
            Snapshot(
                asOf: try reading.feedBounds().last, time: time,
                content: Inbox(
                    notices: try reading.notices(of: person, limit: Self.shownAtMost),
                    unread: try reading.unreadNoticeCount(of: person)))
        }
    }

    /// The words of a person's notices, with places and times.
    ///
    /// - Parameters:
    ///   - notices: The notices.
    ///   - person: Whose they are.
    ///   - languages: The languages of the page that shows them, best first.
    /// - Returns: The words of each notice, in the order of the notices.
    /// - Throws: ``WorkplaceRefusal/noCampus``, or the store's own error.
    public func words(
        of notices: [Notice], for person: Person, in languages: [LanguageTag]
    ) async throws -> [NoticeText] {
        let campus = try campuses.inForce()
        let preferences = try await store.read { try $0.preferences(of: person.id) }
        let words = NoticeWords(for: person, preferences, asked: languages, on: campus, catalogues)
        return notices.map { words.text(of: $0, .full) }
    }

    /// Marks a notice as read on all of the person's pages; it is not sent any more.
    ///
    /// A notice that was corrected since the given version stays unread: the person has not seen the correction.
    ///
    /// - Returns: How many are not read.
    /// - Throws: ``NoticeRefusal/unknownNotice``, or the store's own error.
    public func read(_ id: NoticeID, version: Int = .max, by person: PersonID) async throws -> Int {
        let time = now()
        return try await store.write { transaction in
            guard let notice = try transaction.notice(id), notice.person == person else {
                throw NoticeRefusal.unknownNotice
            }
            guard notice.readAt == nil, notice.version <= version else {
                return try transaction.unreadNoticeCount(of: person)
            }
            try transaction.markRead(id, of: person, at: time)
            return try transaction.announceNotices(of: person, changed: id, at: time)
        }
    }

    /// Marks a notice and all earlier ones as read.
    ///
    /// - Returns: How many are not read.
    /// - Throws: ``NoticeRefusal/unknownNotice``, or the store's own error.
    public func readAll(upTo id: NoticeID, by person: PersonID) async throws -> Int {
        let time = now()
        return try await store.write { transaction in
            guard let notice = try transaction.notice(id), notice.person == person else {
                throw NoticeRefusal.unknownNotice
            }
            try transaction.markAllRead(of: person, upTo: notice.time, at: time)
            return try transaction.announceNotices(of: person, changed: nil, at: time)
        }
    }

    // MARK: - Settings

    /// How notices reach a person.
    ///
    /// - Throws: The store's own error.
    public func settings(of person: PersonID) async throws -> NoticeSettings {
        try await store.read { try $0.noticeSettings(of: person) }
    }

    /// The zone of a person's quiet hours: the one that they chose, or that of all sites.
    ///
    /// - Returns: The zone; `nil` where sites have different zones and the person chose none. Quiet hours are then those of
    ///   the place that a notice is about.
    /// - Throws: ``WorkplaceRefusal/noCampus``, or the store's own error.
    public func zone(of person: PersonID) async throws -> Zone? {
        let zones = try campuses.inForce().sites.map(\.zone)
        let chosen = try await store.read { try $0.preferences(of: person).zone }
        return chosen ?? (Set(zones).count == 1 ? zones.first : nil)
    }

    /// Stores how notices reach a person.
    ///
    /// - Throws: The store's own error.
    public func set(_ settings: NoticeSettings, of person: PersonID) async throws {
        let time = now()
        try await store.write { try $0.set(settings, of: person, at: time) }
    }

    // MARK: - Delivery

    /// Handles a delivery report: stops using the address until the person confirms it again, and sends the notice through
    /// the next kind of channel.
    ///
    /// - Parameter name: The name of the mail that bounced, as in ``NoticeMail/name``; other names are ignored.
    /// - Throws: The store's own error.
    public func mailBounced(_ name: String) async throws {
        let parts = name.split(separator: ".")
        guard parts.count == 2, let id = NoticeID(String(parts[0])), let version = Int(parts[1]) else {
            return
        }
        let time = now()
        let campus = try campuses.inForce()
        try await store.write { transaction in
            for delivery in try transaction.mailed(id, version: version) {
                if let letter = try transaction.letter(of: delivery, on: campus), time < letter.notice.expires
                {
                    try NoticeAttempt.store(
                        .bounced(code: "mail-bounced"), of: delivery, letter, isReport: true, at: time,
                        in: transaction)
                } else {
                    try transaction.end(delivery, "mail-bounced", attempts: delivery.attempts, at: time)
                    if let channel = delivery.channel {
                        try transaction.noteBounce("mail-bounced", of: channel)
                    }
                }
            }
        }
        sender.checkAgain()
    }

    /// The failed deliveries, and the health of each kind of channel.
    public struct Report: Sendable {
        /// A notice that a channel did not take.
        public struct Failure: Sendable {
            /// The number of the delivery.
            public let number: Int64
            /// The person who did not get it.
            public let person: PersonID
            /// What it was about.
            public let kind: NoticeKind
            /// Which kind of channel.
            public let channel: NoticeChannel.Kind
            /// When it was given up.
            public let time: Timestamp
            /// Why; a stable code.
            public let code: String
            /// How many attempts there were.
            public let attempts: Int
        }

        /// A kind of channel.
        public struct Channel: Sendable {
            /// The kind.
            public let kind: NoticeChannel.Kind
            /// How many notices wait.
            public let waiting: Int
            /// How many were handed over in the last day.
            public let handedOver: Int
            /// How many were given up in the last day.
            public let failed: Int
            /// The 99th percentile of the time from change to hand-over since the start; `nil` without one.
            public let percentile99: Duration?
        }

        /// The kinds of channels, in their usual order.
        public let channels: [Channel]
        /// The last failures, the last first.
        public let failures: [Failure]
    }

    /// Reports the failed deliveries, and the health of each kind of channel.
    ///
    /// - Throws: The store's own error.
    public func report() async throws -> Report {
        let since = now().advanced(by: .seconds(-24 * 3_600))
        let (counts, failures) = try await store.read { reading in
            (try reading.deliveryCounts(since: since), try reading.failedDeliveries(limit: 100))
        }
        let latencies = sender.latencies99()
        func count(_ kind: NoticeChannel.Kind, _ isCounted: (String?) -> Bool) -> Int {
            counts.filter { $0.kind == kind && isCounted($0.outcome) }.reduce(0) { $0 + $1.count }
        }
        return Report(
            channels: NoticeChannel.Kind.allCases.map { kind in
                Report.Channel(
                    kind: kind, waiting: count(kind) { $0 == nil },
                    handedOver: count(kind) { $0 == "handed-over" },
                    failed: count(kind) { $0 != nil && $0 != "handed-over" && $0 != "dropped" },
                    percentile99: latencies[kind])
            },
            failures: failures.map {
                Report.Failure(
                    number: $0.number, person: $0.person, kind: $0.kind, channel: $0.channel, time: $0.time,
                    code: $0.code, attempts: $0.attempts)
            })
    }
}

/// Why a change of notices is refused; nothing has changed.
public enum NoticeRefusal: Error, Hashable, Sendable {
    /// The person has no such notice.
    case unknownNotice
}

/// Push services would refuse everything that is sent in the name of this contact.
public struct NoticeContactError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence.
    public let description: String
}
