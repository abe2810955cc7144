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
        return versions(count: Self.versions, by: "month", suchAs: "2027-01", CalendarMonth.init) {
            version, from in
            version.workRules(allowing: ["from"]).map { DatedWorkRules(from: from, $0) }
        }
    }

    /// Reads when days begin: an hour, or a list of hours with the dates from which they hold.
    func dayStarts() -> DayStarts? {
        let hours: ClosedRange<Int64> = 0...12
        guard case .array? = value() else { return integer(in: hours).map { DayStarts(hour: Int($0)) } }
        let count = 1...Self.versions.upperBound
        return versions(count: count, by: "date", suchAs: "2027-01-01", CalendarDate.init) { version, from in
            version.refuseMembers(except: ["from", "hour"])
            return version["hour"].integer(in: hours).map { DayStarts.Version(from: from, hour: Int($0)) }
        }.map { DayStarts($0) }
    }

    /// Reads a list of versions with a member `from`.
    ///
    /// The first version may lack it, and then holds from the beginning. Each other one must begin after the one before it.
    ///
    /// - Parameters:
    ///   - count: How many versions there may be.
    ///   - kind: What `from` is, for the sentence of a mistake.
    ///   - example: An example of it, for the sentence of a mistake.
    ///   - parse: Makes it from a text.
    ///   - read: Reads the rest of a version.
    /// - Returns: The versions; `nil` after a mistake.
    private func versions<From: Comparable, Version>(
        count: ClosedRange<Int>, by kind: String, suchAs example: String, _ parse: (String) -> From?,
        _ read: (JSONReader, From?) -> Version?
    ) -> [Version]? {
        var (isFirst, last) = (true, From?.none)
        return array(count: count) { version in
            let member = isFirst ? version["from"].optional : version["from"]
            let from = member?.text(as: parse, "must be a \(kind) such as \"\(example)\"")
            var isGood = from != nil || member == nil
            if let from, let last, from <= last {
                version["from"].note(.value, "must be after the \(kind) of the version before")
                isGood = false
            }
            (isFirst, last) = (false, from ?? last)
            let found = read(version, from)
            return isGood ? found : nil
        }
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

extension DayStarts {
    /// When days begin by an attendance part of the campus that was checked; at the usual hour where it does not say.
    init(ofAttendance document: JSONValue) {
        self = JSONReader(document)["dayChangeHour"].optional?.dayStarts() ?? .standard
    }
}
