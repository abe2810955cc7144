import CommandLineArguments
import Foundation
import TestSupport
import Testing

@testable import vicinity

/// Recorded days under the rules of reminders, from a file.
struct AttendanceReplayTests {
    private static let day = """
        person,kind,at,place
        ada,enter,2026-11-24T08:58:00Z,door
        ada,in,2026-11-24T09:00:00Z,office
        ada,exit,2026-11-24T12:00:00Z,door
        ada,enter,2026-11-24T13:00:00Z,door
        ada,exit,2026-11-24T13:45:00Z,door
        ada,enter,2026-11-24T13:55:00Z,door
        ada,exit,2026-11-24T15:30:00Z,door
        ada,enter,2026-11-24T15:40:00Z,door
        ada,exit,2026-11-24T17:20:00Z,door
        ada,out,2026-11-24T17:40:00Z,office
        """

    /// What the command prints about a log.
    private func replay(_ log: String, _ options: [String] = []) async throws -> [String] {
        try await withTemporaryFolder { folder in
            let path = folder + "/log.csv"
            try log.write(toFile: path, atomically: true, encoding: .utf8)
            guard
                case .run(let arguments) = try CommandTable.program.parse(
                    ["attendance", "replay", path] + options)
            else { return [] }
            var lines: [String] = []
            try AttendanceReplayCommand.run(arguments) { lines.append($0) }
            return lines
        }
    }

    @Test(arguments: [
        ("article", ["08:58", "12:00", "13:00"], "to clock in 2, to clock out 1"),
        ("last-shown", ["08:58", "12:00", "13:00", "15:30", "15:40"], "to clock in 3, to clock out 2"),
        ("ledger-aware", ["08:58", "12:00", "15:30", "17:30"], "to clock in 1, to clock out 3"),
    ])
    func `W17 W18 W20: a recorded day with errands is asked about as each rule says`(
        mode: String, times: [String], counts: String
    ) async throws {
        let lines = try await replay(Self.day, ["--mode", mode])
        #expect(lines.dropLast().map { String($0.dropFirst(11).prefix(5)) } == times)
        #expect(
            lines.last == "summary  people 1, crossings 8, punches 2, reminders \(times.count): \(counts)")
    }

    @Test func `W3: rows in any order, and rows that repeat, are decided as the sorted log`() async throws {
        let rows = Self.day.split(separator: "\n").map(String.init)
        let shuffled = [rows[0]] + rows.dropFirst().reversed()
        let doubled = rows + rows.dropFirst().filter { $0.contains("er,") || $0.contains("exit") }
        let expected = try await replay(Self.day, ["--explain"]).dropLast()
        #expect(try await replay(shuffled.joined(separator: "\n"), ["--explain"]).dropLast() == expected)
        #expect(try await replay(doubled.joined(separator: "\r\n"), ["--explain"]).dropLast() == expected)
    }

    @Test func `decisions are objects on request`() async throws {
        let lines = try await replay(Self.day, ["--json"])
        #expect(
            lines.first?.hasPrefix(#"{"kind":"decision","person":"ada","proposal":"in","reminded":true"#)
                == true)
        #expect(lines.last == #"{"kind":"summary","people":1,"crossings":8,"punches":2,"in":1,"out":3}"#)
    }

    @Test(arguments: [
        ("person,kind", "the column \"at\" is missing"), ("who,kind,at", "the column \"who\" is unknown"),
        ("person,kind,at\nada,left,2026-11-24T08:58:00Z", "log.csv:2: the kind must be"),
        ("person,kind,at\n\nada,exit,yesterday", "log.csv:3: at must be a date-time"),
        ("person,kind,at\n,exit,2026-11-24T08:58:00Z", "log.csv:2: person must be an identifier"),
        (
            "person,kind,at,receivedAt\nada,exit,2026-11-24T08:58:00Z,2026-11-24T08:00:00Z",
            "more than ten minutes later than its report"
        ),
    ])
    func `a log with a mistake is refused with its row`(log: String, message: String) async throws {
        let error = await #expect(throws: CommandFailure.self) { try await replay(log) }
        #expect(error?.description.contains(message) == true)
    }

    @Test func `a window is 0 to 720 minutes`() async {
        for window in ["-1", "721", "two"] {
            await #expect(throws: UsageError.self) { try await replay(Self.day, ["--window", window]) }
        }
    }
}
