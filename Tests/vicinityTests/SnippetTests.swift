import Foundation
import TestSupport
import Testing

/// The programs in `Snippets`, which the documentation shows, are built with the tests and print what they should.
@Suite(.timeLimit(.minutes(2))) struct SnippetTests {
    @Test(arguments: [
        ("first-monitor", ["Welcome: campus", "Welcome: spot", "satisfied: a fix lies inside"]),
        (
            "areas",
            [
                "Tokyo: 8945271 m", "inside by 6 m", "outside by 3 m", "outside by 11 m",
                "refused: selfCrossing",
            ]
        ),
        ("map-to-conditions", ["Canteen: satisfied after 20 s"]),
        ("distance-to-a-beacon", ["-67 dBm: about 256 cm"]),
        (
            "first-tip",
            [
                "Opened 2 times: pending\nOpened 3 times: available\n[Show where you are] Tap the compass.\n",
                "After a tap: invalidated(TipCore.Tips.InvalidationReason.actionPerformed)",
                "In a test: available\nEight days later: pending, rules that do not hold: 1\n",
                "On the watch: invalidated(TipCore.Tips.InvalidationReason.tipClosed)",
            ]
        ),
    ])
    func `every snippet runs and prints what it should`(name: String, lines: [String]) async throws {
        try await withTemporaryFolder { folder in
            let ended = try run(name, in: folder)
            #expect(ended.status == 0, "\(ended.output)")
            for line in lines { #expect(ended.output.contains(line), "\(ended.output)") }
        }
    }

    @Test func `the first monitor greets once, also when it is run again`() async throws {
        try await withTemporaryFolder { folder in
            #expect(try run("first-monitor", in: folder).output.contains("Welcome"))
            let again = try run("first-monitor", in: folder)
            #expect(again.status == 0 && !again.output.contains("Welcome"), "\(again.output)")
        }
    }

    @Test func `the first tip is shown once, also when the program is run again`() async throws {
        try await withTemporaryFolder { folder in
            let first = try run("first-tip", in: folder)
            #expect(
                first.output.components(separatedBy: "[Show where you are]").count == 2, "\(first.output)")
            let again = try run("first-tip", in: folder)
            #expect(again.status == 0 && !again.output.contains("["), "\(again.output)")
            #expect(again.output.contains("Opened 6 times: invalidated"), "\(again.output)")
        }
    }

    @Test func `no snippet is left out`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Snippets")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(
            names == [
                "areas.swift", "distance-to-a-beacon.swift", "first-monitor.swift", "first-tip.swift",
                "map-to-conditions.swift",
            ])
    }

    private func run(_ name: String, in folder: String) throws -> (status: Int32, output: String) {
        // The build puts the snippets beside the tests.
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let process = Process()
        process.executableURL = tests.deletingLastPathComponent().appending(path: name)
        process.arguments = [folder]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
