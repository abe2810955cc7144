public import Essentials

/// That a place records arrivals and departures by itself.
///
/// It cannot be switched on without an end date for review, and without the list of the people who were informed: nobody else is recorded.
public struct AutomaticPunching: Hashable, Sendable {
    /// The hour of the wall clock at which a departure without a return is recorded, if the place has set no other.
    public static let standardDayChange = 5

    /// The last day on which it is in force; then the place decides again.
    public let until: CalendarDate
    /// The people who were informed.
    public let informed: Set<PersonID>
    /// The hour of the wall clock at which a departure without a return is recorded.
    public let dayChangeHour: Int

    /// Makes it from its parts; `nil` without anybody who was informed, and for an hour that no clock shows.
    public init?(until: CalendarDate, informed: Set<PersonID>, dayChangeHour: Int = standardDayChange) {
        guard !informed.isEmpty, (0...23).contains(dayChangeHour) else { return nil }
        self.until = until
        self.informed = informed
        self.dayChangeHour = dayChangeHour
    }

    /// Whether the crossings of a person are recorded at a time.
    public func records(_ person: PersonID, at time: Timestamp, in zone: Zone) -> Bool {
        informed.contains(person) && zone.date(at: time) <= until
    }
}

/// A departure that is recorded when the day changes, unless the person comes back.
public struct ProvisionalExit: Hashable, Sendable {
    /// The departure.
    public let departure: Crossing
    /// The decision on the departure.
    public let decision: ReminderID
    /// When it is recorded.
    public let settlesAt: Timestamp

    /// Makes it from its parts.
    public init(_ departure: Crossing, decision: ReminderID, settlesAt: Timestamp) {
        self.departure = departure
        self.decision = decision
        self.settlesAt = settlesAt
    }

    /// Makes the exit of a departure that has just counted.
    public init(_ departure: Crossing, decision: ReminderID, dayChangeHour: Int, zone: Zone) {
        let day = ServiceDay(at: departure.observedAt, in: zone, startingAtHour: dayChangeHour)
        self.init(departure, decision: decision, settlesAt: day.end)
    }

    /// Whether a crossing shows that the person came back before the day changed.
    public func isCancelled(by crossing: Crossing) -> Bool {
        crossing.kind.proposal == .in && departure.observedAt <= crossing.observedAt
            && crossing.observedAt < settlesAt
    }

    /// When the departure is recorded, once the day has changed; `nil` when it is not, as the person is not clocked in, or has made a punch since.
    public func punchTime(after last: Punch?, at time: Timestamp) -> Timestamp? {
        guard settlesAt <= time, let last, last.kind == .in, last.time <= departure.observedAt else {
            return nil
        }
        return departure.observedAt
    }
}
