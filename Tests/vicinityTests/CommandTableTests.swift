import CommandLineArguments
import Foundation
import Testing

@testable import vicinity

/// Help texts are compared with the files in `Snapshots`; `VICINITY_RECORD_SNAPSHOTS=1` rewrites them.
struct CommandTableTests {
    private static let commands = [
        "", "serve", "import", "gateway", "gateways", "gateways status", "gateways add", "gateways revoke",
        "gateways list",
        "backup",
        "verify", "restore", "migrate", "doctor", "sign-in", "sign-out", "scan", "advertise", "menu", "order",
        "orders",
        "replay", "monitor", "monitors", "monitors run", "monitors list", "clock", "clock in", "clock out",
        "clock break", "clock status", "attendance", "attendance replay", "attendance month",
        "attendance verify", "permissions", "permissions list",
        "permissions allow", "permissions deny", "permissions forget", "tips",
        "tips check", "tips simulate", "tips why", "tips close", "simulate", "simulate lunch",
        "simulate campus",
        "completion",
        "manual", "version",
    ]

    @Test(arguments: commands)
    func `the help of each command reads as it was last agreed`(command: String) throws {
        let arguments = command.split(separator: " ").map(String.init) + ["--help"]
        guard case .help(let text) = try CommandTable.program.parse(arguments) else {
            Issue.record("\(command) --help gives no help")
            return
        }
        let name = command.isEmpty ? "vicinity" : command.replacing(" ", with: "-")
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "Snapshots/\(name).txt")
        if ProcessInfo.processInfo.environment["VICINITY_RECORD_SNAPSHOTS"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test
    func `the database is an address with a scheme`() throws {
        #expect(try path(["--database", "sqlite:a/b.db"]) == "a/b.db")
        #expect(try path([]) == "data/vicinity.db")
        for address in ["a/b.db", "sqlite:", "postgres://host/db"] {
            #expect(throws: UsageError.self) { try path(["--database", address]) }
        }
    }

    @Test(arguments: ["?sslmode=nonsense", "?colour=red", ":99999"])
    func `a mistake in the address of a server is named without the password`(mistake: String) {
        let isPort = mistake.hasPrefix(":")
        let address = "postgres://ada:hidden@host" + (isPort ? mistake + "/db" : "/db" + mistake)
        let error = #expect(throws: UsageError.self) { try DatabaseAddress(address) }
        #expect(error?.description.contains("hidden") == false)
    }

    private func path(_ options: [String]) throws -> String {
        guard case .run(let parsed) = try CommandTable.program.parse(["import", "campus.json"] + options)
        else {
            return ""
        }
        return try SharedOptions.databasePath(parsed)
    }
}
