import Attendance
import Essentials
import Testing

/// Times that a person proposes for a day.
struct ProposedMarkTests {
    private typealias Step = (kind: WorkMark.Kind, text: String)

    private static func proposal(_ step: Step, isSecond: Bool? = nil) -> ProposedMark {
        let parts = step.text.split(separator: " ").map(String.init)
        let clock = parts[1].split(separator: ":").compactMap { Int($0) }
        guard let date = CalendarDate(parts[0]) else { preconditionFailure("\(step.text) is no time") }
        return ProposedMark(
            step.kind, at: .local(date, minute: clock[0] * 60 + clock[1], isSecond: isSecond))
    }

    private static func instant(_ text: String) -> Timestamp {
        guard let instant = Timestamp(text) else { preconditionFailure("\(text) is no time") }
        return instant
    }

    private static func day(_ date: String, _ marks: [WorkMark] = []) throws -> [WorkDay] {
        let date = try #require(CalendarDate(date))
        return WorkDay.days(
            date.advanced(byDays: -1)..<date.advanced(byDays: 2), of: marks, in: berlin,
            now: instant("2026-12-24T12:00:00Z"))
    }

    private static func check(
        _ steps: [Step], on date: String = "2026-11-02", punches: [WorkMark] = [], isSecond: Bool? = nil
    ) throws -> [WorkMark] {
        let days = try day(date, punches)
        return try days[1].marks(
            from: steps.map { proposal($0, isSecond: isSecond) }, at: id("berlin"), in: berlin,
            neighbours: [days[0], days[2]], now: instant("2026-12-24T12:00:00Z"))
    }

    @Test func `W43: whole shifts are taken, and a time that was punched names its punch`() throws {
        let punch = WorkMark(
            .in, at: Self.instant("2026-11-02T08:00:12Z"), site: id("berlin"), zone: berlin, punch: id("p"))
        let marks = try Self.check(
            [
                (.in, "2026-11-02 08:55"), (.break, "2026-11-02 12:00"), (.in, "2026-11-02 13:00"),
                (.out, "2026-11-02 17:30"),
            ], punches: [punch])
        #expect(marks.map(\.kind) == [.in, .break, .in, .out])
        #expect(marks.map(\.punch) == [nil, nil, nil, nil])
        #expect(marks.first?.time == Self.instant("2026-11-02T07:55:00Z"))
        let days = try Self.day("2026-11-02", [punch])
        let kept = try days[1].marks(
            from: [
                ProposedMark(.in, at: .instant(punch.time)), Self.proposal((.out, "2026-11-02 17:30")),
            ], at: id("berlin"), in: berlin, neighbours: [], now: Self.instant("2026-12-24T12:00:00Z"))
        #expect(kept.map(\.punch) == [punch.punch, nil])
    }

    @Test func `nothing may count`() throws { #expect(try Self.check([]).isEmpty) }

    @Test func `W52: a night shift ends on the next date`() throws {
        #expect(try Self.check([(.in, "2026-11-02 22:00"), (.out, "2026-11-03 07:10")]).count == 2)
    }

    @Test(arguments: [
        (["in 2026-11-02 09:00", "out 2026-11-02 08:00"], ProposalMistake.order, 1),
        (["in 2026-11-02 09:00", "out 2026-11-02 09:00"], .order, 1),
        (["out 2026-11-02 09:00"], .sequence, 0),
        (["break 2026-11-02 09:00"], .sequence, 0),
        (["in 2026-11-02 09:00", "in 2026-11-02 10:00"], .sequence, 1),
        (["in 2026-11-02 09:00", "break 2026-11-02 10:00", "break 2026-11-02 11:00"], .sequence, 2),
        (["in 2026-11-02 09:00"], .noEnd, 0),
        (["in 2026-11-02 09:00", "break 2026-11-02 12:00"], .noEnd, 1),
        (["in 2026-11-02 04:59", "out 2026-11-02 12:00"], .otherDay, 0),
        (["in 2026-11-03 05:00", "out 2026-11-03 12:00"], .otherDay, 0),
        (["in 2026-11-02 09:00", "out 2026-11-03 09:01"], .tooLong, 1),
        (["in 2026-12-24 09:00", "out 2026-12-24 18:00"], .future, 1),
        (["in 2026-10-24 22:00", "out 2026-10-25 02:30"], .twice, 1),
        (["in 2026-03-28 22:00", "out 2026-03-29 02:30"], .skipped, 1),
    ])
    func `W64: what cannot be is refused, with the time that is wrong`(
        texts: [String], mistake: ProposalMistake, index: Int
    ) throws {
        let steps: [Step] = try texts.map { text in
            let (kind, time) = (text.prefix { $0 != " " }, text.drop { $0 != " " }.dropFirst())
            return (try #require(WorkMark.Kind(rawValue: String(kind))), String(time))
        }
        let date = mistake == .otherDay ? "2026-11-02" : String(steps[0].text.prefix(10))
        #expect(throws: ProposalRefusal.self) { try Self.check(steps, on: date) }
        do {
            _ = try Self.check(steps, on: date)
        } catch let refusal as ProposalRefusal {
            #expect(refusal.mistake == mistake)
            #expect(refusal.index == index)
        }
    }

    @Test(arguments: [(false, "2026-10-25T00:30:00Z"), (true, "2026-10-25T01:30:00Z")])
    func `W64: a time that clocks show twice is taken when it is said which`(isSecond: Bool, text: String)
        throws
    {
        let marks = try Self.check(
            [(.in, "2026-10-24 22:00"), (.out, "2026-10-25 02:30")], on: "2026-10-24", isSecond: isSecond)
        #expect(marks.last?.time == Self.instant(text))
    }

    @Test func `no hour counts for two days`() throws {
        let night = [
            WorkMark(.in, at: Self.instant("2026-11-01T21:00:00Z"), site: id("berlin"), zone: berlin),
            WorkMark(.out, at: Self.instant("2026-11-02T06:00:00Z"), site: id("berlin"), zone: berlin),
        ]
        #expect(throws: ProposalRefusal.self) {
            try Self.check([(.in, "2026-11-02 06:59"), (.out, "2026-11-02 12:00")], punches: night)
        }
        #expect(
            try Self.check([(.in, "2026-11-02 07:00"), (.out, "2026-11-02 12:00")], punches: night).count == 2
        )
    }
}
