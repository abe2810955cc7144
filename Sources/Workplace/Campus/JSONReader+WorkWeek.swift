package import Attendance
import Essentials
package import JSON

// Working hours and reminders.
extension JSONReader {
    /// Reads the hours of the days on which people work; a day that is not named is free.
    func workWeek() -> [Weekday: WorkPattern.Day]? {
        refuseMembers(except: Weekday.allCases.map(\.rawValue))
        var week: [Weekday: WorkPattern.Day] = [:]
        for day in Weekday.allCases { week[day] = self[day.rawValue].optional?.workDay() }
        return week
    }

    private func workDay() -> WorkPattern.Day? {
        refuseMembers(except: ["hours", "break"])
        let rule = "must be a range of the 24-hour clock, such as \"09:00-17:30\""
        let hours = self["hours"].text(as: LocalTimeRange.init, rule)
        let rest = self["break"].optional?.text(as: LocalTimeRange.init, rule)
        guard let hours else { return nil }
        guard let day = WorkPattern.Day(hours: hours, rest: rest) else {
            self["break"].note(.value, "must lie within the hours")
            return nil
        }
        return day
    }

    /// Reads dates such as `2026-12-25`, each once.
    func dates() -> Set<CalendarDate>? {
        array { $0.text(as: CalendarDate.init, "must be a date such as \"2026-12-25\"") }.map(Set.init)
    }

    /// Reads a country or region, and returns its public holidays.
    func holidayRegion() -> Set<CalendarDate>? {
        let rule = "must be a country such as \"JP\", or a region such as \"DE-BE\", whose holidays are known"
        return text(as: HolidayCalendar.holidays, rule)
    }

    /// Reads a window in minutes.
    func reminderWindow() -> Duration? {
        integer(in: 0...720).map { .seconds($0 * 60) }
    }

    /// Reads what an organisation says of reminders.
    func reminderRules() -> ReminderRules? {
        refuseMembers(except: ["mode", "window", "dailyLimit", "week"])
        let modes = "must be article, last-shown or ledger-aware"
        let mode = self["mode"].optional.map { $0.text(as: ReminderMode.init, modes) } ?? .ledgerAware
        let window = self["window"].optional.map { $0.reminderWindow() } ?? ReminderPolicy.standardWindow
        let limit = self["dailyLimit"].optional.map { $0.integer(in: 1...24) } ?? ReminderPolicy.standardLimit
        let week = self["week"].optional?.workWeek()
        guard let mode, let window, let limit else { return nil }
        return ReminderRules(mode: mode, window: window, dailyLimit: limit, week: week)
    }
}

extension ReminderRules {
    /// Reads the rules from what the server answers about one's reminders.
    package init?(answer reader: JSONReader) {
        let usual = reader["usual"]
        let mode = reader["mode"].text(as: ReminderMode.init, "must be a rule")
        let window = usual["window"].reminderWindow()
        let limit = usual["dailyLimit"].integer(in: 1...24)
        let week = usual["week"].optional.map { $0.workWeek() }
        guard let mode, let window, let limit, week != .some(nil) else { return nil }
        self.init(mode: mode, window: window, dailyLimit: limit, week: week ?? nil)
    }
}
