import CommandLineArguments
import Essentials
import Foundation
import JSON

/// Shows the cafés, or the menu of one.
enum MenuCommand {
    static let command = Command(
        "menu", "Shows the cafés of a running server, or the menu of one.",
        options: [SharedOptions.cafe, SharedOptions.server, SharedOptions.json])

    static func run(_ arguments: ParsedArguments) async throws {
        var client = try APIClient(server: try arguments.text(SharedOptions.server))
        if let cafe = arguments[SharedOptions.cafe] {
            let menu = try await client.get("/api/v1/cafes/\(try CafeWord.checked(cafe))/menu")
            Terminal.out(arguments.has(SharedOptions.json) ? menu.text : try menuText(menu))
        } else {
            let cafes = try await client.get("/api/v1/cafes")
            Terminal.out(arguments.has(SharedOptions.json) ? cafes.text : try cafesText(cafes))
        }
        // A menu needs nobody; who has said who they are, for their other commands, gets their tips here too.
        guard
            let person = ProcessInfo.processInfo.environment[SharedOptions.person.environmentVariable ?? ""],
            TerminalTips.areWanted(arguments)
        else { return }
        do { try await client.signIn(as: person) } catch { return }
        await TerminalTips.follow([], by: person, client, arguments)
    }

    private static func cafesText(_ value: JSONValue) throws -> String {
        let rows = try value.reading { answer in
            answer["cafes"].array { cafe -> [String]? in
                let id = cafe["id"].string()
                let name = cafe["name"].string()
                let isOpen = cafe["isOpen"].boolean()
                let currency = cafe["currency"].string()
                guard let id, let name, let isOpen, let currency else { return nil }
                return [id, name, currency, isOpen ? "open" : "closed"]
            }
        }
        return Table(rows).text + "\nSee a menu with vicinity menu --cafe CAFE."
    }

    private static func menuText(_ value: JSONValue) throws -> String {
        try value.reading { menu in
            menu["sections"].array { section -> String? in
                guard let name = section["name"].string(), let rows = section["items"].array(itemRows) else {
                    return nil
                }
                return name + "\n" + Table(rows.flatMap(\.self), indent: 2).text
            }?.joined(separator: "\n\n")
        }
    }

    private static func itemRows(_ item: JSONReader) -> [[String]]? {
        let id = item["id"].string()
        let name = item["name"].string()
        let price = item["price"].money()
        let isSoldOut = item["soldOut"].boolean()
        let groups = item["groups"].array(groupRow)
        guard let id, let name, let price, let isSoldOut, let groups else { return nil }
        return [[id, name, TerminalLanguage.text(price), isSoldOut ? "sold out" : ""]] + groups
    }

    private static func groupRow(_ group: JSONReader) -> [String]? {
        let name = group["name"].string()
        let minimum = group["minimum"].integer(in: 0...Int.max)
        let choices = group["choices"].array { choice -> String? in
            guard let id = choice["id"].string(), let price = choice["price"].money() else { return nil }
            return price.minorUnits == 0 ? id : "\(id) (+\(TerminalLanguage.text(price)))"
        }
        guard let name, let minimum, let choices else { return nil }
        return [
            "", "  \(name)\(minimum > 0 ? " (required)" : ""): \(choices.joined(separator: ", "))", "", "",
        ]
    }
}

/// A café's identifier on its way into a path.
enum CafeWord {
    static func checked(_ text: String) throws -> CafeID {
        guard let cafe = CafeID(text) else {
            throw CommandFailure("\(text) is no café; vicinity menu lists them.", exitCode: 2)
        }
        return cafe
    }
}

extension JSONValue {
    /// The value as JSON text.
    var text: String { String(decoding: bytes, as: UTF8.self) }
}
