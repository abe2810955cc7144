import Attendance
import Essentials
import Foundation
import TestSupport
import Testing

/// What counts of a day, from its punches.
struct WorkDayTests {
    private static let newYork = zone("America/New_York")

    private static func zone(_ name: String) -> Zone {
        guard let zone = Zone(name) else { preconditionFailure("no zone \(name)") }
        return zone
    }

    /// A mark at a time such as `2026-11-02 09:00` on the wall clock.
    private static func mark(_ kind: WorkMark.Kind, _ text: String, in zone: Zone = berlin) -> WorkMark {
        let parts = text.split(separator: " ").map(String.init)
        let clock = parts[1].split(separator: ":").compactMap { Int($0) }
        guard let date = CalendarDate(parts[0]) else { preconditionFailure("\(text) is no time") }
        return WorkMark(
            kind, at: zone.firstInstant(atMinute: clock[0] * 60 + clock[1], of: date), site: id("berlin"),
            zone: zone)
    }

    private static func day(
        _ date: String, _ marks: [WorkMark], in zone: Zone = berlin, now: String = "2026-12-24 12:00"
    ) throws -> WorkDay {
        let first = try #require(CalendarDate(date))
        let days = WorkDay.days(
            first..<first.advanced(byDays: 1), of: marks, in: zone, now: mark(.in, now, in: zone).time)
        return try #require(days.first)
    }

    @Test func `W58: a day with all its punches is complete, and breaks are not work`() throws {
        let day = try Self.day(
            "2026-11-02",
            [
                Self.mark(.in, "2026-11-02 09:00"), Self.mark(.break, "2026-11-02 12:00"),
                Self.mark(.in, "2026-11-02 12:45"), Self.mark(.out, "2026-11-02 17:30"),
            ])
        #expect(day.state == .complete)
        #expect(day.workedSeconds == (3 * 60 + 4 * 60 + 45) * 60)
        #expect(day.breakSeconds == 45 * 60)
        #expect(day.missing.isEmpty && !day.isLong && day.running == nil)
    }

    @Test func `a day without a punch has nothing to say`() throws {
        let day = try Self.day("2026-11-02", [])
        #expect(day.state == .none)
        #expect(day.workedSeconds == 0 && day.shifts.isEmpty)
        #expect(day.zone == berlin)
    }

    @Test func `W41 W58: a forgotten clock-out is a missing punch, and the next clock-in closes nothing`()
        throws
    {
        let marks = [
            Self.mark(.in, "2026-11-02 09:00"), Self.mark(.break, "2026-11-02 12:00"),
            Self.mark(.in, "2026-11-02 13:00"), Self.mark(.in, "2026-11-03 09:00"),
            Self.mark(.out, "2026-11-03 17:00"),
        ]
        let monday = try Self.day("2026-11-02", marks)
        #expect(monday.state == .missingPunch)
        #expect(monday.missing == [.out])
        // What has an end counts; nothing is invented for the rest.
        #expect(monday.workedSeconds == 3 * 3_600)
        let tuesday = try Self.day("2026-11-03", marks)
        #expect(tuesday.state == .complete)
        #expect(tuesday.workedSeconds == 8 * 3_600)
    }

    @Test func `W42: two forgotten punches make no day of forty hours`() throws {
        let marks = [Self.mark(.in, "2026-11-02 09:00"), Self.mark(.out, "2026-11-04 01:00")]
        let (monday, tuesday) = (try Self.day("2026-11-02", marks), try Self.day("2026-11-03", marks))
        #expect(monday.missing == [.out] && monday.workedSeconds == 0)
        #expect(tuesday.missing == [.in] && tuesday.workedSeconds == 0)
    }

    @Test(arguments: [
        ("18:00", WorkDay.State.running, 9 * 3_600, false), ("01:00", .running, 16 * 3_600, false),
        ("01:01", .running, 16 * 3_600 + 60, true), ("09:00", .running, 24 * 3_600, true),
        ("09:01", .missingPunch, 0, false),
    ])
    func `W42: an open shift is an exception after 16 hours and stops counting after 24`(
        clock: String, state: WorkDay.State, seconds: Int, isLong: Bool
    ) throws {
        let date = clock == "18:00" ? "2026-11-02" : "2026-11-03"
        let day = try Self.day(
            "2026-11-02", [Self.mark(.in, "2026-11-02 09:00")], now: "\(date) \(clock)")
        #expect(day.state == state)
        #expect(day.workedSeconds == seconds)
        #expect(day.isLong == isLong)
    }

    @Test
    func `W52: a night shift counts for the day on which it begins, and a shift of the same day is another`()
        throws
    {
        let marks = [
            Self.mark(.in, "2026-11-02 22:00"), Self.mark(.out, "2026-11-03 07:10"),
            Self.mark(.in, "2026-11-03 22:00"), Self.mark(.out, "2026-11-04 06:00"),
        ]
        let monday = try Self.day("2026-11-02", marks)
        let tuesday = try Self.day("2026-11-03", marks)
        #expect(monday.workedSeconds == (9 * 60 + 10) * 60)
        #expect(tuesday.workedSeconds == 8 * 3_600)
        #expect([monday, tuesday].allSatisfy { $0.state == .complete && $0.shifts.count == 1 })
        #expect(try Self.day("2026-11-04", marks).state == .none)
    }

    @Test(arguments: [0, 3, 5, 12])
    func `W53: a day begins at the hour of its place`(hour: Int) throws {
        let marks = [
            Self.mark(.in, "2026-11-03 \(hour):00"), Self.mark(.out, "2026-11-03 \(hour):30"),
            Self.mark(.in, "2026-11-03 \(hour + 11):59"), Self.mark(.out, "2026-11-04 \(hour):10"),
            Self.mark(.in, "2026-11-04 \(hour):10"), Self.mark(.out, "2026-11-04 \(hour):20"),
        ].map { $0.startingDays(DayStarts(hour: hour)) }
        let first = try #require(CalendarDate("2026-11-02"))
        let days = WorkDay.days(
            first..<first.advanced(byDays: 3), of: marks, in: berlin, starting: DayStarts(hour: hour),
            now: Self.mark(.in, "2026-12-24 12:00").time)
        #expect(days.map(\.shifts.count) == [0, 2, 1])
        #expect(days[1].start == marks[0].time)
        #expect(days[1].end == Self.mark(.in, "2026-11-04 \(hour):00").time)
        #expect(days.map(\.workedSeconds) == [0, 1_800 + 12 * 3_600 + 660, 600])
        // A minute before the hour belongs to the day before.
        let early = Self.mark(.in, "2026-11-03 \(hour):00").time.advanced(by: .seconds(-60))
        #expect(WorkDay.date(at: early, in: berlin, starting: DayStarts(hour: hour)) == first)
    }

    @Test(arguments: [(5, 3), (3, 7)])
    func
        `an hour that holds from a date leaves the days before alone, and no instant belongs to two days or to none`(
            before: Int, after: Int
        ) throws
    {
        let change = try #require(CalendarDate("2026-11-04"))
        let starts = DayStarts([
            DayStarts.Version(from: nil, hour: before), DayStarts.Version(from: change, hour: after),
        ])
        #expect([-1, 0, 1].map { starts.hour(on: change.advanced(byDays: $0)) } == [before, after, after])
        let first = change.advanced(byDays: -3)
        let marks = (0..<5 * 24).flatMap { hour -> [WorkMark] in
            let date = first.advanced(byDays: hour / 24)
            let time = berlin.firstInstant(atMinute: hour % 24 * 60, of: date)
            return [
                WorkMark(.in, at: time, site: id("berlin"), zone: berlin, dayStarts: starts),
                WorkMark(
                    .out, at: time.advanced(by: .seconds(1_800)), site: id("berlin"), zone: berlin,
                    dayStarts: starts),
            ]
        }
        let days = WorkDay.days(
            first.advanced(byDays: -1)..<first.advanced(byDays: 5), of: marks, in: berlin, starting: starts,
            now: Self.mark(.in, "2026-12-24 12:00").time)
        #expect(days.map(\.shifts.count).reduce(0, +) == 5 * 24)
        for (day, next) in zip(days, days.dropFirst()) { #expect(day.end == next.start) }
        // The day before the change is as much longer or shorter as the hours differ.
        #expect(days.map(\.shifts.count) == [before, 24, 24, 24 + after - before, 24, 24 - after])
        for day in days {
            for shift in day.shifts {
                #expect((day.start..<day.end).contains(shift.start))
                #expect(WorkDay.date(at: shift.start, in: berlin, starting: starts) == day.date)
            }
        }
    }

    @Test func `W53: a day begins at five where the place does not say another hour`() throws {
        let marks = [
            Self.mark(.in, "2026-11-03 04:59"), Self.mark(.out, "2026-11-03 05:00"),
            Self.mark(.in, "2026-11-03 05:00"), Self.mark(.out, "2026-11-03 05:02"),
        ]
        #expect(try Self.day("2026-11-02", marks).workedSeconds == 60)
        #expect(try Self.day("2026-11-03", marks).workedSeconds == 120)
    }

    @Test(arguments: [("2026-03-07", "2026-03-08", 7), ("2026-10-31", "2026-11-01", 9)])
    func `W63: from 22 to 6 on the nights on which New York changes its clocks are 7 and 9 hours`(
        date: String, next: String, hours: Int
    ) throws {
        let marks = [
            Self.mark(.in, "\(date) 22:00", in: Self.newYork),
            Self.mark(.out, "\(next) 06:00", in: Self.newYork),
        ]
        #expect(try Self.day(date, marks, in: Self.newYork).workedSeconds == hours * 3_600)
    }

    @Test func `W65: each punch uses the zone of its place`() throws {
        let tokyo = Self.zone("Asia/Tokyo")
        // In Berlin it is still the second.
        let marks = [
            Self.mark(.in, "2026-11-03 05:30", in: tokyo), Self.mark(.out, "2026-11-03 14:00", in: tokyo),
        ]
        #expect(try Self.day("2026-11-03", marks).workedSeconds == (8 * 60 + 30) * 60)
        #expect(try Self.day("2026-11-03", marks).zone == tokyo)
        #expect(try Self.day("2026-11-02", marks).state == .none)
    }

    @Test func `sums are exact to the second, however the milliseconds fall`() throws {
        let start = Self.mark(.in, "2026-11-02 09:00").time
        let offsets = [
            (WorkMark.Kind.in, 0), (.break, 1_999), (.in, 2_001), (.break, 3_999), (.in, 5_000),
            (.out, 9_500),
        ]
        let marks = offsets.map { kind, milliseconds in
            WorkMark(
                kind, at: start.advanced(by: .milliseconds(milliseconds)), site: id("berlin"), zone: berlin)
        }
        let day = try Self.day("2026-11-02", marks)
        #expect(day.workedSeconds == 1 + 1 + 4)
        #expect(day.workedSeconds + day.breakSeconds == 9)
    }

    @Test func `W35: accepted times count in place of the punches, which stay`() throws {
        let date = try #require(CalendarDate("2026-11-02"))
        let punched = [Self.mark(.in, "2026-11-02 09:00"), Self.mark(.in, "2026-11-03 09:00")]
        let corrected = [Self.mark(.in, "2026-11-02 09:00"), Self.mark(.out, "2026-11-02 17:30")]
        let days = WorkDay.days(
            date..<date.advanced(byDays: 2), of: punched, corrections: [date: corrected], waiting: [],
            in: berlin, now: Self.mark(.in, "2026-11-03 10:00").time)
        #expect(days.map(\.state) == [.complete, .running])
        #expect(days[0].workedSeconds == (8 * 60 + 30) * 60)
        #expect(days[0].punched.flatMap(\.marks) == [punched[0]])
        #expect(days[1].workedSeconds == 3_600)
    }

    @Test func `a day on which nothing counts after a correction is complete`() throws {
        let date = try #require(CalendarDate("2026-11-02"))
        let days = WorkDay.days(
            date..<date.advanced(byDays: 1), of: [Self.mark(.in, "2026-11-02 09:00")],
            corrections: [date: []], in: berlin, now: Self.mark(.in, "2026-11-12 10:00").time)
        #expect(days.map(\.state) == [.complete])
        #expect(days[0].workedSeconds == 0)
    }

    // MARK: - Another computation

    /// Random punches of a fortnight, judged minute by minute, with the dates of Foundation's calendar.
    @Test(arguments: 0..<120 as Range<UInt64>)
    func `W63 W66: days and totals are those of a walk through every minute`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let names = [
            "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Kiritimati",
        ]
        let zone = Self.zone(names[Int(seed) % names.count])
        // Both changes of the clocks are among the starts.
        let start = Self.mark(
            .in,
            ["2026-03-05 12:00", "2026-03-26 12:00", "2026-10-22 12:00", "2026-10-29 12:00"][
                Int(seed / 5) % 4], in: zone
        ).time
        var marks: [WorkMark] = []
        var minute = 0
        while minute < 14 * 1_440 {
            let kind = WorkMark.Kind.allCases[Int.random(in: 0...2, using: &random)]
            marks.append(
                WorkMark(kind, at: start.advanced(by: .seconds(minute * 60)), site: id("berlin"), zone: zone))
            minute +=
                Bool.random(using: &random)
                ? Int.random(in: 1...600, using: &random) : Int.random(in: 1...1_600, using: &random)
        }
        let now = start.advanced(by: .seconds(minute * 60))
        let first = zone.date(at: start).advanced(byDays: -1)
        let days = WorkDay.days(first..<first.advanced(byDays: 18), of: marks, in: zone, now: now)
        let walk = MinuteWalk(marks, zone: zone, until: now)
        for day in days {
            let expected = walk.days[day.date.description] ?? MinuteWalk.Day()
            #expect(day.workedSeconds == expected.work * 60, "\(day.date), seed \(seed)")
            #expect(day.breakSeconds == expected.rest * 60, "\(day.date), seed \(seed)")
        }
        #expect(days.flatMap { $0.shifts.flatMap(\.marks) } == walk.counted)
    }
}

/// Walks through every minute with nothing but a state, and counts where it has been.
private struct MinuteWalk {
    struct Day {
        var work = 0
        var rest = 0
    }

    private(set) var days: [String: Day] = [:]
    private(set) var counted: [WorkMark] = []

    init(_ marks: [WorkMark], zone: Zone, until now: Timestamp) {
        var calendar = Calendar(identifier: .gregorian)
        guard let timeZone = TimeZone(identifier: zone.identifier), let first = marks.first else { return }
        calendar.timeZone = timeZone
        let byMinute = Dictionary(grouping: marks) { $0.time }
        var time = first.time
        var (isIn, isResting, day, length) = (false, false, "", 0)
        // Minutes that nothing has ended yet.
        var pending = 0
        func settle() {
            if isResting {
                days[day, default: Day()].rest += pending
            } else {
                days[day, default: Day()].work += pending
            }
            pending = 0
        }
        while time <= now {
            for mark in byMinute[time] ?? [] {
                if isIn, length > 1_440 { (isIn, pending) = (false, 0) }
                switch mark.kind {
                case .in where isIn && !isResting:
                    pending = 0
                    isIn = false
                    fallthrough
                case .in:
                    if isIn, pending > 480 { (isIn, pending) = (false, 0) }
                    if isIn { settle() } else { (day, length) = (Self.date(time, calendar), 0) }
                    (isIn, isResting) = (true, false)
                case .break:
                    if isIn, isResting { continue }
                    if isIn { settle() } else { (day, length) = (Self.date(time, calendar), 0) }
                    (isIn, isResting) = (true, true)
                case .out:
                    if isIn { settle() }
                    isIn = false
                }
                counted.append(mark)
            }
            if time == now, isIn, length <= 1_440 { settle() }
            if isIn {
                pending += 1
                length += 1
            }
            time = time.advanced(by: .seconds(60))
        }
    }

    private static func date(_ time: Timestamp, _ calendar: Calendar) -> String {
        let instant = Date(timeIntervalSince1970: Double(time.millisecondsSinceEpoch) / 1_000)
        let parts = calendar.dateComponents([.year, .month, .day, .hour], from: instant)
        let shifted =
            (parts.hour ?? 0) < 5
            ? calendar.date(byAdding: .day, value: -1, to: calendar.startOfDay(for: instant))
            : calendar.startOfDay(for: instant)
        let day = calendar.dateComponents([.year, .month, .day], from: shifted ?? instant)
        return String(format: "%04d-%02d-%02d", day.year ?? 0, day.month ?? 0, day.day ?? 0)
    }
}
