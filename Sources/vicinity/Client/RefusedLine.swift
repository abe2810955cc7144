import CommandLineArguments
import Essentials
import JSON
import Ordering
import WorkplaceClient

/// Says why a line of a basket cannot be ordered, names what was typed, and suggests what was probably meant.
struct RefusedLine {
    private let number: Int
    private let item: String
    private let status: String
    private let missingChoices: [String]
    private let details: [String]

    /// Finds the lines of a quote that cannot be ordered.
    ///
    /// - Parameters:
    ///   - quote: The server's answer.
    ///   - basket: The lines that the quote was asked for.
    /// - Returns: Those lines, in order.
    /// - Throws: `CommandFailure` when the answer is no quote.
    static func all(in quote: JSONValue, of basket: [BasketLine]) throws -> [RefusedLine] {
        let lines = try quote.reading { quote in
            quote["lines"].array { line -> (status: String, choices: [String], details: [String])? in
                guard let status = line["status"].string() else { return nil }
                let isRefused = !["ok", "price-changed"].contains(status)
                let choices = isRefused ? line["choices"].optional?.array { $0.string() } : nil
                let details = line["errors"].optional?.array { $0["detail"].string()?.plain }
                return (status, choices ?? [], details ?? [])
            }
        }
        return zip(lines, basket).enumerated().compactMap { index, pair in
            let (line, typed) = pair
            guard !["ok", "price-changed"].contains(line.status) else { return nil }
            return RefusedLine(
                number: index + 1, item: typed.item.rawValue, status: line.status,
                missingChoices: line.choices, details: line.details)
        }
    }

    /// One sentence about the line.
    ///
    /// - Parameters:
    ///   - menu: What the café has, to suggest from; `nil` suggests nothing.
    ///   - cafe: The café that was ordered at.
    /// - Returns: The sentence, which begins with the place and the identifier of the item.
    func sentence(menu: MenuWords?, at cafe: CafeID) -> String {
        "Item \(number), \(item): " + reason(menu, cafe)
    }

    private func reason(_ menu: MenuWords?, _ cafe: CafeID) -> String {
        switch status {
        case "missing":
            "The café does not have it\(suggestion(for: item, among: menu?.items)) "
                + "vicinity menu --cafe \(cafe) lists what it has."
        case "sold-out": "It is sold out."
        case "not-served": "It is not served now."
        case "choice-missing":
            missingChoices.map { choice in
                "It has no choice \(choice)\(suggestion(for: choice, among: menu?.choices[item]))"
            }.joined(separator: " ") + " vicinity menu --cafe \(cafe) lists its choices."
        default: details.isEmpty ? "It cannot be ordered." : details.joined(separator: " ")
        }
    }

    private func suggestion(for word: String, among words: [String]?) -> String {
        Suggestion.nearest(to: word, among: words ?? []).map { "; did you mean \($0)?" } ?? "."
    }
}

/// The identifiers of a menu.
struct MenuWords {
    /// Of all items.
    let items: [String]
    /// Of what can be chosen, by item.
    let choices: [String: [String]]

    /// Reads a menu of the server.
    init(_ menu: JSONValue) throws {
        let items = try menu.reading { menu in
            menu["sections"].array { section in
                section["items"].array { item -> (id: String, choices: [String])? in
                    let id = item["id"].string()
                    let groups = item["groups"].array { $0["choices"].array { $0["id"].string() } }
                    guard let id, let groups else { return nil }
                    return (id, groups.flatMap(\.self))
                }
            }
        }.flatMap(\.self)
        self.items = items.map(\.id)
        choices = Dictionary(items.map { ($0.id, $0.choices) }, uniquingKeysWith: { first, _ in first })
    }
}
