/// A café's business date, with the instants at which it begins and ends.
///
/// It begins at the café's day-boundary hour, not at midnight, and has 23, 24 or 25 hours as clocks change.
/// Keep the value, and call ``contains(_:)`` before making a new one: that costs two comparisons.
public struct ServiceDay: Hashable, Sendable {
    /// The date on which the day begins.
    public let date: CalendarDate
    /// The first instant of the day.
    public let start: Timestamp
    /// The first instant of the next day.
    public let end: Timestamp

    /// Finds the service day of an instant.
    ///
    /// - Parameters:
    ///   - instant: The instant.
    ///   - zone: The café's zone.
    ///   - hour: The hour of the wall clock at which a service day begins, 0 to 23.
    public init(at instant: Timestamp, in zone: Zone, startingAtHour hour: Int) {
        precondition((0...23).contains(hour), "a day cannot begin at hour \(hour)")
        let today = zone.date(at: instant)
        let boundary = zone.firstInstant(atMinute: hour * 60, of: today)
        date = instant < boundary ? today.advanced(byDays: -1) : today
        start = instant < boundary ? zone.firstInstant(atMinute: hour * 60, of: date) : boundary
        end =
            instant < boundary
            ? boundary : zone.firstInstant(atMinute: hour * 60, of: today.advanced(byDays: 1))
    }

    /// Tells whether an instant belongs to the day.
    public func contains(_ instant: Timestamp) -> Bool { start <= instant && instant < end }
}
