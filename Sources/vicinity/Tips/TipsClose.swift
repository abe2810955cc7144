import CommandLineArguments
import JSON
import TipCore
import TipRuntime
import WorkplaceClient

/// Closes a tip for good, on all of the person's devices.
enum TipsClose {
    private static let tip = Positional("TIP", "The tip, by its identifier.")

    static let command = Command(
        "close", "Closes a tip for good, here and in your pages.",
        options: [SharedOptions.person, SharedOptions.server], positionals: [tip])

    static func run(_ arguments: ParsedArguments) async throws {
        let id = TipID(try TipWord.checked(try arguments.text(tip)))
        let identity = try TerminalIdentity(arguments)
        let server = try arguments.text(SharedOptions.server)
        var client = try APIClient(ofTerminal: server)
        try await identity.signIn(&client)
        let offer = try await TerminalTipOffer.ofTerminal(by: client)
        guard offer.tips.contains(where: { $0.definition.id == id }) else {
            let known = offer.tips.map { "\($0.definition.id)".plain }.joined(separator: ", ")
            throw CommandFailure(
                "There is no tip \(id) for you in a terminal"
                    + (known.isEmpty ? "." : "; there are \(known)."))
        }
        try await TerminalTips.using(offer, of: identity.person, server: server, client: client) { tips in
            try await tips.exchange()
            tips.store.invalidate(id, reason: .tipClosed)
            try await tips.exchange()
        }
        Terminal.out(TipWords.words(for: TerminalLanguage.tag).closed("\(id)"))
    }
}
