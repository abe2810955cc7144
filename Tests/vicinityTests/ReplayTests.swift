import CommandLineArguments
import Formats
import Foundation
import JSON
import TestSupport
import Testing

@testable import vicinity

/// Replays are compared with the files in `Snapshots/Replay`; `VICINITY_RECORD_SNAPSHOTS=1` rewrites them.
struct ReplayTests {
    private static let recordings = "Examples/recordings/"
    private static let campus = ["--campus", "Examples/demo-campus.json"]

    @Test(arguments: [
        ("walk", ["berlin-walk.btsnoop"]),
        ("walk-campus", ["berlin-walk.btsnoop"] + campus),
        ("walk-json", ["berlin-walk.btsnoop", "--json", "--explain"]),
        ("day-campus", ["berlin-day.jsonl"] + campus),
        ("day-conditions", ["berlin-day.jsonl", "--conditions", "Examples/conditions.json", "--explain"]),
        (
            "day-combined",
            ["berlin-day.jsonl", "--conditions", "Examples/conditions-combined.json", "--explain"]
        ),
        ("day-indoor", ["berlin-day.jsonl", "--conditions", "Examples/indoor-map"]),
        ("arrival-campus", ["berlin-arrival.gpx"] + campus),
    ])
    func `LA1, LA2: a recording of the project gives what was last agreed, byte for byte`(
        name: String, words: [String]
    ) throws {
        let output = try replay([Self.recordings + words[0]] + words.dropFirst()).output
        try expectSnapshot(name, output)
    }

    @Test(arguments: ["berlin-walk.btsnoop", "berlin-day.jsonl", "berlin-arrival.gpx"])
    func `with --json every line is an object that says its kind`(name: String) throws {
        let words = [Self.recordings + name, "--json", "--explain"] + Self.campus
        let lines = try replay(words).output.split(separator: "\n")
        #expect(!lines.isEmpty)
        for line in lines {
            guard case .object(let object) = try JSONValue(parsing: Array(line.utf8)) else {
                Issue.record("\(line) is no object")
                continue
            }
            #expect(object["kind"] != nil)
        }
    }

    @Test
    func `a capture cut at any byte gives what was read up to there, then the place and exit code 1`()
        async throws
    {
        let bytes = try FileText.bytes(Self.path(Self.recordings + "berlin-walk.btsnoop"))
        try await expectCutsAreTold(Array(bytes.prefix(3_000)))
    }

    @Test(.enabled(if: govee != nil))
    func `a real capture cut at any byte gives what was read up to there, then the place and exit code 1`()
        async throws
    {
        try await expectCutsAreTold(try FileText.bytes(try #require(Self.govee)))
    }

    @Test(.enabled(if: govee != nil))
    func `a real capture gives its beacons`() throws {
        let output = try replay([try #require(Self.govee)]).output
        let uuid = "494E5445-4C4C-495F-524F-434B535F4857"
        #expect(
            output == """
                2021-02-01T03:27:59.789349Z  satisfied    \(uuid)  major 20594 minor 62207
                beacon  \(uuid)  major 20594 minor 62207, measured power -62 dBm, count 10, RSSI -94 to -49 dBm
                beacon  \(uuid)  major 20597 minor 62207, measured power -62 dBm, count 1, RSSI -85 to -85 dBm
                capture  packets 22, advertisements 22, ibeacon 11, without a known frame 11

                """)
    }

    @Test(.enabled(if: OutsideRecordings.folder != nil))
    func `the nearest spot is printed while a real phone is carried through an office`() async throws {
        try await withTemporaryFolder { folder in
            for name in ["geo_rss.csv", "geo_tms.csv"] {
                let content = try OutsideRecordings.unpacked("uji-ibeacon/\(name).gz")
                try Data(content).write(to: URL(filePath: "\(folder)/\(name)"))
            }
            let words = ["\(folder)/geo_rss.csv", "--columns", "Examples/office-columns.json"]
            try expectSnapshot("office", try replay(words).output)
        }
    }

    @Test
    func `LD15: late observations and damaged lines are counted, and change nothing`() async throws {
        let line = { (second: String, minor: Int) in
            """
            {"time":"2026-11-20T08:00:\(second)Z","source":"phone","sighting":\
            {"uuid":"6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3","major":1,"minor":\(minor),"power":-59,"rssi":-60}}
            """
        }
        let text = [line("10", 1), line("05", 2), "{}", "nonsense", line("11", 1), ""].joined(separator: "\n")
        try await withTemporaryFolder { folder in
            let path = folder + "/late.jsonl"
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            let lines = try replay([path]).output.split(separator: "\n")
            #expect(
                lines.map { $0.split(separator: " ", maxSplits: 1)[0] } == [
                    "2026-11-20T08:00:10.000000Z", "beacon", "damaged", "damaged", "late",
                ])
            #expect(lines[1].contains("minor 1") && lines[1].contains("count 2"))
            #expect(
                lines[2...] == [
                    "damaged  line-not-json  count 1", "damaged  time-missing  count 1", "late  count 1",
                ])
        }
    }

    @Test(arguments: refused)
    func `what cannot be replayed is refused with its exit code`(words: [String], code: Int32) throws {
        let failure = try replay(words).failure
        #expect(failure?.exitCode == code)
        #expect(failure?.description.isEmpty == false)
    }

    @Test(arguments: [
        ("no-such-file", "No such file or directory"), ("Examples", "it is a directory"),
        ("/dev/null", "it is a device"),
    ])
    func `a file that cannot be read is refused with the reason`(path: String, reason: String) throws {
        let failure = try replay([path]).failure
        #expect(failure?.description.hasSuffix("cannot be read: \(reason).") == true)
    }

    private static let refused: [([String], Int32)] = [
        (["Examples/demo-campus.json", "--format", "btsnoop"], 1), (["README.md"], 1), (["no-such-file"], 1),
        (["Examples/recordings/berlin-day.jsonl", "--columns", "Examples/office-columns.json"], 1),
        (["Examples/recordings/berlin-day.jsonl", "--format", "csv"], 2),
        (
            [
                "Examples/office-columns.json", "--format", "jsonl", "--columns",
                "Examples/office-columns.json",
            ], 2
        ),
        (["Examples/recordings/berlin-day.jsonl", "--conditions", "Examples/demo-campus.json"], 1),
        (["Examples/recordings/berlin-day.jsonl", "--campus", "Examples/conditions.json"], 1),
    ]

    // MARK: - Running a replay

    /// What a replay printed, and how it failed if it did.
    private struct Outcome {
        var output = ""
        var failure: CommandFailure?
    }

    private func replay(_ words: [String]) throws -> Outcome {
        let words = words.map { $0.hasPrefix("Examples/") || $0 == "README.md" ? Self.path($0) : $0 }
        guard case .run(let arguments) = try CommandTable.program.parse(["replay"] + words) else {
            return Outcome()
        }
        var outcome = Outcome()
        do {
            try ReplayCommand.run(arguments) { outcome.output += $0 + "\n" }
        } catch let failure as CommandFailure {
            outcome.failure = failure
        }
        return outcome
    }

    private func expectSnapshot(_ name: String, _ output: String) throws {
        let file = Self.root.appending(path: "Tests/vicinityTests/Snapshots/Replay/\(name).txt")
        if ProcessInfo.processInfo.environment["VICINITY_RECORD_SNAPSHOTS"] != nil {
            try output.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == output)
    }

    private func expectCutsAreTold(_ bytes: [UInt8]) async throws {
        let ends = Self.recordEnds(bytes)
        try await withTemporaryFolder { folder in
            let path = folder + "/cut.btsnoop"
            var whole = ""
            for count in 0...bytes.count {
                try Data(bytes.prefix(count)).write(to: URL(filePath: path))
                let cut = try replay([path])
                if ends.contains(count) { whole = cut.output }
                #expect(cut.output == whole, "cut at \(count)")
                let failure = ends.contains(count) ? nil : Self.failure(path, bytes: count, ends)
                #expect(cut.failure?.description == failure, "cut at \(count)")
                #expect(cut.failure?.exitCode == (failure == nil ? nil : 1))
            }
        }
    }

    private static func failure(_ path: String, bytes count: Int, _ ends: [Int]) -> String {
        let start = ends.last { $0 < count } ?? 0
        return "\(path): \(RecordingError(count == 0 ? .unknownFormat : .cut(end: count), offset: start))"
    }

    /// Where a capture can be cut so that it is whole.
    private static func recordEnds(_ bytes: [UInt8]) -> [Int] {
        var ends = [16]
        while let end = ends.last, end + 24 <= bytes.count {
            let length = bytes[end + 4..<end + 8].reduce(0) { $0 << 8 | Int($1) }
            ends.append(end + 24 + length)
        }
        return ends.filter { $0 <= bytes.count }
    }

    private static func path(_ name: String) -> String { root.appending(path: name).path }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let govee = OutsideRecordings.path("captures/govee-ibeacon-scanrsp.btsnoop")
}
