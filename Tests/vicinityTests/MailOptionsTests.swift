import CommandLineArguments
import Testing

@testable import vicinity

struct MailOptionsTests {
    private static let whole = [
        "--mail-server", "smtp://mail.example.org:587", "--mail-from", "vicinity@example.org",
    ]

    private func options(_ words: [String]) throws -> MailOptions? {
        guard case .run(let arguments) = try ServeCommand.command.parse(words) else { return nil }
        return try MailOptions(arguments, allowedHosts: [])
    }

    @Test func `without options there is no mail server`() throws {
        let made = try options([])
        #expect(made == nil)
    }

    @Test func `a server and a sender are enough`() throws {
        let made = try options(Self.whole)
        #expect(made != nil)
    }

    @Test(arguments: [
        (["--mail-user", "a"], "--mail-user needs --mail-server."),
        (["--mail-server", "smtp://mail.example.org:587"], "--mail-server needs --mail-from."),
        (whole + ["--mail-password", "secret"], "--mail-password needs --mail-user."),
        (whole + ["--bounce-password", "secret"], "--bounce-password needs --bounce-mailbox."),
        (
            whole + ["--bounce-mailbox", "imaps://a@mail.example.org/INBOX"],
            "--bounce-mailbox needs --bounce-password."
        ),
    ])
    func `an option without its companion ends the start with a sentence`(words: [String], sentence: String) {
        let error = #expect(throws: CommandFailure.self) { try options(words) }
        #expect(error?.description == sentence)
        #expect(error?.exitCode == 2)
    }
}
