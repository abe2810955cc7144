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
    /// The idempotency key, by which a repeated request is recognised.
    public let key: PunchKey

    /// Makes a request from its parts.
    public init(
        person: PersonID, kind: PunchKind, startsBreak: Bool = false, forgotOut: Bool = false,
        deviceTime: Timestamp?, reminder: ReminderID?, scan: String? = nil,
        badgeAt: SpotID? = nil, site: SiteID?, key: PunchKey
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
        self.key = key
    }
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
