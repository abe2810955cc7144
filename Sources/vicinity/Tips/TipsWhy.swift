import CommandLineArguments
import Foundation
import JSON
import TipCatalogues
import TipRules

/// Asks a running server why a person gets a tip or does not.
enum TipsWhy {
    private static let tip = Positional("TIP", "The tip, by its identifier.")
    private static let person = Option(
        "person", value: "PERSON", "Whose tip it is; yourself when not given. Others only for administrators."
    )
    private static let platform = Option(
        "platform", value: "NAME", "Where it is shown.", kind: .oneOf(["web", "terminal"]), default: "web")

    static let command = Command(
        "why", "Says why somebody gets a tip, or does not.",
        discussion: [
            "Of somebody else, an administrator is told which rule holds a tip back, and not what the person did. It is noted, "
                + "and the person sees it among their data."
        ],
        options: [person, platform, SharedOptions.person, SharedOptions.server, SharedOptions.json],
        positionals: [tip])

    static func run(_ arguments: ParsedArguments) async throws {
        let me = try arguments.text(SharedOptions.person)
        var client = try APIClient(server: try arguments.text(SharedOptions.server))
        try await client.signIn(as: me)
        let tip = try TipWord.path(try arguments.text(self.tip))
        let query = try arguments[person].map { "&person=\(try TipWord.path($0))" } ?? ""
        let answer = try await client.get(
            "/api/v1/tips/\(tip)/explanation?platform=\(try arguments.text(platform))\(query)")
        Terminal.out(arguments.has(SharedOptions.json) ? answer.text : try TipReasons.text(of: answer))
    }
}

/// A word on its way into an address.
enum TipWord {
    static func path(_ text: String) throws -> String {
        let allowed = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}"))
            .union(CharacterSet(charactersIn: "-._"))
        guard let path = text.addingPercentEncoding(withAllowedCharacters: allowed), !path.isEmpty else {
            throw CommandFailure("“\(text)” names nothing.", exitCode: 2)
        }
        return path
    }
}

/// The server's explanation in lines.
enum TipReasons {
    static func text(of answer: JSONValue) throws -> String {
        try answer.reading { answer in
            let tip = answer["tip"].string()
            let status = answer["status"].string()
            let holds = answer["holds"].array { hold($0) }
            guard let tip, let status, let holds else { return nil }
            var lines = ["\(tip): \(words(status))"]
            if let withheld = answer["withheld"].optional?.string() { lines.append("  " + reason(withheld)) }
            lines += holds.map { "  " + $0 }
            if let next = answer["nextPossible"].optional?.string() {
                lines.append("  If nothing but time passes, it may be shown from \(next) on.")
            }
            return lines.joined(separator: "\n")
        }
    }

    private static func words(_ status: String) -> String {
        switch status {
        case "available": "may be shown now."
        case "invalidated": "has ended."
        default: "waits."
        }
    }

    private static func reason(_ withheld: String) -> String {
        switch withheld {
        case "off": "It is switched off."
        case "segment": "It is not meant for this person or this platform."
        case "holdout": "The person is in the holdout of its experiment."
        default: "It is withheld: \(withheld)."
        }
    }

    private static func hold(_ hold: JSONReader) -> String? {
        guard let kind = hold["kind"].string() else { return nil }
        let at = hold["at"].optional?.string().map { " at \($0)" } ?? ""
        let most = hold["most"].optional?.integer(in: 0...Int64.max).map { ", of \($0)" } ?? ""
        switch kind {
        case "invalidated":
            return "It ended\(at): \(hold["reason"].optional?.string() ?? "no reason is told")."
        case "displayCount":
            return "It was shown \(number(hold["count"]) ?? "as") times\(most)."
        case "displayDuration":
            return "It was shown for \(number(hold["seconds"]) ?? "as many") seconds\(most)."
        case "frequency":
            let shown = hold["shown"].optional?.string() ?? "another tip"
            return
                "\(shown) was new; no other tip is new until \(hold["until"].optional?.string() ?? "later")."
        case "rule":
            let expression = hold["expression"].optional?.value().map { ": \($0.text)" } ?? ""
            let value = hold["explanation"].optional.map { values($0) } ?? ""
            return "rules[\(number(hold["rule"]) ?? "?")] does not hold\(expression)\(value)"
        case "hidden": return "It is hidden for a test."
        case "collision": return "Another tip claims its identifier."
        default: return "It is held back: \(kind)."
        }
    }

    /// What the parts of a rule came to, where they are told.
    private static func values(_ explanation: JSONReader) -> String {
        let parts = explanation["parts"].optional?.array { $0["value"].value()?.text } ?? []
        return parts.isEmpty ? "" : "\n    its parts are \(parts.joined(separator: ", "))"
    }

    private static func number(_ reader: JSONReader) -> String? {
        reader.optional?.value().map { $0.text }
    }
}
