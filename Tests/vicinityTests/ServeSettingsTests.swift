import CommandLineArguments
import Foundation
import Testing

@testable import vicinity

struct ServeSettingsTests {
    private static let packaged = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Packaging/vicinity.conf")

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
