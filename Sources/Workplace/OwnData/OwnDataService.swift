public import Essentials
public import JSON

/// Shows, exports and erases what is kept about a person.
public struct OwnDataService: Sendable {
    /// How many exports a person gets in a minute.
    public static let exportsPerMinute = 6
    /// How many exports all people behind an address get in a minute.
    static let exportsPerAddress = 30
    /// How many looks the overview has at most; the export has all.
    public static let looksAtMost = 100

    let store: any WorkplaceStore
    let people: PeopleService
    let sessions: SessionService
    let tips: TipService
    let presence: PresenceService
    let offers: TipOffers
    let identityRetention: Duration
    let now: @Sendable () -> Timestamp
    private let limit = MinuteLimit(Self.exportsPerMinute)
    private let addresses = MinuteLimit(Self.exportsPerAddress, namesAtMost: 10_000)

    init(
        store: any WorkplaceStore, people: PeopleService, sessions: SessionService, tips: TipService,
        presence: PresenceService, offers: TipOffers, identityRetention: Duration,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.people = people
        self.sessions = sessions
        self.tips = tips
        self.presence = presence
        self.offers = offers
        self.identityRetention = identityRetention
        self.now = now
    }

    /// What is kept about a person, until when, and who looked at it.
    ///
    /// - Throws: The store's own error.
    public func overview(of person: PersonID) async throws -> OwnData {
        let time = now()
        return try await store.read { reading in
            let retention = try retention(at: time, in: reading)
            return OwnData(
                parts: try parts(of: person, namesStay: retention, in: reading),
                looks: try reading.rows(of: .looks, about: person).prefix(Self.looksAtMost).compactMap {
                    OwnData.Look($0)
                },
                identityRetention: retention)
        }
    }

    /// All that is kept about a person.
    public struct Export: Sendable {
        /// When it was made.
        public let time: Timestamp
        /// The rows of each section, also of those that have none.
        public let sections: [(name: String, rows: [JSONObject])]
        /// The ledger of tips.
        public let tips: TipExport
    }

    /// Exports all that is kept about a person, and notes it in the security log.
    ///
    /// - Throws: ``OwnDataRefusal/tooManyExports(retryAfter:)``, or the store's own error.
    public func export(of person: Person, from address: String) async throws -> Export {
        let time = now()
        // The person first, so that nobody uses up what others behind the same address have.
        if let wait = limit.add(person.id.rawValue, at: time) ?? addresses.add(address, at: time) {
            throw OwnDataRefusal.tooManyExports(retryAfter: wait)
        }
        try await store.write { transaction in
            try transaction.log(SecurityEvent(at: time, .exported, by: .person(person.id), from: address))
        }
        let tips = try await offers.export(of: person)
        let sections = try await store.read { reading in
            try KeptSection.all.map { ($0.name, try reading.rows(of: $0, about: person.id)) }
        }
        return Export(time: time, sections: sections, tips: tips)
    }

    /// Erases all that the law lets go, and ends the person's account.
    ///
    /// Reminders, presence and tips go first, each in a transaction of its own, and at last the account. If the server
    /// stops in between, the person can still sign in and erase the rest.
    ///
    /// - Returns: What stays, and the digests of the tokens whose sessions ended.
    /// - Throws: ``OwnDataRefusal/ordersOpen(_:)``, ``AccountRefusal/lastAdministrator``, or the store's own error.
    public func erase(
        _ person: Person, from address: String
    ) async throws -> (remaining: [OwnData.Part], ended: [[UInt8]]) {
        let campuses = people.campuses
        try await store.read { try $0.requireErasable(person.id, on: try campuses.inForce()) }
        try await presence.withdraw(person.id)
        try await presence.endReminders(of: person.id)
        try await tips.erase(person.id)
        let time = now()
        let (remaining, ended) = try await people.change { transaction in
            let campus = try campuses.campus(in: transaction)
            try transaction.requireErasable(person.id, on: campus)
            try transaction.log(SecurityEvent(at: time, .erased, by: .person(person.id), from: address))
            // Before the orders lose their name, by which payments are found.
            let remaining = try parts(
                of: person.id, namesStay: try retention(at: time, in: transaction), in: transaction
            ).filter(\.staysAfterErasure)
            try transaction.removeOrderIdentities(of: person.id)
            if let hold = try transaction.pickupHold(of: person.id) {
                try transaction.release(hold, at: time)
            }
            try transaction.removeFavourites(of: person.id)
            try transaction.removeReminders(of: person.id)
            try transaction.erasePresence(of: person.id)
            try transaction.removeWearables(of: person.id)
            try transaction.removeTipAccessRecords(about: person.id)
            try transaction.removeDataLooks(at: person.id)
            try transaction.removePreferences(of: person.id)
            try transaction.blankNotices(of: person.id)
            try transaction.removeNotices(of: person.id)
            let ended = try transaction.removeWaysIn(of: person.id)
            try transaction.put(entry(of: person, on: campus, keepsName: !remaining.isEmpty), at: time)
            return (remaining, ended)
        }
        sessions.forget(ended)
        presence.wearables.noteChange()
        return (remaining, ended)
    }

    /// The person as administrators see them after an erasure: shut out, without roles.
    ///
    /// The name stays only with punches and bookings, because those must say whose they are.
    private func entry(of person: Person, on campus: Campus, keepsName: Bool) -> Directory.Entry {
        Directory.Entry(
            person: person.id, name: keepsName ? person.name : person.id.rawValue, grants: [],
            language: campus.organisation.defaultLanguage, locale: campus.organisation.defaultLanguage,
            isSuspended: true)
    }

    /// How long names stay with orders now.
    private func retention(at time: Timestamp, in reading: ReadTransaction) throws -> Duration {
        let configured = Int(identityRetention.components.seconds / 86_400)
        return .seconds(86_400 * (try reading.nameDays(configured: configured, at: time)))
    }

    private func parts(
        of person: PersonID, namesStay identityRetention: Duration, in reading: ReadTransaction
    ) throws -> [OwnData.Part] {
        try KeptSection.all.compactMap { section in
            let summary = try reading.summary(of: section, about: person)
            guard summary.count > 0 else { return nil }
            let since = section.rule == .untilTime ? nil : summary.first
            return OwnData.Part(
                name: section.name, count: summary.count, since: since,
                until: summary.last.flatMap {
                    end(after: $0, by: section.rule, namesStay: identityRetention)
                }, rule: section.rule,
                staysAfterErasure: section.staysAfterErasure)
        }
    }

    private func end(
        after last: Timestamp, by rule: KeptSection.Rule, namesStay identityRetention: Duration
    ) -> Timestamp? {
        switch rule {
        case .lasting(let duration): last.advanced(by: duration)
        case .identity: last.advanced(by: identityRetention)
        case .untilTime: last
        case .untilRemoved, .account, .law: nil
        }
    }
}

extension ReadTransaction {
    /// Refuses to erase somebody who waits for an order, or without whom nobody could administer the installation.
    fileprivate func requireErasable(_ person: PersonID, on campus: Campus) throws {
        let open = try openOrderCount(of: person)
        guard open == 0 else { throw OwnDataRefusal.ordersOpen(open) }
        try requireAdministrator(otherThan: person, on: campus)
    }
}

extension OwnData.Look {
    /// Reads a row of ``KeptSection/looks``.
    fileprivate init?(_ row: JSONObject) {
        guard case .string(let viewer)? = row["viewer"], let viewer = PersonID(viewer),
            case .string(let subject)? = row["what"], case .string(let first)? = row["from"],
            case .string(let last)? = row["to"], let first = Timestamp(first), let last = Timestamp(last),
            case .integer(let times)? = row["times"], case .boolean(let isOfEverybody)? = row["everybody"]
        else { return nil }
        self.viewer = viewer
        self.subject = subject
        if case .string(let detail)? = row["detail"] { self.detail = detail } else { detail = nil }
        self.first = first
        self.last = last
        self.times = Int(times)
        self.isOfEverybody = isOfEverybody
    }
}
