import Essentials
public import JSON
public import Observations

/// Hours on the clock of a zone, as a condition's time windows: "on weekdays from 11:30 to 14:00 in Berlin".
///
/// Conditions know instants only. Here the hours become instants, for the days that are named, so that the same text means
/// the same windows on whichever day it is read.
public enum HoursInZone: Sendable {
    /// More days are not expanded: ten years.
    private static let mostDays = 3_653

    /// Reads hours, and gives the stretches of time that they mean, in their order.
    ///
    /// ```json
    /// { "zone": "Europe/Berlin", "from": "2026-01-01", "through": "2026-12-31",
    ///   "hours": { "monday": ["11:30-14:00"], "friday": ["11:30-13:30", "18:00-24:00"] } }
    /// ```
    ///
    /// - Returns: `nil` when a mistake was noted.
    public static func windows(_ reader: JSONReader) -> [Range<ObservationTime>]? {
        reader.refuseUnknownMembers(except: ["zone", "from", "through", "hours"])
        let zone = reader["zone"].text(as: { Zone($0) }, "must be a zone, such as Europe/Berlin")
        let first = reader["from"].text(as: { CalendarDate($0) }, "must be a day, such as 2026-11-21")
        let last = reader["through"].text(as: { CalendarDate($0) }, "must be a day, such as 2026-11-21")
        let hours = reader["hours"].openingHours()
        guard let zone, let first, let last, let hours else { return nil }
        guard (0..<mostDays).contains(last.daysSinceEpoch - first.daysSinceEpoch) else {
            reader["through"].note(.value, "must not be before from, nor more than ten years later")
            return nil
        }
        let windows = hours.intervals(from: first, through: last, in: zone)
        if windows.isEmpty { reader["hours"].note(.value, "must have an hour on these days") }
        return windows.isEmpty ? nil : windows.map { $0.lowerBound.observed..<$0.upperBound.observed }
    }
}
