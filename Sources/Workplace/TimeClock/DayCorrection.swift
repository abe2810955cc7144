public import Attendance
public import Essentials

/// A person's request that other times count for one of their days, with the approver's decision; or the imported times of a day.
///
/// The punches stay as they are: an accepted correction is a record beside them.
public struct DayCorrection: Hashable, Sendable {
    /// How long a reason is, in characters.
    public static let reasonLength = 1...500

    /// What was done about a request.
    public enum Act: String, Hashable, Sendable, CaseIterable {
        /// The person asked.
        case request
        /// The person took it back.
        case withdraw
        /// An approver accepted the times as they were proposed.
        case accept
        /// An approver accepted other times.
        case change
        /// An approver refused it.
        case reject
        /// The times come from another system; nobody asked for them.
        case `import`
    }

    /// What ended a request.
    public struct Decision: Hashable, Sendable {
        /// What was done.
        public let act: Act
        /// By whom.
        public let actor: PersonID
        /// When.
        public let time: Timestamp
        /// Why; empty without a reason.
        public let reason: String
        /// The times that count now; `nil` when nothing changed.
        public let marks: [WorkMark]?
    }

    /// The identifier.
    public let id: DayCorrectionID
    /// Whose day.
    public let person: PersonID
    /// The day.
    public let date: CalendarDate
    /// The place of the day.
    public let site: SiteID
    /// The zone of the place.
    public let zone: Zone
    /// The proposed times.
    public let marks: [WorkMark]
    /// Whether the person asks that no break is deducted by rule, because none was taken.
    public let waivesBreak: Bool
    /// Why the person asks.
    public let reason: String
    /// When the person asked.
    public let requestedAt: Timestamp
    /// What ended the request; `nil` while it waits.
    public internal(set) var decision: Decision?
    /// Whether an imported day had been corrected in the other system.
    public internal(set) var wasCorrected = false
}

/// Why a correction is refused; nothing has changed.
public enum DayCorrectionRefusal: Error, Hashable, Sendable {
    /// The times are wrong.
    case times(ProposalRefusal)
    /// The times are those that count already.
    case unchanged
    /// The day has not begun.
    case future
    /// The day still goes on, so its clock-out comes first.
    case running
    /// Another request for the day waits.
    case waiting(DayCorrectionID)
    /// There is no such correction.
    case unknown
    /// It was decided or taken back before.
    case decided
    /// Nobody decides about their own day.
    case own
    /// The month of the day is closed.
    case closed
}

/// A request to correct a day.
public struct DayCorrectionRequest: Sendable {
    /// Whose day.
    public let person: PersonID
    /// The day.
    public let date: CalendarDate
    /// The proposed times.
    public let marks: [ProposedMark]
    /// Whether no break is to be deducted by rule.
    public let waivesBreak: Bool
    /// The place; `nil` for that of the day's punches, else the person's.
    public let site: SiteID?
    /// Why.
    public let reason: String
    /// The idempotency key.
    public let key: PunchKey

    /// Makes a request from its parts.
    public init(
        person: PersonID, date: CalendarDate, marks: [ProposedMark], waivesBreak: Bool = false, site: SiteID?,
        reason: String, key: PunchKey
    ) {
        self.person = person
        self.date = date
        self.marks = marks
        self.waivesBreak = waivesBreak
        self.site = site
        self.reason = reason
        self.key = key
    }
}

/// What an approver decides about a correction.
public enum DayCorrectionVerdict: Hashable, Sendable {
    /// The proposed times count.
    case accept
    /// Other times count.
    case change([ProposedMark])
    /// Nothing changes.
    case reject
}
