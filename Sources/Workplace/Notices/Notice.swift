public import Attendance
public import Essentials
public import Ordering

extension Named {
    /// A notice to a person.
    public enum Notice: Sendable {}
}

/// Identifies a notice.
public typealias NoticeID = Identifier<Named.Notice>

/// What a notice is about, as identifiers and numbers; the words are made from them when it is sent.
public enum NoticeSubject: Hashable, Sendable {
    /// An order.
    case order(OrderID, number: OrderNumber, cafe: CafeID)
    /// A top-up or a correction of the person's meal account.
    case account(AccountMovementID)
    /// A pickup window, by its café and its beginning.
    case window(CafeID, at: Timestamp)
    /// A crossing of an entrance.
    case crossing(ReminderID, entrance: SpotID, at: Timestamp)
    /// A punch at a site that nothing has ended.
    case openPunch(ReminderID, site: SiteID)
    /// A correction of a day of attendance.
    case dayCorrection(DayCorrectionID, day: CalendarDate)
    /// New data collection that begins at a time.
    case dataCollection(from: Timestamp)
    /// A channel of the person's own.
    case channel(NoticeChannelID)
    /// A push service, by its host.
    case pushService(String)

    /// The text that notices of one meaning share; a later notice replaces the one with the same tag.
    public var tag: String {
        switch self {
        case .order(let order, _, _): "order/\(order)"
        case .account(let movement): "account/\(movement)"
        case .window(let cafe, let start): "window/\(cafe)/\(start.millisecondsSinceEpoch)"
        case .crossing, .openPunch: Self.attendanceTag
        case .dayCorrection(let correction, _): "correction/\(correction)"
        case .dataCollection: "data-collection"
        case .channel(let channel): "test/\(channel)"
        case .pushService(let host): "push-refused/\(host)"
        }
    }

    /// The tag that all reminders of punches share, because only the last one counts.
    static let attendanceTag = "attendance"
}

/// One message to a person: in the inbox, on open pages, and through a channel.
public struct Notice: Hashable, Sendable {
    /// How long a notice stays in the inbox.
    public static let retention: Duration = .seconds(30 * 24 * 3_600)

    /// The identifier; a later notice of the same meaning keeps it.
    public let id: NoticeID
    /// The person who gets it.
    public let person: PersonID
    /// Its kind.
    public let kind: NoticeKind
    /// What it is about.
    public let subject: NoticeSubject
    /// Counts the notices of this meaning, from 1.
    public let version: Int
    /// When it was made.
    public let time: Timestamp
    /// When the person read it; `nil` while it is unread.
    public let readAt: Timestamp?

    /// Makes a notice from its parts.
    public init(
        id: NoticeID, person: PersonID, kind: NoticeKind, subject: NoticeSubject, version: Int,
        time: Timestamp, readAt: Timestamp?
    ) {
        self.id = id
        self.person = person
        self.kind = kind
        self.subject = subject
        self.version = version
        self.time = time
        self.readAt = readAt
    }

    /// When it is no longer worth sending.
    var expires: Timestamp { time.advanced(by: kind.lifetime) }

    /// The page that answers it, as a path.
    ///
    /// It names no place, because servers of ntfy, Gotify and mail can read it.
    public var path: String {
        switch subject {
        case .order(let order, _, _): "/order#order/\(order)"
        case .account: "/account"
        case .window: "/kitchen"
        case .crossing(let reminder, _, _), .openPunch(let reminder, _): "/attendance?reminder=\(reminder)"
        case .dayCorrection(_, let day):
            kind == .correctionAsked ? "/team" : "/attendance?day=\(day)"
        case .dataCollection: "/your-data"
        case .channel: "/notices"
        case .pushService: "/delivery"
        }
    }
}

/// A person's notices of the last month.
public struct Inbox: Sendable {
    /// The latest notices, the latest first.
    public let notices: [Notice]
    /// How many notices are unread, also those that are not listed.
    public let unread: Int
}
