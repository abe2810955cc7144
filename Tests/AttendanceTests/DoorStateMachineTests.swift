import Essentials
import TestSupport
import Testing

@testable import Attendance

@Suite(.timeLimit(.minutes(1)))
struct DoorStateMachineTests {
    private typealias Finding = DoorStateMachine.Finding

    @Test func `a departure counts when its time to stay away is over, and not before`() throws {
        var door = DoorStateMachine()
        #expect(try door.verdicts(of: .exited, at: 0) == [waits(180)])
        #expect(door.settle(at: moment(180).advanced(by: .milliseconds(-1))).isEmpty)
        #expect(door.settle(at: moment(180)).map(\.verdict) == [.decided(.firstCrossing)])
        #expect(door.waiting.isEmpty)
        #expect(door.reminders.lastDeparture == moment(0))
    }

    @Test(arguments: [0, 1, 60, 179])
    func `neither the departure nor the return of a person who is back in time counts`(seconds: Int) throws {
        var door = DoorStateMachine()
        _ = try door.verdicts(of: .exited, at: 0)
        #expect(try door.verdicts(of: .entered, at: seconds) == [back(seconds), back(seconds)])
        #expect(door.reminders == ReminderStateMachine())
        #expect(door.waiting.isEmpty)
        #expect(door.settle(at: moment(10_000)).isEmpty)
    }

    @Test func `a return when the time is over is an arrival after a departure`() throws {
        var door = DoorStateMachine()
        _ = try door.verdicts(of: .exited, at: 0)
        let found = try door.verdicts(of: .entered, at: 180)
        #expect(found == [.decided(.firstCrossing), .decided(.firstCrossing)])
    }

    @Test func `the site says how long, and with zero each departure counts at once`() throws {
        var door = DoorStateMachine()
        #expect(try door.verdicts(of: .exited, at: 0, dwell: .seconds(30)) == [waits(30)])
        #expect(door.settle(at: moment(30)).map(\.verdict) == [.decided(.firstCrossing)])
        var other = DoorStateMachine()
        #expect(try other.verdicts(of: .exited, at: 0, dwell: .zero) == [.decided(.firstCrossing)])
    }

    @Test func `a return that is reported before its departure cancels it`() throws {
        var door = DoorStateMachine(reminders: ReminderStateMachine(lastArrival: moment(60)))
        #expect(try door.verdicts(of: .exited, at: 0, received: 70) == [back(60)])
        #expect(door.waiting.isEmpty)
    }

    @Test func `a return that is reported after its departure counted is no arrival`() throws {
        var door = DoorStateMachine()
        _ = try door.verdicts(of: .exited, at: 0)
        _ = door.settle(at: moment(180))
        #expect(try door.verdicts(of: .entered, at: 60, received: 200) == [back(60)])
        #expect(door.reminders == ReminderStateMachine(lastDeparture: moment(0)))
    }

    @Test func `W5: a departure that is reported late waits for the return that is reported behind it`()
        throws
    {
        var door = DoorStateMachine()
        let late = 3 * 3_600
        #expect(try door.verdicts(of: .exited, at: 0, received: late) == [waits(180, settles: late + 180)])
        #expect(door.settle(at: moment(late + 179)).isEmpty)
        #expect(try door.verdicts(of: .entered, at: 60, received: late + 179) == [back(60), back(60)])
        #expect(door.settle(at: moment(late + 10_000)).isEmpty)
    }

    @Test
    func `a departure that is reported late counts when no return is reported in the time to stay away`()
        throws
    {
        var door = DoorStateMachine()
        _ = try door.verdicts(of: .exited, at: 0, received: 1_000)
        #expect(door.settle(at: moment(1_180)).map(\.verdict) == [.decided(.firstCrossing)])
    }

    @Test func `a later report of the same source lets a late departure count, that of another does not`()
        throws
    {
        var door = DoorStateMachine()
        _ = try door.verdicts(of: .exited, at: 0, received: 1_000)
        var other = door
        #expect(
            try door.verdicts(of: .entered, at: 990, received: 1_001)
                == [.decided(.firstCrossing), .decided(.firstCrossing)])
        #expect(
            try other.verdicts(of: .entered, at: 1_001, received: 1_001, by: "phone")
                == [.decided(.firstCrossing)])
        #expect(try other.verdicts(of: .entered, at: 60, received: 1_002) == [back(60), back(60)])
    }

    @Test(arguments: [0, 1, 60])
    func `W4: another report of a departure that waits changes nothing`(seconds: Int) throws {
        var door = DoorStateMachine()
        _ = try door.verdicts(of: .exited, at: 0)
        let before = door
        #expect(try door.verdicts(of: .exited, at: seconds, received: 60) == [.sameCrossing])
        #expect(door == before)
    }

    @Test func `W4: the second reports of an outing change nothing, whatever their order`() throws {
        for reports in [[(Crossing.Kind.exited, 5), (.entered, 62)], [(.entered, 62), (.exited, 5)]] {
            var door = DoorStateMachine()
            _ = try door.verdicts(of: .exited, at: 0)
            _ = try door.verdicts(of: .entered, at: 60)
            let before = door
            for (kind, seconds) in reports {
                #expect(
                    try door.verdicts(of: kind, at: seconds, received: 70, by: "phone") == [.sameCrossing])
            }
            #expect(door == before)
        }
    }

    @Test func `a departure soon after a return is a departure`() throws {
        var door = DoorStateMachine()
        _ = try door.verdicts(of: .exited, at: 0)
        _ = try door.verdicts(of: .entered, at: 20)
        #expect(try door.verdicts(of: .exited, at: 30) == [waits(210)])
        #expect(door.settle(at: moment(210)).map(\.verdict) == [.decided(.firstCrossing)])
        #expect(try door.verdicts(of: .entered, at: 1_000) == [.decided(.firstCrossing)])
    }

    @Test func `of crossings in the same millisecond the order of the reports is that of the crossings`()
        throws
    {
        var door = DoorStateMachine()
        #expect(try door.verdicts(of: .entered, at: 0) == [.decided(.firstCrossing)])
        #expect(try door.verdicts(of: .exited, at: 0) == [waits(180)])
        #expect(try door.verdicts(of: .entered, at: 0) == [back(0), back(0)])
        #expect(try door.verdicts(of: .exited, at: 0) == [waits(180)])
    }

    @Test func `a departure that waits and is near one that counted by then is merged with it`() throws {
        // The first departure and arrival counted at a site without a time to stay away.
        var door = DoorStateMachine(
            reminders: ReminderStateMachine(lastArrival: moment(10), lastDeparture: moment(0)))
        #expect(try door.verdicts(of: .exited, at: 20, received: 1_000) == [waits(200, settles: 1_180)])
        #expect(try door.verdicts(of: .entered, at: 1_001, by: "phone") == [.decided(.recentCrossing)])
        #expect(door.settle(at: moment(1_180)).map(\.verdict) == [.merged])
    }

    @Test func `a return is remembered for a day`() throws {
        var door = DoorStateMachine()
        _ = try door.verdicts(of: .exited, at: 0)
        _ = try door.verdicts(of: .entered, at: 60)
        #expect(door.returns == [DoorStateMachine.Return(left: moment(0), back: moment(60))])
        _ = try door.verdicts(of: .entered, at: 60 + 86_400)
        #expect(door.returns.count == 1)
        _ = try door.verdicts(of: .entered, at: 61 + 86_400)
        #expect(door.returns.isEmpty)
    }

    @Test func `a report from the future is refused, and one of yesterday is late`() throws {
        var door = DoorStateMachine()
        _ = try door.verdicts(of: .exited, at: 0)
        let before = door
        #expect(throws: CrossingRefusal.inFuture) {
            try door.verdicts(of: .entered, at: 1_000, received: 399)
        }
        #expect(try door.verdicts(of: .entered, at: 10, received: 86_411) == [.decided(.late)])
        #expect(door == before)
    }

    /// Walks of any shape: a reader of the whole log says what counts.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func `a departure counts exactly when no arrival follows in its time`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var time = 0
        let log = (0..<12).map { _ in
            time += Int.random(in: 61...400, using: &random)
            return (kind: Bool.random(using: &random) ? Crossing.Kind.entered : .exited, at: time)
        }
        var door = DoorStateMachine()
        var counted: [Int] = []
        func note(_ findings: [Finding]) {
            for finding in findings where finding.crossing.kind == .exited {
                if case .decided = finding.verdict {
                    counted.append(
                        Int(moment(0).duration(to: finding.crossing.observedAt).components.seconds))
                }
            }
        }
        for entry in log { note(try door.apply(crossing(entry.kind, at: entry.at))) }
        note(door.settle(at: moment(time + 180)))
        let expected = log.filter { departure in
            departure.kind == .exited
                && !log.contains {
                    $0.kind == .entered && $0.at > departure.at && $0.at < departure.at + 180
                }
        }
        #expect(counted == expected.map(\.at))
    }
}

private let noon = Timestamp(millisecondsSinceEpoch: 1_700_000_000_000)

private func waits(_ due: Int, settles: Int? = nil) -> DoorStateMachine.Verdict {
    .waits(due: moment(due), settles: moment(settles ?? due))
}

private func back(_ seconds: Int) -> DoorStateMachine.Verdict { .cameBack(at: moment(seconds)) }

private func moment(_ seconds: Int) -> Timestamp { noon.advanced(by: .seconds(seconds)) }

private func crossing(
    _ kind: Crossing.Kind, at seconds: Int, received: Int? = nil, by source: String = "gateway-1"
)
    throws -> Crossing
{
    Crossing(
        entrance: try #require(SpotID("door")), kind: kind, observedAt: moment(seconds),
        receivedAt: moment(received ?? seconds), source: try #require(CrossingSourceID(source)))
}

extension DoorStateMachine {
    /// The verdicts after a report, those on departures that waited first.
    fileprivate mutating func verdicts(
        of kind: Crossing.Kind, at seconds: Int, received: Int? = nil, by source: String = "gateway-1",
        dwell: Duration = standardDwell
    ) throws -> [Verdict] {
        try apply(crossing(kind, at: seconds, received: received, by: source), dwell: dwell).map(\.verdict)
    }
}
