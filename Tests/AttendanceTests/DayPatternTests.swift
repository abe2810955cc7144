import Attendance
import Essentials
import Testing

/// The article's rule over whole days, as its code behaves.
struct DayPatternTests {
    /// A crossing of a day and whether it reminds.
    struct Step: Sendable {
        let clock: String
        let kind: Crossing.Kind
        let reminds: Bool

        init(_ clock: String, _ kind: Crossing.Kind, reminds: Bool) {
            self.clock = clock
            self.kind = kind
            self.reminds = reminds
        }
    }

    private static let ordinaryDay = [
        Step("09:00", .entered, reminds: true), Step("12:00", .exited, reminds: true),
        Step("13:00", .entered, reminds: true), Step("18:00", .exited, reminds: true),
    ]

    private static let dayWithOutings = [
        Step("09:00", .entered, reminds: true), Step("12:00", .exited, reminds: true),
        Step("13:00", .entered, reminds: true),
        Step("13:45", .exited, reminds: false), Step("13:55", .entered, reminds: false),
        Step("15:30", .exited, reminds: false), Step("15:40", .entered, reminds: false),
        // The departure that matters most, 110 minutes after the last crossing, is lost: the article's code does so.
        Step("17:20", .exited, reminds: false),
    ]

    @Test(arguments: [ordinaryDay, dayWithOutings])
    func `W17: two days in a row give the same reminders`(day: [Step]) throws {
        var machine = ReminderStateMachine()
        for number in 0...1 {
            for step in day {
                let action = try machine.apply(crossing(step.kind, at(step.clock, day: number)))
                guard case .decide(let reason) = action else {
                    Issue.record("\(step.clock) has no decision")
                    continue
                }
                #expect(reason.reminds == step.reminds, "\(step.clock) on day \(number)")
            }
        }
    }

    @Test
    func `W17: of crossings exactly two hours apart only the first reminds`() throws {
        var machine = ReminderStateMachine()
        let hours = [8, 10, 12, 14, 16, 18, 20]
        let actions = try hours.map { try machine.apply(crossing(.exited, at("\($0):00"))) }
        #expect(actions == [.decide(.firstCrossing)] + Array(repeating: .decide(.recentCrossing), count: 6))
    }
}
