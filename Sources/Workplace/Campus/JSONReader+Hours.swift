import Essentials
import JSON

// Opening hours.
extension JSONReader {
    /// Reads the hours of every day, or those of single days; a day that is not named is closed.
    func openingHours() -> OpeningHours? {
        let days = Weekday.allCases
        refuseMembers(except: ["everyday"] + days.map(\.rawValue))
        if let everyday = self["everyday"].optional {
            for day in days { self[day.rawValue].optional?.note(.value, "does not mix with \"everyday\"") }
            guard let ranges = everyday.timeRanges() else { return nil }
            return OpeningHours(Dictionary(uniqueKeysWithValues: days.map { ($0, ranges) }))
        }
        var hours: [Weekday: [LocalTimeRange]] = [:]
        for day in days { hours[day] = self[day.rawValue].optional?.timeRanges() }
        return OpeningHours(hours)
    }

    /// Reads days that differ from their weekday, each with its ranges; no two entries have the same day.
    func hourExceptions() -> [CalendarDate: [LocalTimeRange]]? {
        var found: [CalendarDate: [LocalTimeRange]] = [:]
        let rule = "must be a date such as \"2026-12-25\""
        let entries = array { reader -> Bool? in
            reader.refuseMembers(except: ["from", "through", "hours"])
            let first = reader["from"].text(as: CalendarDate.init, rule)
            let last = reader["through"].optional.map { $0.text(as: CalendarDate.init, rule) } ?? first
            let ranges = reader["hours"].timeRanges()
            guard let first, let last, let ranges else { return nil }
            guard (0...366).contains(last.daysSinceEpoch - first.daysSinceEpoch) else {
                reader["through"].note(.value, "must not be before from, nor more than a year later")
                return nil
            }
            for day in first.daysSinceEpoch...last.daysSinceEpoch {
                let date = CalendarDate(daysSinceEpoch: day)
                guard found.updateValue(ranges, forKey: date) == nil else {
                    reader["from"].note(.duplicate, "repeats \(date), which an entry above has")
                    return nil
                }
            }
            return true
        }
        return entries.map { _ in found }
    }

    /// Reads the ranges of one day, which are in order and do not overlap.
    private func timeRanges() -> [LocalTimeRange]? {
        var end = 0
        return array { reader -> LocalTimeRange? in
            let rule = "must be a range of the 24-hour clock, such as \"08:00-14:30\""
            guard let range = reader.text(as: LocalTimeRange.init, rule) else { return nil }
            guard range.endMinute <= 24 * 60 else {
                reader.note(.value, "must end at 24:00 or before; what follows belongs to the next day")
                return nil
            }
            guard range.startMinute >= end else {
                reader.note(.value, "must not begin before the range above it has ended")
                return nil
            }
            end = range.endMinute
            return range
        }
    }
}
