import CommandLineArguments
import Essentials
import JSON
import WorkplaceClient

/// Lets this terminal act as a person, who approves it in a browser.
enum SignInCommand {
    static let command = Command(
        "sign-in", "Lets this terminal act as you; you approve it in a browser.",
        discussion: [
            "The terminal shows a code and an address. Open the address, sign in, and approve the code. The other "
                + "commands then need no --as."
        ],
        options: [SharedOptions.server])

    static func run(_ arguments: ParsedArguments) async throws {
        let server = try arguments.text(SharedOptions.server)
        var client = try APIClient(ofTerminal: server)
        let authorization = try await client.beginPairing()
        authorization.show()
        Terminal.error("Waiting for your approval. Ctrl-C stops.")
        let token: String
        do { token = try await client.finishPairing(authorization) } catch let failure as PairingFailure {
            throw CommandFailure(failure.description)
        }
        let person = try await client.personSignedIn()
        try KeptSession(person: person, token: token).write(server: server)
        Terminal.out("This terminal is signed in as \(person).")
    }
}

/// Ends the session of this terminal.
enum SignOutCommand {
    static let command = Command(
        "sign-out", "Ends the session of this terminal.", options: [SharedOptions.server])

    static func run(_ arguments: ParsedArguments) async throws {
        let server = try arguments.text(SharedOptions.server)
        guard let kept = try KeptSession.read(server: server) else {
            throw CommandFailure("This terminal is not signed in at \(server).")
        }
        var client = try APIClient(ofTerminal: server)
        client.signIn(token: kept.token)
        do { _ = try await client.delete("/api/v1/session") } catch let problem as APIProblem
            where problem.code == "sign-in-required"
        {
            // Somebody has ended it already.
        }
        try KeptSession.remove(server: server)
        Terminal.out("This terminal is signed out.")
    }
}
