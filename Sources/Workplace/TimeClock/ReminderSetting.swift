public import Essentials

/// A person's setting of reminders at the door.
public struct ReminderSetting: Hashable, Sendable {
    /// How long crossings of entrances and their decisions are kept.
    public static let crossingRetention: Duration = .seconds(24 * 3_600)

    /// Whether the person wants reminders.
    public let isOn: Bool
    /// When the person chose this.
    public let since: Timestamp

    /// Makes a setting from its parts.
    public init(isOn: Bool, since: Timestamp) {
        self.isOn = isOn
        self.since = since
    }
}
