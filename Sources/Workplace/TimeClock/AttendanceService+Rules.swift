import Attendance
public import Essentials
import SQLite

/// What other rules would make of a month of a place: how much more or less each person would have.
public struct RulesEffect: Sendable {
    /// What would change for somebody, in seconds; a negative number is less.
    public struct Change: Hashable, Sendable {
        /// Who.
        public let person: PersonID
        /// Work, as the rules round it.
        public let work: Int
        /// All overtime, as the rules round it.
        public let overtime: Int
        /// Night work, as the rules round it.
        public let night: Int
        /// Breaks that are deducted by rule.
        public let automaticBreaks: Int
        /// How many shifts would count for another day.
        public let movedShifts: Int

        fileprivate var isNone: Bool {
            [work, overtime, night, automaticBreaks, movedShifts].allSatisfy { $0 == 0 }
        }
    }

    /// The month.
    public let month: CalendarMonth
    /// Whether the month is closed, so that nothing of it changes whatever the rules are.
    public let isClosed: Bool
    /// The people for whom something would change, in the order of their names.
    public let changes: [Change]
    /// For how many people with records of the month nothing would change.
    public let unchangedCount: Int
}

extension AttendanceService {
    /// Works out last month with the rules of another campus, and changes nothing.
    ///
    /// A closed month is worked out as if it were open.
    ///
    /// - Parameters:
    ///   - proposed: The campus with the other rules.
    ///   - site: The place.
    /// - Returns: What would change.
    /// - Throws: ``WorkplaceRefusal/noCampus``, ``WorkplaceRefusal/unknownSite(_:)``, or the store's own error.
    public func effect(of proposed: Campus, at site: SiteID) async throws -> RulesEffect {
        let campus = try campuses.inForce()
        let time = now()
        guard let place = campus.site(site) else { throw WorkplaceRefusal.unknownSite(site) }
        let month = CalendarMonth(of: place.month(at: time).first.advanced(byDays: -1))
        return try await store.read { reading in
            var (changes, unchangedCount): ([RulesEffect.Change], Int) = ([], 0)
            for person in campus.peopleByName {
                let found = try AttendanceMonth.place(of: person.id, on: campus, in: reading)
                guard found.site == site else { continue }
                let months = try [campus, proposed].map {
                    try AttendanceMonth(
                        of: person.id, month, at: time, on: $0, in: reading, from: found, asIfOpen: true)
                }
                guard months.contains(where: { !$0.isEmpty }) else { continue }
                let change = RulesEffect.Change(person.id, from: months[0], to: months[1])
                if change.isNone { unchangedCount += 1 } else { changes.append(change) }
            }
            return RulesEffect(
                month: month, isClosed: try reading.closings(of: month)[site] != nil, changes: changes,
                unchangedCount: unchangedCount)
        }
    }
}

/// Why days cannot begin at other hours.
public enum DayStartsRefusal: Error, Hashable, Sendable {
    /// A closed month, or the first day after it, would begin at another time.
    case closed(CalendarMonth)
}

extension ReadTransaction {
    /// Refuses other hours for a day of a closed month, or for the day after it.
    ///
    /// A closed month keeps its days in any case. With such an hour a shift would count in two months or in none.
    ///
    /// - Parameters:
    ///   - present: When days begin now.
    ///   - wanted: When they would begin.
    ///   - site: The place.
    /// - Throws: ``DayStartsRefusal/closed(_:)``, or the store's own error.
    func requireDaysOfClosedMonths(
        of present: DayStarts, in wanted: DayStarts, at site: SiteID
    ) throws {
        guard present != wanted, let closed = try lastClosedMonth(at: site) else { return }
        let dates = CalendarDate(daysSinceEpoch: 0)..<closed.end.advanced(byDays: 1)
        guard present.versions(on: dates) == wanted.versions(on: dates) else {
            throw DayStartsRefusal.closed(closed)
        }
    }
}

extension Site {
    /// The month at the place.
    public func month(at time: Timestamp) -> CalendarMonth {
        CalendarMonth(of: WorkDay.date(at: time, in: zone, starting: dayStarts))
    }
}

extension RulesEffect.Change {
    fileprivate init(_ person: PersonID, from before: AttendanceMonth, to after: AttendanceMonth) {
        func difference(_ value: (AttendanceMonth) -> Int) -> Int { value(after) - value(before) }
        self.init(
            person: person, work: difference { $0.totals?.totals.roundedWork ?? $0.workedSeconds },
            overtime: difference { $0.totals?.totals.roundedOvertime ?? 0 },
            night: difference { $0.totals?.totals.roundedNight ?? 0 },
            automaticBreaks: difference { $0.totals?.totals.automaticBreaks ?? 0 },
            movedShifts: before.datedShifts.subtracting(after.datedShifts).count)
    }
}

/// A shift and the day for which it counts.
private struct DatedShift: Hashable {
    let start: Timestamp
    let date: CalendarDate
}

extension AttendanceMonth {
    fileprivate var datedShifts: Set<DatedShift> {
        Set(days.flatMap { day in day.shifts.map { DatedShift(start: $0.start, date: day.date) } })
    }
}
