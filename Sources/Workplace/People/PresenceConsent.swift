import Authorization
import Essentials
import JSON
import SQLite

/// What a person has agreed to have their presence evaluated for; a machine of authorisation decides for each purpose.
///
/// The person's consent is the permission: their answer to a switch in their page. Badges and devices are heard while the
/// page is closed too, so it is asked for always; the server that senses is in use all the time.
struct PresenceConsent: Sendable {
    /// What presence is evaluated for.
    enum Purpose: CaseIterable {
        /// The page follows them to their café.
        case following
        /// They are reminded of a punch at the door.
        case reminders

        /// The purpose that needs what happens at a spot.
        init(neededAt spot: Spot) {
            switch spot.kind {
            case .cafe, .station: self = .following
            case .entrance: self = .reminders
            }
        }
    }

    /// Whether observations may be used to follow them.
    private let isFollowing: Bool
    /// Whether observations may be used to remind them.
    private let isReminded: Bool

    /// Takes what the person decided by their switches.
    init(isFollowing: Bool, isReminded: Bool, at time: Timestamp) {
        self.isFollowing = Self.isAllowed(isFollowing, at: time)
        self.isReminded = Self.isAllowed(isReminded, at: time)
    }

    private static func isAllowed(_ isAgreed: Bool, at time: Timestamp) -> Bool {
        let decision = AuthorizationDecision(isAgreed ? .always : .refused, at: time.observed)
        let machine = AuthorizationStateMachine(
            UsageDescriptions(), recalling: AuthorizationMemory(decision: decision), at: time.observed)
        return machine.diagnostics.isEmpty
    }

    /// Whether observations may be used for a purpose.
    func allows(_ purpose: Purpose) -> Bool {
        switch purpose {
        case .following: isFollowing
        case .reminders: isReminded
        }
    }

    /// Whether what happens at a spot may be used.
    func allows(_ spot: Spot) -> Bool { allows(Purpose(neededAt: spot)) }

    /// Whether observations may be used for nothing.
    var isRefusal: Bool { !isFollowing && !isReminded }
}

extension ReadTransaction {
    /// What a person agrees to now.
    func presenceConsent(of person: PersonID, at time: Timestamp) throws -> PresenceConsent {
        try presenceConsents(of: [person], at: time)[person]
            ?? PresenceConsent(isFollowing: false, isReminded: false, at: time)
    }

    /// What people agree to now.
    func presenceConsents(
        of persons: Set<PersonID>, at time: Timestamp
    ) throws -> [PersonID: PresenceConsent] {
        // The people are one argument, so that one prepared statement serves any number of people.
        let sql = """
            SELECT CAST(asked.key AS INTEGER), following.person IS NOT NULL, reminder_settings.is_on IS 1
            FROM json_each(?) AS asked
            LEFT JOIN following ON following.person = asked.value
            LEFT JOIN reminder_settings ON reminder_settings.person = asked.value
            """
        let persons = Array(persons)
        let list = JSONValue.array(persons.map { .string($0.rawValue) }).bytes
        var consents: [PersonID: PresenceConsent] = [:]
        consents.reserveCapacity(persons.count)
        try connection.forEach(sql, String(decoding: list, as: UTF8.self)) { row in
            consents[persons[try row.int(0)]] = PresenceConsent(
                isFollowing: try row.bool(1), isReminded: try row.bool(2), at: time)
        }
        return consents
    }
}
