import Attendance
import Essentials

extension AttendanceService {
    /// Imports the days of a table, or says what an import would do.
    ///
    /// A day that was imported before with the same times is skipped, so that a table can be imported again. A day that has other
    /// records is refused, and so is a day of a closed month.
    ///
    /// - Parameters:
    ///   - bytes: The table, as CSV.
    ///   - map: What its columns mean.
    ///   - name: The name of the table in the ledger, such as the name of its file.
    ///   - reason: Why the days are imported; the ledger has it before the name. `nil` records the name alone.
    ///   - person: The person who imports it. They need the role `approver` or `hr` at each site, and cannot import their own days.
    ///   - isPreview: Whether to record nothing.
    /// - Returns: The days and the mistakes; if there is any mistake, nothing was recorded.
    /// - Throws: ``WorkplaceRefusal/noCampus``, or the store's own error.
    public func importDays(
        _ bytes: [UInt8], by map: AttendanceColumns, named name: String, because reason: String? = nil,
        by person: Person,
        asPreview isPreview: Bool
    ) async throws -> AttendanceImport {
        let campus = try campuses.inForce()
        let time = now()
        let words = reason.map { "\($0) (\(name))" } ?? name
        var found = AttendanceImport.reading(bytes, by: map, on: campus, at: time)
        for day in found.days {
            let isOthers = day.person != person.id
            if isOthers, day.marks.allSatisfy({ person.seesAttendance(at: $0.site) }) { continue }
            found.mistakes.append(day.mistake(.forbidden, day.marks.first?.site.rawValue ?? ""))
        }
        let read = found
        if isPreview || !read.mistakes.isEmpty {
            return try await store.read { try read.checked(at: time, on: campus, in: $0) }
        }
        return try await store.write { transaction in
            let checked = try read.checked(at: time, on: campus, in: transaction)
            guard checked.mistakes.isEmpty else { return checked }
            var generator = SystemRandomNumberGenerator()
            for day in checked.days where !day.isKnown {
                guard let first = day.marks.first else { continue }
                try transaction.append(
                    DayCorrectionEntry(
                        id: DayCorrectionID(at: time, using: &generator), act: .import, person: day.person,
                        date: day.date, time: time, actor: person.id, site: first.site, zone: first.zone,
                        marks: day.marks, waivesBreak: false, wasCorrected: day.wasCorrected, reason: words))
            }
            try transaction.linkAttendance()
            for person in Set(checked.days.map(\.person)).sorted() {
                try transaction.announceChange(to: person, at: time)
            }
            return checked
        }
    }
}

extension AttendanceImport.Day {
    fileprivate func mistake(
        _ kind: AttendanceImport.Mistake.Kind, _ value: String? = nil
    ) -> AttendanceImport.Mistake {
        AttendanceImport.Mistake(line: line, kind: kind, value: value ?? date.description)
    }
}

extension AttendanceImport {
    /// Compares the days with the records.
    fileprivate func checked(
        at now: Timestamp, on campus: Campus, in reading: ReadTransaction
    ) throws -> AttendanceImport {
        var checked = self
        checked.days = []
        for (person, days) in Dictionary(grouping: days, by: \.person) {
            guard let first = days.map(\.date).min(), let last = days.map(\.date).max() else { continue }
            let range = first.advanced(byDays: -1)..<last.advanced(byDays: 2)
            let corrections = try reading.dayCorrections(of: person, range)
            let place = try AttendanceMonth.place(of: person, on: campus, in: reading)
            let recorded = try AttendanceMonth.days(
                range, of: person, corrections, from: place, at: now, on: campus, in: reading)
            let touched = Set(corrections.map(\.date))
            for var day in days {
                let index = day.date.daysSinceEpoch - range.lowerBound.daysSinceEpoch
                let present = recorded[index]
                let month = CalendarMonth(of: day.date)
                if present.shifts.flatMap(\.marks).map(\.imported) == day.marks.map(\.imported),
                    corrections.contains(where: { $0.date == day.date && $0.decision?.act == .import })
                {
                    day.isKnown = true
                } else if try reading.closedDays(of: person, month) != nil
                    || day.marks.contains(where: { try reading.closings(of: month)[$0.site] != nil })
                {
                    checked.mistakes.append(day.mistake(.closed, month.description))
                } else if !present.punched.isEmpty || touched.contains(day.date) {
                    checked.mistakes.append(day.mistake(.recorded))
                } else if Self.overlaps(day, recorded[index - 1...index + 1]) {
                    checked.mistakes.append(day.mistake(.overlap))
                }
                checked.days.append(day)
            }
        }
        checked.days.sort { ($0.person, $0.date) < ($1.person, $1.date) }
        checked.mistakes.sort { ($0.line, $0.kind.rawValue) < ($1.line, $1.kind.rawValue) }
        return checked
    }

    /// Whether a day overlaps the shifts that are recorded for the days around it.
    private static func overlaps(_ day: Day, _ recorded: ArraySlice<WorkDay>) -> Bool {
        guard let start = day.marks.first?.time, let end = day.marks.last?.time else { return false }
        return recorded.contains { other in
            other.date != day.date
                && other.shifts.contains { shift in
                    shift.start < end && start < shift.marks[shift.marks.count - 1].time
                }
        }
    }
}

extension WorkMark {
    /// The parts of a mark that an import compares.
    fileprivate var imported: [String] { [kind.rawValue, String(second), site.rawValue, zone.identifier] }
}
