public import Essentials

/// Announces new data collection to people before it takes effect (W126).
public struct DataAnnouncementService: Sendable {
    /// The least time between an announcement and its practice.
    public static let lead: Duration = .seconds(7 * 86_400)
    /// How long an announcement stays valid after its time; later, the practice must be announced again.
    static let lapse: Duration = .seconds(30 * 86_400)
    /// The most practices in one announcement.
    public static let practicesAtMost = 100

    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let now: @Sendable () -> Timestamp

    /// The announced practices that are not in force yet, the earliest first.
    ///
    /// - Throws: The store's own error.
    public func announced() async throws -> [DataAnnouncement] {
        try await store.read { try $0.dataAnnouncements() }
    }

    /// Announces practices to the affected people: in the inbox, on open pages, and through their channels.
    ///
    /// A practice that was announced before keeps its time and is not announced again. Practices that affect nobody yet are not announced:
    /// they may be in force at once, but whoever they affect later has to hear of them first.
    ///
    /// - Returns: The time from which all of them may be in force.
    /// - Throws: The store's own error.
    public func announce(_ practices: Set<DataPractice>) async throws -> Timestamp {
        let time = now()
        return try await store.write { [campuses] transaction in
            try transaction.announce(practices, on: try campuses.campus(in: transaction), at: time)
        }
    }

    /// Applies the configured number of days for which names stay with orders.
    ///
    /// A longer time is announced first; until then the shorter one applies.
    ///
    /// - Parameter days: The configured number.
    /// - Throws: The store's own error.
    public func takeUp(nameDays days: Int) async throws {
        let time = now()
        try await store.write { [campuses] transaction in
            guard let known = try transaction.nameDays() else { return try transaction.setNameDays(days) }
            let practice = DataPractice.keepsNames(days: days)
            // Removes announcements of other numbers of days.
            for other in try transaction.dataAnnouncements() where other.practice != practice {
                guard case .keepsNames = other.practice else { continue }
                try transaction.removeDataAnnouncement(of: other.practice)
            }
            guard days > known, campuses.revision > 0 else { return try transaction.setNameDays(days) }
            let from = try transaction.announce(
                [practice], on: try campuses.campus(in: transaction), at: time)
            guard from <= time else { return }
            try transaction.removeDataAnnouncement(of: practice)
            try transaction.setNameDays(days)
        }
    }
}

/// A practice that was announced.
public struct DataAnnouncement: Hashable, Sendable {
    /// The practice.
    public let practice: DataPractice
    /// The time from which it may be put in force.
    public let holdsFrom: Timestamp
    /// When people were told.
    public let announcedAt: Timestamp
}

/// Why a campus cannot be put in force; nothing has changed.
public enum DataAnnouncementRefusal: Error, Hashable, Sendable {
    /// It has practices that were not announced, or were announced too late.
    ///
    /// The case has these practices, the number of affected people, and the time from which the campus may be in force; `nil` while
    /// a practice is not announced.
    case unannounced(practices: [DataPractice], people: Int, holdsFrom: Timestamp?)
}

extension DataAnnouncementRefusal: CustomStringConvertible {
    /// The refusal for operators.
    public var description: String {
        switch self {
        case .unannounced(let practices, let people, _):
            "This changes what is collected about "
                + (people == 1 ? "1 person, who has" : "\(people) people, who have")
                + " not heard of it for seven days: "
                + practices.map(\.description).joined(separator: ", ")
        }
    }
}
