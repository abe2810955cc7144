public import Attendance
public import Essentials
public import Ordering

extension Named {
    /// Something that a person is told.
    public enum Notice: Sendable {}
}

/// Identifies a notice.
public typealias NoticeID = Identifier<Named.Notice>

/// The thing that a notice is about: identifiers and numbers, from which the words are made when it is sent.
public enum NoticeSubject: Hashable, Sendable {
    /// An order.
    case order(OrderID, number: OrderNumber, cafe: CafeID)
    /// A crossing of an entrance.
    case crossing(ReminderID, entrance: SpotID, at: Timestamp)
    /// A channel of the person's own.
    case channel(NoticeChannelID)
    /// A push service, by its host.
    case pushService(String)

    /// The text that notices of one meaning share: a later one replaces the earlier one.
    public var tag: String {
        switch self {
        case .order(let order, _, _): "order/\(order)"
        case .crossing: Self.attendanceTag
        case .channel(let channel): "test/\(channel)"
        case .pushService(let host): "push-refused/\(host)"
        }
    }

    /// The tag of reminders at the door, of which only the last one counts.
    static let attendanceTag = "attendance"
}

/// Something that a person is told once: in the inbox, on open pages, and through a channel.
public struct Notice: Hashable, Sendable {
    /// How long a notice stays in the inbox.
    public static let retention: Duration = .seconds(30 * 24 * 3_600)

    /// The identifier; it stays when a later notice of the same meaning takes the place.
    public let id: NoticeID
    /// Who is told.
    public let person: PersonID
    /// What it is about.
    public let kind: NoticeKind
    /// The thing that it is about.
    public let subject: NoticeSubject
    /// Counts the notices of this meaning, from 1.
    public let version: Int
    /// When it was made.
    public let time: Timestamp
    /// When it was read; `nil` before.
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

    /// Until when it is worth sending.
    var expires: Timestamp { time.advanced(by: kind.lifetime) }

    /// The page that answers it, as a path.
    public var path: String {
        switch subject {
        case .order(let order, _, let cafe): "/order?cafe=\(cafe)&order=\(order)"
        case .crossing(let reminder, _, _): "/attendance?reminder=\(reminder)"
        case .channel: "/notices"
        case .pushService: "/delivery"
        }
    }
}

/// What a person was told in the last month.
public struct Inbox: Sendable {
    /// The notices, the last first.
    public let notices: [Notice]
    /// How many of all are not read.
    public let unread: Int
}
