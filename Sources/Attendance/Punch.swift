public import Essentials

extension Named {
    /// A punch.
    public enum Punch: Sendable {}
}

/// Identifies a punch.
public typealias PunchID = Identifier<Named.Punch>

/// The record that a person began or ended work; it is never changed or removed.
///
/// It holds no position, only the site that the person named.
public struct Punch: Hashable, Sendable {
    /// The difference beyond which a device's clock is reported as wrong.
    public static let skewTolerance: Duration = .seconds(120)

    /// The identifier.
    public let id: PunchID
    /// The person whose working time it records.
    public let person: PersonID
    /// Whether work begins or ends.
    public let kind: PunchKind
    /// When it was made, by the server's clock.
    public let time: Timestamp
    /// When it was made by the clock of the device, if the device sent it.
    public let deviceTime: Timestamp?
    /// Where it was made.
    public let site: SiteID
    /// The zone in force at the site when it was made.
    public let zone: Zone
    /// The reminder that prompted it.
    public let reminder: ReminderID?
    /// How it was made.
    public let source: PunchSource
    /// Whether a break begins with it, so that the person comes back.
    public let startsBreak: Bool

    /// Makes a punch from its parts.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - person: The person whose working time it records.
    ///   - kind: Whether work begins or ends.
    ///   - time: When it was made, by the server's clock.
    ///   - deviceTime: When it was made by the clock of the device.
    ///   - site: Where it was made.
    ///   - zone: The zone in force at the site.
    ///   - reminder: The reminder that prompted it.
    ///   - source: How it was made.
    ///   - startsBreak: Whether a break begins; only for a punch that is out.
    public init(
        id: PunchID, person: PersonID, kind: PunchKind, time: Timestamp, deviceTime: Timestamp?, site: SiteID,
        zone: Zone, reminder: ReminderID?, source: PunchSource = .person, startsBreak: Bool = false
    ) {
        self.id = id
        self.person = person
        self.kind = kind
        self.time = time
        self.deviceTime = deviceTime
        self.site = site
        self.zone = zone
        self.reminder = reminder
        self.source = source
        self.startsBreak = kind == .out && startsBreak
    }

    /// What the punch means for the working day.
    public var mark: WorkMark.Kind { kind == .in ? .in : startsBreak ? .break : .out }

    /// Whether the device's clock differs from the server's by more than the tolerance.
    public var isSkewed: Bool {
        guard let deviceTime else { return false }
        let difference = time.duration(to: deviceTime)
        return difference > Self.skewTolerance || difference < .zero - Self.skewTolerance
    }
}
