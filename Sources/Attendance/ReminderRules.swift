public import Essentials

/// What an organisation says of reminders at its entrances.
public struct ReminderRules: Hashable, Sendable {
    /// The rule.
    public let mode: ReminderMode
    /// The window of the rule, 0 to 12 hours.
    public let window: Duration
    /// How many times a person is reminded a day at most; at least one.
    public let dailyLimit: Int
    /// When people usually work who have not said it themselves; `nil` when that is unknown.
    public let week: [Weekday: WorkPattern.Day]?

    /// Makes rules; those without anything are the ones that hold if the organisation says nothing.
    public init(
        mode: ReminderMode = .ledgerAware, window: Duration = ReminderPolicy.standardWindow,
        dailyLimit: Int = ReminderPolicy.standardLimit, week: [Weekday: WorkPattern.Day]? = nil
    ) {
        self.mode = mode
        self.window = window
        self.dailyLimit = dailyLimit
        self.week = week
    }
}

/// What a person says of their reminders.
public struct ReminderWishes: Hashable, Sendable {
    /// Their window; `nil` for that of the place.
    public let window: Duration?
    /// When they usually work; `nil` for what the organisation says.
    public let week: [Weekday: WorkPattern.Day]?
    /// Dates on which they do not work, beside the holidays of the place.
    public let daysOff: Set<CalendarDate>
    /// Whether they are reminded on days on which they do not work.
    public let remindsOnDaysOff: Bool

    /// Makes wishes; those without anything are of a person who has said nothing.
    public init(
        window: Duration? = nil, week: [Weekday: WorkPattern.Day]? = nil, daysOff: Set<CalendarDate> = [],
        remindsOnDaysOff: Bool = false
    ) {
        self.window = window
        self.week = week
        self.daysOff = daysOff
        self.remindsOnDaysOff = remindsOnDaysOff
    }
}

extension ReminderPolicy {
    /// Makes the policy for a person at a place, where the most specific wish wins.
    ///
    /// - Parameters:
    ///   - rules: What the organisation says.
    ///   - window: The window of the place; `nil` for that of the organisation.
    ///   - holidays: The holidays of the place.
    ///   - wishes: What the person says.
    ///   - zone: The zone of the place.
    public init(
        _ rules: ReminderRules, window: Duration? = nil, holidays: Set<CalendarDate> = [],
        wishes: ReminderWishes,
        zone: Zone
    ) {
        self.init(
            mode: rules.mode, window: wishes.window ?? window ?? rules.window, dailyLimit: rules.dailyLimit,
            remindsOnDaysOff: wishes.remindsOnDaysOff,
            pattern: WorkPattern(days: wishes.week ?? rules.week, daysOff: wishes.daysOff.union(holidays)),
            zone: zone)
    }
}
