public import Attendance
public import Essentials

/// What a person asks for when they clock in or out.
public struct PunchRequest: Sendable {
    /// Whose working time it is about.
    public let person: PersonID
    /// In or out.
    public let kind: PunchKind
    /// What the device's clock showed.
    public let deviceTime: Timestamp?
    /// The reminder that prompted it.
    public let reminder: ReminderID?
    /// Where; `nil` takes the reminder's site, else that of the last punch, else the only one.
    public let site: SiteID?
    /// Makes a repeated request recognisable.
    public let key: PunchKey

    /// Makes a request from its parts.
    public init(
        person: PersonID, kind: PunchKind, deviceTime: Timestamp?, reminder: ReminderID?, site: SiteID?,
        key: PunchKey
    ) {
        self.person = person
        self.kind = kind
        self.deviceTime = deviceTime
        self.reminder = reminder
        self.site = site
        self.key = key
    }
}

/// A punch as it was recorded.
public struct RecordedPunch: Hashable, Sendable {
    /// The punch.
    public let punch: Punch
    /// Whether the request had been answered before and nothing was recorded now.
    public let isReplay: Bool
}

/// A punch was not recorded, and this is the one that stands.
public struct PunchRefused: Error, Hashable, Sendable {
    /// Why, and where the person stands.
    public let reason: PunchRefusal
    /// The person's last punch.
    public let last: Punch?
}
