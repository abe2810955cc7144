public import Essentials

extension Named {
    /// A closed month of a place.
    public enum AttendanceClosing: Sendable {}
}

/// Identifies a closed month of a place.
public typealias AttendanceClosingID = Identifier<Named.AttendanceClosing>

/// That a month of a place is closed: what counted then counts for good.
///
/// What counted is kept beside the punches, so that neither later corrections nor new rules of a time zone alter it. Two people
/// reopen a month: one asks, with a reason, and another one agrees.
public struct AttendanceClosing: Hashable, Sendable {
    /// What was done about a month.
    enum Act: String, CaseIterable {
        /// Somebody closed it.
        case close
        /// Somebody asked to reopen it.
        case ask
        /// It stays closed: the request was taken back or refused.
        case keep
        /// Somebody else agreed, so that it is open again.
        case reopen
    }

    /// A request to reopen it.
    public struct Request: Hashable, Sendable {
        /// Who asked.
        public let person: PersonID
        /// When.
        public let time: Timestamp
        /// Why.
        public let reason: String
    }

    /// The identifier.
    public let id: AttendanceClosingID
    /// The place.
    public let site: SiteID
    /// The month.
    public let month: CalendarMonth
    /// Who closed it.
    public let closedBy: PersonID
    /// When it was closed.
    public let closedAt: Timestamp
    /// The request to reopen it that waits.
    public internal(set) var request: Request?
}

/// Why a month is not closed or reopened; nothing has changed.
public enum ClosingRefusal: Error, Hashable, Sendable {
    /// The month is not over at the place.
    case notOver
    /// It is closed already.
    case closed
    /// Corrections wait, or somebody's shift goes on.
    case notReady(waiting: Int, running: Int)
    /// Days lack a punch, and nobody said that they may.
    case missing(Int)
    /// There is no such closed month, or it is not for the person to see.
    case unknown
    /// Somebody has asked to reopen it already.
    case asked
    /// Nobody has asked to reopen it.
    case notAsked
    /// The person who asked cannot agree as well, and neither can somebody who has the right from them alone.
    case own
}

/// The months of the people whose attendance somebody may see, and how the places stand.
public struct AttendanceTeam: Sendable {
    /// The months, in the order of the names; one's own is left out.
    public let months: [AttendanceMonth]
    /// The places of these people, in the order of the campus.
    public let periods: [AttendancePeriod]
}

/// How a month stands at a place.
public struct AttendancePeriod: Sendable {
    /// The place.
    public let site: SiteID
    /// The month.
    public let month: CalendarMonth
    /// Whether every day of it is over there.
    public let isOver: Bool
    /// How many days lack a punch.
    public let missing: Int
    /// How many days have a correction that waits.
    public let waiting: Int
    /// How many people's shifts go on.
    public let running: Int
    /// That it is closed; `nil` while it is open.
    public let closing: AttendanceClosing?
}
