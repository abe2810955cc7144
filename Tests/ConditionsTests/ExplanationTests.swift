import Beacons
import Conditions
import Geodesy
import Observations
import Testing

struct `An explanation` {
    private func lines(_ condition: Condition, _ observations: [Observation]) -> [String] {
        var machine = ConditionStateMachine(condition)
        return [machine.explanation.description]
            + observations.map { observation in
                _ = machine.observe(observation)
                return machine.explanation.description
            }
    }

    @Test func `LA2: says why a circle has its state, and what is missing`() throws {
        let found = lines(
            try Surroundings.circle(radius: 100),
            [
                try Surroundings.fix(north: 10, 0), try Surroundings.fix(north: 9_000, 1),
                try Surroundings.fix(north: 300, 60), try Surroundings.fix(north: 300, 120),
                try Surroundings.fix(north: 90, accuracy: 65, 180), Surroundings.radio(.off, 200),
                Surroundings.radio(.on, 201), Surroundings.elapsed(190),
            ])
        #expect(
            found == [
                "unknown: nothing observed decides it yet; missing: an observation that decides",
                """
                satisfied: a fix lies inside with its whole uncertainty (newest fix 90 m inside, accuracy 5 \
                m, 1 in a row inside); missing for the other state: 2 consecutive fixes outside by more than \
                20 m
                """,
                """
                satisfied: a fix lies inside with its whole uncertainty (newest fix 90 m inside, accuracy 5 \
                m, 1 in a row inside, 1 jump set aside); missing for the other state: 2 consecutive fixes \
                outside by more than 20 m
                """,
                """
                satisfied: a fix lies inside with its whole uncertainty (newest fix 200 m outside, accuracy \
                5 m, 1 in a row outside, 1 jump set aside); missing for the other state: 1 fix outside by \
                more than 20 m
                """,
                """
                unsatisfied: consecutive fixes lie outside (newest fix 200 m outside, accuracy 5 m, 2 in a \
                row outside, 1 jump set aside); missing for the other state: 2 consecutive fixes inside, or \
                one with its whole uncertainty inside
                """,
                """
                unsatisfied: consecutive fixes lie outside (newest fix 10 m inside, accuracy 65 m, 1 in a \
                row inside, 1 jump set aside); missing for the other state: 1 fix inside, or one with its \
                whole uncertainty inside
                """,
                """
                unknown: the radio is off, or the source is gone (1 jump set aside); missing: a source that \
                can tell
                """,
                """
                unknown: the source was interrupted, and has decided nothing since (1 jump set aside); \
                missing: 2 consecutive fixes inside, or one with its whole uncertainty inside
                """,
                """
                unknown: the source was interrupted, and has decided nothing since (1 jump set aside); \
                missing: 2 consecutive fixes inside, or one with its whole uncertainty inside; 1 observation \
                came too late
                """,
            ])
    }

    @Test func `LA2: says why a beacon condition has its state, and what is missing`() {
        let found = lines(
            Surroundings.anyBeacon,
            [
                Surroundings.elapsed(0), Surroundings.heard(1), Surroundings.elapsed(13.25),
                Surroundings.elapsed(45), Surroundings.permission(.denied, 50),
            ])
        #expect(
            found == [
                "unknown: nothing observed decides it yet; missing: an observation that decides",
                """
                unknown: nothing observed decides it yet (never heard, silent for 0 s; 30 s are needed); \
                missing: an advertisement of a matching beacon
                """,
                """
                satisfied: a matching beacon is heard (heard once, silent for 0 s; 30 s are needed); missing \
                for the other state: 30 s more without a matching beacon
                """,
                """
                satisfied: a matching beacon is heard (heard once, silent for 12.3 s; 30 s are needed); \
                missing for the other state: 17.8 s more without a matching beacon
                """,
                """
                unsatisfied: no matching beacon was heard for long enough (heard once, silent for 44 s; 30 s \
                are enough); missing for the other state: an advertisement of a matching beacon
                """,
                """
                unknown: the person does not allow it (heard once, silent for 44 s; 30 s are enough); \
                missing: the person's permission
                """,
            ])
    }

    @Test func `LA2: says which part decided, how long a stay lasts, and what is missing`() throws {
        let tree = try Condition.all(of: [
            try Surroundings.anyBeacon.held(for: .seconds(300)), try Surroundings.window(100, 1_000),
            try Surroundings.beacon(9).negated(),
        ])
        let found = lines(
            tree,
            [
                Surroundings.heard(0), Surroundings.elapsed(29.5), Surroundings.heard(30),
                Surroundings.radio(.off, 400), Surroundings.elapsed(2_000),
            ])
        #expect(
            found == [
                """
                unknown: nothing observed decides it yet; missing: (an observation that decides and 5 min \
                more in which its part holds) and an observation that decides, for each of 2 parts
                """,
                """
                unsatisfied: a part does not hold [part 2 unsatisfied: the time lies in no window (before \
                the first, for 100 s more)]; missing for the other state: 5 min more in which its part holds \
                and an observation 100 s later and 30 s more without a matching beacon
                """,
                """
                unsatisfied: a part does not hold [part 2 unsatisfied: the time lies in no window (before \
                the first, for 70.5 s more)]; missing for the other state: 4 min 30 s more in which its part \
                holds and an observation 70.5 s later and 0.5 s more without a matching beacon
                """,
                """
                unsatisfied: a part does not hold [part 2 unsatisfied: the time lies in no window (before \
                the first, for 70 s more)]; missing for the other state: 4 min 30 s more in which its part \
                holds and an observation 70 s later and 0.5 s more without a matching beacon
                """,
                """
                unknown: a part that it depends on is not known [part 1 unknown: a part that it depends on \
                is not known (held for 0 s; 5 min are needed) [unknown: the radio is off, or the source is \
                gone (heard 2 times, silent for 0 s; 30 s are needed)]]; missing: (a source that can tell \
                and 5 min more in which its part holds) and a source that can tell
                """,
                """
                unsatisfied: a part does not hold [part 2 unsatisfied: the time lies in no window (for 16 \
                min 40 s already, the last has passed)]; missing for the other state: nothing, for the last \
                window has passed
                """,
            ])
    }

    @Test func `LA2: names the window that is next, and that there is none`() throws {
        let found = lines(
            try Surroundings.window(100, 200),
            [Surroundings.elapsed(40), Surroundings.elapsed(150), Surroundings.elapsed(260)])
        #expect(
            found == [
                "unknown: nothing observed decides it yet; missing: an observation that decides",
                """
                unsatisfied: the time lies in no window (before the first, for 60 s more); missing for the \
                other state: an observation 60 s later
                """,
                """
                satisfied: the time lies in a window (for 50 s already, for 50 s more); missing for the \
                other state: an observation 50 s later
                """,
                """
                unsatisfied: the time lies in no window (for 60 s already, the last has passed); missing for \
                the other state: nothing, for the last window has passed
                """,
            ])
    }

    @Test func `LD20: keeps neither places nor beacons that were met`() throws {
        let coordinate = try #require(Coordinate(latitude: 0.000_123_456_789, longitude: 0.000_987_654_321))
        let fix = try #require(PositionFix(coordinate: coordinate, horizontalAccuracy: 5))
        var machine = ConditionStateMachine(try Surroundings.circle(radius: 300))
        _ = machine.observe(
            Observation(source: Surroundings.phone, time: Surroundings.time(0), content: .position(fix)))
        var text = ""
        dump(machine.explanation, to: &text)
        // The machine keeps the last believed fix of a source, in memory, and none before it.
        _ = machine.observe(try Surroundings.fix(north: 40, 60))
        dump(machine, to: &text)
        #expect(machine.state == .satisfied)
        #expect(!text.contains("123456789") && !text.contains("1.23456789"))
        #expect(!text.contains("987654321") && !text.contains("9.87654321"))
    }
}
