import Attendance
import Essentials
import JSON

// The rules by which times become totals.
extension JSONReader {
    private static var limit: ClosedRange<Int> { 1...44_640 }

    /// How many versions of rules a site may have.
    private static var versions: ClosedRange<Int> { 0...60 }

    /// Reads the rules of a site: one object, or a list of versions with the months from which they hold.
    func datedWorkRules() -> [DatedWorkRules]? {
        if case .object? = value() { return workRules().map { [DatedWorkRules(from: nil, $0)] } }
        var (isFirst, last) = (true, CalendarMonth?.none)
        return array(count: Self.versions) { version in
            let month = isFirst ? version["from"].optional : version["from"]
            let from = month?.text(as: { CalendarMonth($0) }, "must be a month such as \"2027-01\"")
            let isWrong = month != nil && from == nil
            let isLate = isFirst || from.map { from in last.map { $0.first < from.first } ?? true } ?? false
            if !isWrong, !isLate {
                version["from"].note(.value, "must be after the month of the version before")
            }
            (isFirst, last) = (false, from ?? last)
            guard let rules = version.workRules(allowing: ["from"]), !isWrong, isLate else { return nil }
            return DatedWorkRules(from: from, rules)
        }
    }

    /// Reads when days begin: an hour, or a list of hours with the dates from which they hold.
    func dayStarts() -> DayStarts? {
        let hours: ClosedRange<Int64> = 0...12
        guard case .array? = value() else { return integer(in: hours).map { DayStarts(hour: Int($0)) } }
        var (isFirst, last) = (true, CalendarDate?.none)
        return array(count: Self.versions.clamped(to: 1...Self.versions.upperBound)) {
            version -> DayStarts.Version? in
            version.refuseMembers(except: ["from", "hour"])
            let date = isFirst ? version["from"].optional : version["from"]
            let from = date?.text(as: CalendarDate.init, "must be a date such as \"2027-01-01\"")
            let isWrong = date != nil && from == nil
            let isLate = isFirst || from.map { from in last.map { $0 < from } ?? true } ?? false
            if !isWrong, !isLate {
                version["from"].note(.value, "must be after the date of the version before")
            }
            (isFirst, last) = (false, from ?? last)
            let hour = version["hour"].integer(in: hours)
            guard let hour, !isWrong, isLate else { return nil }
            return DayStarts.Version(from: from, hour: Int(hour))
        }.map { DayStarts($0) }
    }

    /// Reads rules: those of a preset, and what is said in place of them.
    private func workRules(allowing further: [String] = []) -> WorkRules? {
        refuseMembers(
            except: [
                "preset", "breaks", "paidBreaks", "dailyMinutes", "weeklyMinutes", "monthlyMinutes", "night",
                "attribution", "rounding", "weekBegins",
            ] + further)
        let names = WorkRulesPreset.all.map(\.id).joined(separator: ", ")
        let preset = self["preset"].optional.map {
            $0.text(as: { WorkRulesPreset($0) }, "must be a preset that is known: \(names)")
        }
        let breaks = self["breaks"].optional.map { $0.automaticBreaks() }
        let paid = self["paidBreaks"].optional.map { $0.boolean() }
        let daily = self["dailyMinutes"].optional.map { $0.integer(in: Self.limit) }
        let weekly = self["weeklyMinutes"].optional.map { $0.integer(in: Self.limit) }
        let monthly = self["monthlyMinutes"].optional.map { $0.integer(in: Self.limit) }
        let night = self["night"].optional.map {
            $0.text(as: LocalTimeRange.init, "must be a range of the 24-hour clock, such as \"22:00-05:00\"")
        }
        let attribution = self["attribution"].optional.map { $0.word(of: WorkRules.Attribution.allCases) }
        let rounding = self["rounding"].optional.map { $0.word(of: WorkRules.Rounding.allCases) }
        let first = self["weekBegins"].optional.map { $0.word(of: Weekday.allCases) }
        guard preset != .some(nil), breaks != .some(nil), paid != .some(nil), daily != .some(nil),
            weekly != .some(nil), monthly != .some(nil), night != .some(nil), attribution != .some(nil),
            rounding != .some(nil), first != .some(nil)
        else { return nil }
        let base = (preset ?? nil)?.rules ?? WorkRules(name: "own")
        if let wanted = rounding ?? nil, (preset ?? nil)?.refused.contains(wanted) == true {
            self["rounding"].note(.value, "is not lawful by the sources of the preset \(base.name)")
            return nil
        }
        return WorkRules(
            name: base.name, automaticBreaks: (breaks ?? nil) ?? base.automaticBreaks,
            paysBreaks: (paid ?? nil) ?? base.paysBreaks,
            dailyLimit: (daily ?? nil).map { $0 * 60 } ?? base.dailyLimit,
            weeklyLimit: (weekly ?? nil).map { $0 * 60 } ?? base.weeklyLimit,
            monthlyLimit: (monthly ?? nil).map { $0 * 60 } ?? base.monthlyLimit,
            night: (night ?? nil).map { $0.startMinute..<$0.endMinute } ?? base.night,
            attribution: (attribution ?? nil) ?? base.attribution,
            rounding: (rounding ?? nil) ?? base.rounding,
            firstWeekday: (first ?? nil).flatMap { Weekday.allCases.firstIndex(of: $0) } ?? base.firstWeekday)
    }

    private func automaticBreaks() -> [WorkRules.AutomaticBreak]? {
        array(count: 0...4) { rule in
            rule.refuseMembers(except: ["afterMinutes", "minutes"])
            let after = rule["afterMinutes"].integer(in: 1...1_440)
            let minutes = rule["minutes"].integer(in: 1...240)
            guard let after, let minutes else { return nil }
            return WorkRules.AutomaticBreak(after: after * 60, length: minutes * 60)
        }
    }
}
