import CommandLineArguments
import Essentials
import WorkplaceClient

/// Shows what a running server knows of its gateways, as the page `/gateways` does.
enum GatewayStatusCommand {
    static let command = Command(
        "status", "Shows the gateways of a running server: whether they listen, and what they hear.",
        discussion: [
            "It shows what the page /gateways shows, and needs the role facilities or administrator. Run vicinity sign-in "
                + "once before. On the server's machine, vicinity gateways list needs no sign-in."
        ],
        options: [SharedOptions.person, SharedOptions.server, SharedOptions.json])

    static func run(_ arguments: ParsedArguments) async throws {
        let server = try arguments.text(SharedOptions.server)
        let identity = try TerminalIdentity(arguments)
        var client = try APIClient(ofTerminal: server)
        do {
            try await identity.signIn(&client)
            let answer = try await client.get("/api/v1/gateways")
            let isJSON = arguments.has(SharedOptions.json)
            Terminal.out(isJSON ? answer.text : try GatewayStatusText(answer, now: Installation.now()).text)
        } catch let problem as APIProblem where problem.code == "forbidden" {
            throw CommandFailure(
                "\(identity.person) may not see gateways. It needs the role facilities or administrator.")
        } catch let failure as NoAnswer {
            throw CommandFailure(
                "\(failure) While it is away, gateways keep their reports. On its machine, vicinity doctor looks for the "
                    + "cause.")
        }
    }
}
