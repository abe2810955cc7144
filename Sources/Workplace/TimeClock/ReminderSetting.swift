public import Attendance
public import Essentials
public import JSON

/// A person's setting of reminders at the door.
public struct ReminderSetting: Hashable, Sendable {
    /// How long crossings of entrances and their decisions are kept.
    public static let crossingRetention: Duration = .seconds(24 * 3_600)

    /// Whether the person wants reminders.
    public let isOn: Bool
    /// When the person chose this.
    public let since: Timestamp
    /// When the person works, and how soon reminders may follow each other.
    public let wishes: ReminderWishes

    /// Makes a setting from its parts.
    public init(isOn: Bool, since: Timestamp, wishes: ReminderWishes = ReminderWishes()) {
        self.isOn = isOn
        self.since = since
        self.wishes = wishes
    }
}

extension ReminderWishes {
    /// How many dates off a person can name.
    public static let daysOffAtMost = 400

    /// The wishes as JSON, with the window in minutes.
    public var document: JSONValue {
        var members = JSONObject()
        if let window { members["window"] = .integer(window.components.seconds / 60) }
        if let week { members["week"] = Self.document(of: week) }
        members["daysOff"] = .array(daysOff.sorted().map { .string($0.description) })
        members["onDaysOff"] = .boolean(remindsOnDaysOff)
        return .object(members)
    }

    /// The hours of a week as JSON; a day that is not named is free.
    public static func document(of week: [Weekday: WorkPattern.Day]) -> JSONValue {
        var days = JSONObject()
        for weekday in Weekday.allCases {
            guard let day = week[weekday] else { continue }
            var members: JSONObject = ["hours": .string(day.hours.description)]
            if let rest = day.rest { members["break"] = .string(rest.description) }
            days[weekday.rawValue] = .object(members)
        }
        return .object(days)
    }

    /// Reads wishes, and notes what is wrong with them.
    public init?(_ reader: JSONReader) {
        reader.refuseUnknownMembers(except: ["window", "week", "daysOff", "onDaysOff"])
        let window = reader["window"].optional.map { $0.reminderWindow() }
        let week = reader["week"].optional.map { $0.workWeek() }
        let daysOff = reader["daysOff"].optional.map { $0.dates() } ?? []
        let onDaysOff = reader["onDaysOff"].optional.map { $0.boolean() } ?? false
        guard let daysOff, let onDaysOff, window != .some(nil), week != .some(nil) else { return nil }
        guard daysOff.count <= Self.daysOffAtMost else {
            reader["daysOff"].note(.value, "must be at most \(Self.daysOffAtMost) dates")
            return nil
        }
        self.init(
            window: window ?? nil, week: week ?? nil, daysOff: daysOff, remindsOnDaysOff: onDaysOff)
    }

    /// Reads stored wishes; `nil` for any other text.
    init?(stored text: String) {
        let wishes: ReminderWishes?
        do { wishes = try JSONValue(parsing: Array(text.utf8)).read { ReminderWishes($0) } } catch {
            return nil
        }
        guard let wishes else { return nil }
        self = wishes
    }
}
