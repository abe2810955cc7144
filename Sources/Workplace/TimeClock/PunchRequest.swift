public import Attendance
public import Essentials

/// A person's request to clock in or out.
public struct PunchRequest: Sendable {
    /// The person.
    public let person: PersonID
    /// In or out.
    public let kind: PunchKind
    /// Whether a break begins; only for a request that is out.
    public let startsBreak: Bool
    /// Whether the person says that an earlier clock-out was forgotten.
    public let forgotOut: Bool
    /// What the device's clock showed.
    public let deviceTime: Timestamp?
    /// The reminder that prompted it.
    public let reminder: ReminderID?
    /// The scan of the code at an entrance that prompted it, as ``DoorCodes`` gave it.
    public let scan: String?
    /// The entrance at whose tablet the person showed who they are by badge and PIN.
    public let badgeAt: SpotID?
    /// The site; `nil` takes that of the entrance, else the reminder's site, else that of the last punch, else the only one.
    public let site: SiteID?
    /// Whether a program sent it, not a page.
    public let isFromProgram: Bool
    /// The device, its counter and the time of sending; `nil` when the client sends none.
    public let offline: OfflinePunch?
    /// The idempotency key, by which a repeated request is recognised.
    public let key: PunchKey

    /// Makes a request from its parts.
    public init(
        person: PersonID, kind: PunchKind, startsBreak: Bool = false, forgotOut: Bool = false,
        deviceTime: Timestamp?, reminder: ReminderID?, scan: String? = nil,
        badgeAt: SpotID? = nil, site: SiteID?, isFromProgram: Bool = false,
        offline: OfflinePunch? = nil, key: PunchKey
    ) {
        self.person = person
        self.kind = kind
        self.startsBreak = startsBreak
        self.forgotOut = forgotOut
        self.deviceTime = deviceTime
        self.reminder = reminder
        self.scan = scan
        self.badgeAt = badgeAt
        self.site = site
        self.isFromProgram = isFromProgram
        self.offline = offline
        self.key = key
    }
}

/// What a device sends with a punch that it may have kept while it was offline.
public struct OfflinePunch: Hashable, Sendable {
    /// How long a device may keep a punch; after that, the person proposes the times of the day.
    public static let keptAtMost: Duration = .seconds(72 * 3_600)
    /// A punch that is sent within this time counts at the server's time.
    public static let immediate: Duration = .seconds(60)

    /// Identifies the device.
    public let device: String
    /// The number of the punch on the device, from 1.
    public let counter: Int64
    /// When the device sent it, by its own clock; a wrong clock cancels out in the difference from the time of the press.
    public let sentAt: Timestamp

    /// Makes a value from its parts.
    public init(device: String, counter: Int64, sentAt: Timestamp) {
        self.device = device
        self.counter = counter
        self.sentAt = sentAt
    }
}

/// Why an offline punch is refused; nothing has changed.
public enum OfflinePunchRefusal: Error, Hashable, Sendable {
    /// It is too old, or the device's clock was set back meanwhile.
    case age
    /// The device has already sent a later punch.
    case counter(last: Int64)
    /// Something was recorded after it.
    case order(last: Timestamp)
    /// The month is closed.
    case closed
}

/// A punch as it was recorded.
public struct RecordedPunch: Hashable, Sendable {
    /// The punch.
    public let punch: Punch
    /// Whether this is the answer of an earlier request with the same key.
    public let isReplay: Bool
}

/// Why a punch was not recorded, with the last punch.
public struct PunchRefused: Error, Hashable, Sendable {
    /// The reason.
    public let reason: PunchRefusal
    /// The person's last punch.
    public let last: Punch?
}
