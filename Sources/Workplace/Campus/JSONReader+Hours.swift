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
