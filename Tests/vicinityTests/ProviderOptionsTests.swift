import CommandLineArguments
import Foundation
import OpenIDConnect
import TestSupport
import Testing
import Workplace

@testable import vicinity

struct ProviderOptionsTests {
    private static let whole = [
        "--identity-provider", "https://login.example.org/realms/a", "--identity-provider-client", "vicinity",
    ]

    private func provider(
        _ words: [String], publicURL: String? = "https://vicinity.example.org", isDemo: Bool = false
    ) throws -> SignInProvider? {
        guard case .run(let arguments) = try ServeCommand.command.parse(words) else { return nil }
        return try ProviderOptions.provider(
            arguments, publicURL: try publicURL.map { text in try PublicURL(text) }, isDemo: isDemo)
    }

    @Test func `without options there is no provider`() throws {
        #expect(try provider([]) == nil)
    }

    @Test func `the options make a provider`() throws {
        let made = try #require(
            try provider(
                Self.whole + [
                    "--identity-provider-role", "kitchen=cook@cafe:main-cafe", "--identity-provider-role",
                    "kitchen=expo", "--identity-provider-role", "cn=it,dc=a=administrator",
                ]))
        #expect(made.name == "login.example.org")
        #expect(made.signedOutURL.text == "https://vicinity.example.org/sign-in")
        let kitchen = try #require(made.grantsByGroup["kitchen"])
        #expect(kitchen.map(\.description).sorted() == ["cook@cafe:main-cafe", "expo"])
        #expect(made.grantsByGroup["cn=it,dc=a"]?.map(\.description) == ["administrator"])
        #expect(try provider(Self.whole + ["--identity-provider-name", "Northwind"])?.name == "Northwind")
    }

    @Test(arguments: [
        (["--identity-provider-name", "A"], "--identity-provider-name needs --identity-provider."),
        (["--identity-provider", "https://a.example"], "--identity-provider-client ID is missing."),
        (
            ["--identity-provider", "http://a.example", "--identity-provider-client", "c"],
            "--identity-provider has the value \"http://a.example\", but needs the provider's HTTPS address without a query, such as https://login.example.org."
        ),
        (
            whole + ["--identity-provider-role", "kitchen"],
            "--identity-provider-role has the value \"kitchen\", but needs GROUP=ROLE, such as kitchen=cook, kitchen=cook@cafe:main-cafe or office=manager@site:berlin."
        ),
        (
            whole + ["--identity-provider-role", "=cook"],
            "--identity-provider-role has the value \"=cook\", but needs GROUP=ROLE, such as kitchen=cook, kitchen=cook@cafe:main-cafe or office=manager@site:berlin."
        ),
        (
            whole + ["--identity-provider-role", "a=chef"],
            "--identity-provider-role has the value \"a=chef\", but needs GROUP=ROLE, such as kitchen=cook, kitchen=cook@cafe:main-cafe or office=manager@site:berlin."
        ),
    ])
    func `a mistake ends the start with a sentence`(words: [String], sentence: String) {
        let error = #expect(throws: (any Error).self) { try provider(words) }
        #expect(error.map { "\($0)" } == sentence)
    }

    @Test func `a provider needs the address that people open, over HTTPS, and no demo`() {
        #expect(throws: CommandFailure.self) { try provider(Self.whole, publicURL: nil) }
        #expect(throws: CommandFailure.self) {
            try provider(Self.whole, publicURL: "http://vicinity.example.org")
        }
        #expect(throws: CommandFailure.self) { try provider(Self.whole, isDemo: true) }
    }

    @Test(arguments: [(0o600, true), (0o640, true), (0o644, false), (0o602, false)])
    func `the client secret must not be for everybody`(mode: Int, isTaken: Bool) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/secret"
            try "  a secret \nmore".write(toFile: path, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            guard !isTaken else {
                return #expect(try SecretFile(path, of: "client secret").text == "  a secret ")
            }
            #expect(throws: CommandFailure.self) { try SecretFile(path, of: "client secret") }
        }
    }

    @Test func `an empty file holds no secret`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/secret"
            try "\n".write(toFile: path, atomically: true, encoding: .utf8)
            #expect(throws: CommandFailure.self) { try SecretFile(path, of: "client secret") }
        }
    }

    @Test func `a malformed value from the settings is told with its line`() throws {
        let file = try SettingsFile(
            "listen = a:1\nidentity-provider-role = a=cook\nidentity-provider-role = b",
            options: ServeCommand.settings)
        let error = UsageError.malformedValue("b", of: "--identity-provider-role", expected: "GROUP=ROLE")
        #expect(
            "\(ServeCommand.located(error, in: "v.conf", file))"
                == "v.conf:3: --identity-provider-role has the value \"b\", but needs GROUP=ROLE.")
        let other = UsageError.malformedValue("c", of: "--identity-provider-role", expected: "GROUP=ROLE")
        #expect(ServeCommand.located(other, in: "v.conf", file) is UsageError)
    }
}
