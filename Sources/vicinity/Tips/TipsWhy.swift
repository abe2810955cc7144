import CommandLineArguments
import Foundation
import JSON
import WorkplaceClient

/// Asks a running server why a person gets a tip or does not.
enum TipsWhy {
    private static let tip = Positional("TIP", "The tip, by its identifier.")
    private static let person = Option(
        "person", value: "PERSON", "Whose tip it is; yourself when not given. Others only for administrators."
    )
    private static let platform = Option(
        "platform", value: "NAME", "Where it is shown.", kind: .oneOf(["web", "terminal"]), default: "web")

    static let command = Command(
        "why", "Explains why a person gets a tip or not.",
        discussion: [
            "About another person, an administrator learns which rule holds a tip back, not what the person did. "
                + "The question is recorded, and the person sees it in their data."
        ],
        options: [person, platform, SharedOptions.person, SharedOptions.server, SharedOptions.json],
        positionals: [tip])

    static func run(_ arguments: ParsedArguments) async throws {
        let identity = try TerminalIdentity(arguments)
        var client = try APIClient(ofTerminal: try arguments.text(SharedOptions.server))
        try await identity.signIn(&client)
        let tip = try TipWord.path(try arguments.text(self.tip))
        let platform = try arguments.text(platform)
        let query = try arguments[person].map { "&person=\(try TipWord.path($0))" } ?? ""
        let answer: JSONValue
        do {
            answer = try await client.get("/api/v1/tips/\(tip)/explanation?platform=\(platform)\(query)")
        } catch let refusal as APIProblem where refusal.code == "unknown-tip" {
            let known = await known(on: platform, by: client)
            throw CommandFailure(
                refusal.description + (known.map { " " + $0 } ?? ""))
        }
        Terminal.out(
            arguments.has(SharedOptions.json)
                ? answer.text : try TipReasons(for: identity.person).text(of: answer))
    }

    /// The tips that the person can ask about, because a terminal shows them nowhere else; `nil` when the
    /// server does not answer.
    private static func known(on platform: String, by client: APIClient) async -> String? {
        let tips: [String]
        do {
            tips = try await client.get("/api/v1/tips?platform=\(platform)&lang=\(TerminalLanguage.tag)")
                .reading { $0["tips"].array { $0["id"].string()?.plain } }
        } catch {
            return nil
        }
        let others = platform == "web" ? "; --platform terminal has others" : ""
        return tips.isEmpty
            ? "You get none on \(platform)."
            : "Yours on \(platform): \(tips.joined(separator: ", "))\(others)."
    }
}

/// The name of a tip or a person in arguments.
enum TipWord {
    /// Returns the name; throws if it is empty.
    static func checked(_ text: String) throws -> String {
        guard !text.isEmpty else { throw CommandFailure("An empty word names nothing.", exitCode: 2) }
        return text
    }

    /// The name, escaped for an address.
    static func path(_ text: String) throws -> String {
        let allowed = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}"))
            .union(CharacterSet(charactersIn: "-._"))
        guard let path = try checked(text).addingPercentEncoding(withAllowedCharacters: allowed) else {
            throw CommandFailure("\(text) names nothing.", exitCode: 2)
        }
        return path
    }
}
