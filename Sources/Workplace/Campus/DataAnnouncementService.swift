public import Essentials

/// Tells people about what is going to be collected or passed on, before it is in force (W126).
public struct DataAnnouncementService: Sendable {
    /// How long before it is in force people hear of a practice.
    public static let lead: Duration = .seconds(7 * 86_400)
    /// How long an announcement counts after its time; what was not put in force by then is announced again.
    static let lapse: Duration = .seconds(30 * 86_400)
    /// How many practices one announcement has at most.
    public static let practicesAtMost = 100

    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let now: @Sendable () -> Timestamp

    /// The practices that were announced and are not in force yet, the one that comes first at the front.
    ///
    /// - Throws: The store's own error.
    public func announced() async throws -> [DataAnnouncement] {
        try await store.read { try $0.dataAnnouncements() }
    }

    /// Announces practices to everybody whom they affect: in the inbox, on open pages, and through their channels.
    ///
    /// A practice that was announced before keeps its time, and nobody hears of it twice.
    ///
    /// - Returns: When all of them may be put in force.
    /// - Throws: The store's own error.
    public func announce(_ practices: Set<DataPractice>) async throws -> Timestamp {
        let time = now()
        return try await store.write { [campuses] transaction in
            try transaction.announce(practices, on: try campuses.campus(in: transaction), at: time)
        }
    }

    /// Takes up for how long names stay with orders.
    ///
    /// A longer time than before is announced, and the shorter one holds until then.
    ///
    /// - Parameter days: What the configuration says.
    /// - Throws: The store's own error.
    public func takeUp(nameDays days: Int) async throws {
        let time = now()
        try await store.write { [campuses] transaction in
            guard let known = try transaction.nameDays() else { return try transaction.setNameDays(days) }
            let practice = DataPractice.keepsNames(days: days)
            // Of the times that were announced only the present one counts.
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
    /// What is going to be collected or passed on.
    public let practice: DataPractice
    /// The time from which it may be put in force.
    public let holdsFrom: Timestamp
    /// When people were told.
    public let announcedAt: Timestamp
}

/// Why a campus cannot be put in force; nothing has changed.
public enum DataAnnouncementRefusal: Error, Hashable, Sendable {
    /// It collects or passes on what people have not heard of, or heard of too late.
    ///
    /// It has what people have to hear of, how many it affects, and from when on it may be put in force: `nil` while a practice is not
    /// announced.
    case unannounced(practices: [DataPractice], people: Int, holdsFrom: Timestamp?)
}

extension DataAnnouncementRefusal: CustomStringConvertible {
    /// The refusal for operators.
    public var description: String {
        switch self {
        case .unannounced(let practices, let people, _):
            "This changes what is collected about \(people) people, and they have not heard of it for seven days: "
                + practices.map(\.description).joined(separator: ", ")
        }
    }
}
