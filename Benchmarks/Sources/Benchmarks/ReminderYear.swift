import Attendance
import Essentials
import JSON

/// A year of ten thousand people's crossings and punches, replayed under a rule: `Benchmarks reminders`.
///
/// Each of 230 days of work has two to five outings, one of them in the break, and two punches. Two tasks share the people.
struct ReminderYear {
    private static let people = 10_000
    private static let days = 365
    private static let tasks = 2
    /// 2026-01-01T00:00:00Z, in seconds since 1970.
    private static let first = 1_767_225_600

    private let policy: ReminderPolicy

    private struct Counts {
        var crossings = 0
        var reminders = 0
    }

    /// Makes a year under the default rule with the hours of an office.
    init() throws {
        guard let zone = Zone("Europe/Berlin"), let hours = LocalTimeRange("09:00–17:30"),
            let rest = LocalTimeRange("12:00–13:00"), let day = WorkPattern.Day(hours: hours, rest: rest)
        else { throw Failure() }
        let week: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]
        policy = ReminderPolicy(
            pattern: WorkPattern(days: Dictionary(uniqueKeysWithValues: week.map { ($0, day) })), zone: zone)
    }

    /// Measures, and tells of it in a line of JSON: seconds, crossings and reminders.
    func line() async throws -> String {
        let clock = ContinuousClock()
        let start = clock.now
        let counts = try await withThrowingTaskGroup(of: Counts.self) { group in
            for task in 0..<Self.tasks {
                group.addTask { try count(of: stride(from: task, to: Self.people, by: Self.tasks)) }
            }
            return try await group.reduce(into: Counts()) {
                $0.crossings += $1.crossings
                $0.reminders += $1.reminders
            }
        }
        let time = (clock.now - start) / .seconds(1)
        var json = JSONWriter()
        json.object { json in
            json.member("seconds", time)
            json.member("crossings", counts.crossings)
            json.member("reminders", counts.reminders)
        }
        return json.text
    }

    private func count(of people: StrideTo<Int>) throws -> Counts {
        var counts = Counts()
        for person in people {
            var random = UInt64(truncatingIfNeeded: person &* 2_654_435_761 &+ 1)
            var reminders = PersonReminders()
            for day in 0..<Self.days where (day + 3) % 7 < 5 && (day + person) % 9 != 0 {
                for event in try events(of: day, &random) {
                    if case .crossing = event { counts.crossings += 1 }
                    let found = try reminders.replay(event, dwell: { _ in DoorStateMachine.standardDwell }) {
                        _ in
                        policy
                    }
                    counts.reminders += found.count {
                        if case .decided(_, .some) = $0.result { true } else { false }
                    }
                }
            }
        }
        return counts
    }

    /// The entries of one day, in order.
    private func events(of day: Int, _ random: inout UInt64) throws -> [AttendanceEvent] {
        guard let entrance = SpotID("door"), let source = CrossingSourceID("gateway"),
            let site = SiteID("office"),
            let person = PersonID("person"), let punch = PunchID("punch")
        else { throw Failure() }
        func next(_ range: Range<Int>) -> Int {
            random ^= random << 13
            random ^= random >> 7
            random ^= random << 17
            return range.lowerBound + Int(random % UInt64(range.count))
        }
        func time(_ minute: Int) -> Timestamp {
            Timestamp(millisecondsSinceEpoch: Int64(Self.first + day * 86_400 + minute * 60) * 1_000)
        }
        func crossing(_ kind: Crossing.Kind, _ minute: Int) -> AttendanceEvent {
            .crossing(
                Crossing(
                    entrance: entrance, kind: kind, observedAt: time(minute), receivedAt: time(minute),
                    source: source))
        }
        func punched(_ kind: PunchKind, _ minute: Int) -> AttendanceEvent {
            .punch(
                Punch(
                    id: punch, person: person, kind: kind, time: time(minute), deviceTime: nil, site: site,
                    zone: policy.zone, reminder: nil))
        }
        let start = next(450..<500)
        var events = [crossing(.entered, start), punched(.in, start + 2)]
        var minute = next(660..<690)
        events += [crossing(.exited, minute), crossing(.entered, minute + next(20..<45))]
        minute = 750
        for _ in 0..<next(1..<5) {
            minute += next(20..<60)
            guard minute < 970 else { break }
            events.append(crossing(.exited, minute))
            minute += next(1..<12)
            events.append(crossing(.entered, minute))
        }
        let end = next(990..<1_060)
        return events + [crossing(.exited, end), punched(.out, end + 4)]
    }

    private struct Failure: Error {}
}
