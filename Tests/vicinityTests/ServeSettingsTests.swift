import CommandLineArguments
import Foundation
import Testing

@testable import vicinity

struct ServeSettingsTests {
    private static let packaged = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Packaging/vicinity.conf")

    private static let web = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Web").path

    private func lines() throws -> [String] {
        try String(contentsOf: Self.packaged, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test func `the packaged file has each option once, with or without its mark`() throws {
        let names = try lines().filter { !$0.hasPrefix("# ") && $0 != "#" }
            .map { line in
                line.drop { $0 == "#" }.split(separator: "=")[0].trimmingCharacters(in: .whitespaces)
            }
        #expect(names.sorted() == ServeCommand.settings.map(\.name).sorted())
        let all = ServeCommand.command.options.map(\.name)
        #expect(Set(all) == Set(names).union(["config"]))
    }

    @Test func `the packaged file can be read, also with every setting in use`() throws {
        let lines = try lines()
        _ = try SettingsFile(lines.joined(separator: "\n"), options: ServeCommand.settings)
        let used = lines.map { $0.hasPrefix("#") && !$0.hasPrefix("# ") ? String($0.dropFirst()) : $0 }
        _ = try SettingsFile(used.joined(separator: "\n"), options: ServeCommand.settings)
    }

    @Test(arguments: [
        ("127.0.0.1:80", false, true), ("[::1]:80", false, true), ("0.0.0.0:80", false, false),
        ("0.0.0.0:80", true, true), ("cafe.example:80", false, false),
    ])
    func `others reach the server with TLS or through a proxy only`(
        address: String, isThere: Bool, isServed: Bool
    )
        throws
    {
        let address = try ListenAddress(address)
        guard !isServed else { return try ServeCommand.requireTLS(at: address, isThere: isThere) }
        let failure = #expect(throws: CommandFailure.self) {
            try ServeCommand.requireTLS(at: address, isThere: isThere)
        }
        #expect(failure?.exitCode == 2)
    }

    /// What `serve` is given by a command line.
    private func given(_ command: [String] = []) throws -> ParsedArguments {
        let parsed = try CommandTable.program.parse(["serve"] + command, environment: [:])
        guard case .run(let given) = parsed else { throw CommandFailure("It is not run.") }
        return given
    }

    /// The mistakes of a file, as the server names them.
    private func mistakes(_ text: String, _ command: [String] = []) throws -> [String] {
        var lines: [SettingsFileError.Mistake] = []
        let file = SettingsFile(text, options: ServeCommand.settings, mistakes: &lines)
        let given = try given(command)
        let found = ServeCommand.mistakes(in: given, file, lines: lines)
        let failure = #expect(throws: CommandFailure.self) { try ServeCommand.refuse(found, path: "v.conf") }
        #expect(failure?.exitCode == 2)
        return failure?.description.split(separator: "\n").map(String.init) ?? []
    }

    @Test func `all mistakes of a file are named, each with its line`() throws {
        let text = """
            lisen = 127.0.0.1:80
            database = mysql:x
            trusted-proxy = one
            trusted-proxy = 10.0.0.2
            trusted-proxy = two
            drain = soon
            node-url = 10.0.0.5
            tls-key = /nowhere/key.pem
            campus = /nowhere/campus.json
            order-identity-days = 0
            identity-provider-role = b
            stripe-url = ftp://x
            mail-from = a@b.example
            web = /nowhere/web
            """
        let found = try mistakes(text)
        let lines = found.compactMap { $0.firstMatch(of: #/^v\.conf:(\d+): \S/#).map { String($0.output.1) } }
        #expect(lines.count == found.count, "\(found)")
        #expect(lines == ["1", "2", "3", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14"], "\(found)")
    }

    @Test func `what the command line says has no line, and goes before the file`() throws {
        let found = try mistakes("drain = soon\nlisten = nowhere\n", ["--drain", "later", "--web", Self.web])
        #expect(found.count == 2)
        #expect(
            found[0] == "--drain has the value \"later\", but needs a whole number of seconds from 0 to 3600."
        )
        #expect(found[1].hasPrefix("v.conf:2: --listen has the value"))
    }

    @Test func `the doctor refuses what the server refuses, but for what it diagnoses itself`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "vicinity-\(UUID()).conf")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("drain = soon\ntrusted-proxy = one\nlog = loud\n".utf8).write(to: file)
        let command = ["doctor", "--config", file.path, "--web", "/nowhere"]
        guard case .run(let given) = try CommandTable.program.parse(command, environment: [:]) else { return }
        let failure = #expect(throws: CommandFailure.self) {
            try ServeCommand.completed(given, without: DoctorCommand.diagnosed)
        }
        #expect(failure?.exitCode == 2)
        let lines = failure?.description.split(separator: "\n").map { $0.prefix(file.path.count + 3) }
        #expect(lines == ["\(file.path):1:", "\(file.path):3:"])
        try Data("drain = 10\ntrusted-proxy = one\n".utf8).write(to: file)
        let completed = try ServeCommand.completed(given, without: DoctorCommand.diagnosed)
        #expect(completed[ServeCommand.drain] == "10")
    }

    @Test func `settings without a mistake are not refused`() throws {
        let given = try given()
        let file = try SettingsFile("drain = 10\ntrusted-proxy = 10.0.0.2", options: ServeCommand.settings)
        #expect(ServeCommand.mistakes(in: given, file) == [])
    }

    @Test(arguments: [
        ("https://vicinity.example.org", "https://vicinity.example.org"),
        ("https://a.b:8443/", "https://a.b:8443"),
        ("http://[::1]:80", "http://[::1]:80"),
    ])
    func `the public address is kept without its slash`(text: String, origin: String) throws {
        #expect(try PublicURL(text).origin == origin)
    }

    @Test(arguments: [
        "", "vicinity.example.org", "ftp://a", "https://", "https://a/b", "https://a?b", "https://a//",
        "https://a b", "http://10.0.0.5:99999", "http://a:0", "http://a:", "http://[::1]:65536",
        "http://a:1:2",
    ])
    func `anything else is no public address`(text: String) {
        #expect(throws: UsageError.self) { try PublicURL(text) }
    }
}
