import Beacons
import Conditions
import Foundation
import Monitoring
import Observations
import TestSupport
import Testing
import WorkplaceClient

@testable import vicinity

/// The command of `--on-event`; what it is given and that it is run again is tested end to end.
@Suite(.timeLimit(.minutes(1))) struct EventCommandTests {
    /// A monitor that has an event for each of some sites, in a folder.
    private func withArrivals(
        at sites: [UInt16], _ body: (Monitor, _ folder: String) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let uuid = ProximityUUID(high: 1, low: 2)
            let monitor = try await Monitor("work", in: folder + "/monitors")
            for major in sites {
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
            try await body(monitor, folder)
            await monitor.close()
        }
    }

    @Test
    func `LD9 an event whose command never succeeds is given up after a few runs, and the next has its turn`()
        async throws
    {
        try await withArrivals(at: [1, 2]) { monitor, folder in
            let runs = folder + "/runs"
            var command = EventCommand(
                "cat >> /dev/null; echo $VICINITY_EVENT_IDENTIFIER >> \(runs); test \"$VICINITY_EVENT_IDENTIFIER\" != 'site 1'"
            )
            command.backoff = Backoff(first: .microseconds(1))
            #expect(try await command.run(for: monitor) == 1)
            let lines = try String(contentsOfFile: runs, encoding: .utf8).split(separator: "\n")
            #expect(lines == Array(repeating: "site 1", count: EventCommand.mostRuns) + ["site 2"])
            #expect(await monitor.record(for: "site 1", reader: "command")?.lastEvent.state == .satisfied)
        }
    }

    /// `trap`: what the command and its child do first.
    @Test(arguments: ["", "trap '' TERM; "])
    func
        `LD9 a command that hangs ends with its monitor, with all that it started, and its event stays untold`(
            trap: String
        ) async throws
    {
        try await withArrivals(at: [1]) { monitor, folder in
            let started = folder + "/started"
            let child = "sh -c 'echo $$ > \(started).new; mv \(started).new \(started); sleep 600; true'"
            let command = EventCommand("\(trap)\(child); true")
            let running = Task { try await command.run(for: monitor) }
            while !FileManager.default.fileExists(atPath: started) {
                try await Task.sleep(for: .milliseconds(10))
            }
            running.cancel()
            await #expect(throws: CancellationError.self) { try await running.value }
            let number = try String(contentsOfFile: started, encoding: .utf8)
            while Self.isAlive(number.trimmingCharacters(in: .newlines)) {
                try await Task.sleep(for: .milliseconds(10))
            }
            let record = await monitor.record(for: "site 1", reader: "command")
            #expect(record?.lastEvent.state == .unknown)
        }
    }

    /// Whether a process runs; one that has ended and that nobody has asked after does not.
    private static func isAlive(_ number: String) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(number)/status", encoding: .utf8) else {
            return false
        }
        return !status.contains("State:\tZ")
    }
}

/// Parts of a feed that were passed over.
struct DefectLogTests {
    @Test func `the first are reported with their places, and all are counted at the end`() {
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

    @Test func `a complete feed is reported without a line`() {
        var lines: [String] = []
        withoutActuallyEscaping({ lines.append($0) }) { tell in
            var log = DefectLog("day.jsonl", tell: tell)
            log.finish()
        }
        #expect(lines.isEmpty)
    }
}
