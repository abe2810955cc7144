import Conditions
import Observations
import Testing

struct `A time window` {
    private func windows(_ bounds: (Double, Double)...) throws -> Condition {
        .timeWindow(
            try TimeWindowCondition(
                bounds.map { Surroundings.time($0.0)..<Surroundings.time($0.1) }))
    }

    @Test func `LA3 L32: opens and closes at its borders, when something is observed`() throws {
        var machine = ConditionStateMachine(try windows((100, 200), (300, 400)))
        var transitions: [ConditionTransition] = []
        for second in [50.0, 99.999_999, 100, 199.999_999, 250, 399, 500, 600] {
            if let transition = machine.observe(Surroundings.elapsed(second)) {
                transitions.append(transition)
            }
        }
        #expect(
            transitions.map(\.state) == [
                .unsatisfied, .satisfied, .unsatisfied, .satisfied, .unsatisfied,
            ])
        #expect(transitions.map(\.time) == [50, 100, 200, 300, 400].map { Surroundings.time($0) })
    }

    @Test func `LD15: whatever is observed tells the time, a radio that goes off too`() throws {
        var machine = ConditionStateMachine(try windows((100, 200)))
        let transitions = machine.observe(all: [
            try Surroundings.fix(north: 0, 0), Surroundings.radio(.off, 150),
            Surroundings.permission(.denied, 201),
        ])
        #expect(transitions.map(\.state) == [.unsatisfied, .satisfied, .unsatisfied])
    }

    @Test func `LD15: a source that lags behind does not turn the time back`() throws {
        let slow = ObservationSource("slow")
        var machine = ConditionStateMachine(try windows((100, 200)))
        let transitions = machine.observe(all: [
            Surroundings.elapsed(0), Surroundings.elapsed(250), Surroundings.elapsed(150, from: slow),
        ])
        #expect(transitions.map(\.state) == [.unsatisfied])
    }

    @Test func `windows that touch are one`() throws {
        let condition = try TimeWindowCondition([
            Surroundings.time(0)..<Surroundings.time(1), Surroundings.time(1)..<Surroundings.time(2),
            Surroundings.time(3)..<Surroundings.time(4),
        ])
        #expect(
            condition.windows == [
                Surroundings.time(0)..<Surroundings.time(2), Surroundings.time(3)..<Surroundings.time(4),
            ])
    }

    /// Windows that are refused, and why.
    struct Refused: CustomTestStringConvertible {
        var testDescription: String
        var windows: [Range<ObservationTime>]
        var error: ConditionError

        static let rows: [Refused] = [
            .init(testDescription: "none", windows: [], error: .noWindows),
            .init(
                testDescription: "empty", windows: [Surroundings.time(1)..<Surroundings.time(1)],
                error: .emptyWindow),
            .init(
                testDescription: "not in order",
                windows: [
                    Surroundings.time(2)..<Surroundings.time(3), Surroundings.time(0)..<Surroundings.time(1),
                ], error: .windowsOutOfOrder),
            .init(
                testDescription: "overlapping",
                windows: [
                    Surroundings.time(0)..<Surroundings.time(2), Surroundings.time(1)..<Surroundings.time(3),
                ], error: .windowsOutOfOrder),
            .init(
                testDescription: "without a beginning",
                windows: [ObservationTime(microseconds: .min)..<Surroundings.time(1)], error: .endlessWindow),
            .init(
                testDescription: "without an end",
                windows: [Surroundings.time(1)..<ObservationTime(microseconds: .max)], error: .endlessWindow),
            .init(
                testDescription: "too many",
                windows: (0...TimeWindowCondition.mostWindows).map {
                    Surroundings.time(Double(2 * $0))..<Surroundings.time(Double(2 * $0 + 1))
                }, error: .tooManyWindows),
        ]
    }

    @Test(arguments: Refused.rows) func `windows that are none are refused`(_ row: Refused) {
        #expect(throws: row.error) { try TimeWindowCondition(row.windows) }
    }
}
