public import Essentials

extension Named {
    /// A punch.
    public enum Punch: Sendable {}
}

/// Names a punch.
public typealias PunchID = Identifier<Named.Punch>

/// The record that a person began or ended work; it is never changed or removed.
///
/// It holds no position: the site is the one that the person named.
public struct Punch: Hashable, Sendable {
    /// From this difference on, the device's clock is reported to be wrong.
    public static let skewTolerance: Duration = .seconds(120)

    /// Names the punch.
    public let id: PunchID
    /// Whose working time it is about.
    public let person: PersonID
    /// What it says.
    public let kind: PunchKind
    /// When it was made, by the server's clock.
    public let time: Timestamp
    /// When it was made by the clock of the device, where the device told.
    public let deviceTime: Timestamp?
    /// Where it was made.
    public let site: SiteID
    /// The zone in force at the site when it was made.
    public let zone: Zone
    /// The reminder that prompted it.
    public let reminder: ReminderID?

    /// Makes a punch from its parts.
    ///
    /// - Parameters:
    ///   - id: Names the punch.
    ///   - person: Whose working time it is about.
    ///   - kind: What it says.
    ///   - time: When it was made, by the server's clock.
    ///   - deviceTime: When it was made by the clock of the device.
    ///   - site: Where it was made.
    ///   - zone: The zone in force at the site.
    ///   - reminder: The reminder that prompted it.
    public init(
        id: PunchID, person: PersonID, kind: PunchKind, time: Timestamp, deviceTime: Timestamp?, site: SiteID,
        zone: Zone, reminder: ReminderID?
    ) {
        self.id = id
        self.person = person
        self.kind = kind
        self.time = time
        self.deviceTime = deviceTime
        self.site = site
        self.zone = zone
        self.reminder = reminder
    }

    /// Whether the device's clock differs from the server's by more than the tolerance.
    public var isSkewed: Bool {
        guard let deviceTime else { return false }
        let difference = time.duration(to: deviceTime)
        return difference > Self.skewTolerance || difference < .zero - Self.skewTolerance
    }
}
