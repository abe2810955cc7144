import Beacons
import Conditions
import Foundation
import Monitoring
import Observations
import TestSupport
import Testing

@testable import vicinity

/// The command of `--on-event`; what it is given and that it is run again is tested end to end.
@Suite(.timeLimit(.minutes(1))) struct EventCommandTests {
    @Test
    func `LD9 an event whose command never succeeds is given up after a few runs, and the next has its turn`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let uuid = ProximityUUID(high: 1, low: 2)
            let monitor = try await Monitor("work", in: folder + "/monitors")
            for major in [UInt16(1), 2] {
                let beacons = BeaconIdentityCondition(uuid: uuid, major: major)
                try await monitor.add(.beacon(beacons), identifier: "site \(major)")
                let sighting = BeaconSighting(
                    identity: BeaconIdentity(uuid: uuid, major: major, minor: 1), measuredPower: -59,
                    rssi: -60)
                try await monitor.observe(
                    Observation(
                        source: ObservationSource("phone"), time: ObservationTime(microseconds: 1),
                        content: .sighting(sighting)))
            }
            await monitor.finish()
            let runs = folder + "/runs"
            var command = EventCommand(
                "cat >> /dev/null; echo $VICINITY_EVENT_IDENTIFIER >> \(runs); test \"$VICINITY_EVENT_IDENTIFIER\" != 'site 1'"
            )
            command.backoff = Backoff(first: .microseconds(1))
            #expect(try await command.run(for: monitor) == 1)
            let lines = try String(contentsOfFile: runs, encoding: .utf8).split(separator: "\n")
            #expect(lines == Array(repeating: "site 1", count: EventCommand.mostRuns) + ["site 2"])
            #expect(await monitor.record(for: "site 1", reader: "command")?.lastEvent.state == .satisfied)
            await monitor.close()
        }
    }
}

/// Parts of a feed that were passed over.
struct DefectLogTests {
    @Test func `the first are told with their places, and all are counted at the end`() {
        var lines: [String] = []
        withoutActuallyEscaping({ lines.append($0) }) { tell in
            var log = DefectLog("Standard input", tell: tell)
            for line in 1...12 { log.note(line < 12 ? "line-not-json" : "time-missing", at: "line \(line)") }
            log.finish()
            log.finish()
        }
        #expect(lines.first == "Standard input: line 1 was passed over: line-not-json.")
        #expect(lines.filter { $0.contains("was passed over") }.count == 10)
        #expect(lines.last == "Standard input: passed over 12 in all: line-not-json 11, time-missing 1.")
    }

    @Test func `nothing is told of a feed that is whole`() {
        var lines: [String] = []
        withoutActuallyEscaping({ lines.append($0) }) { tell in
            var log = DefectLog("day.jsonl", tell: tell)
            log.finish()
        }
        #expect(lines.isEmpty)
    }
}
