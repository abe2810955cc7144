import CommandLineArguments
import Essentials
import JSON
import TipRules
import WorkplaceClient

/// Shows the cafés, or the menu of one with what the person has marked first.
enum MenuCommand {
    private static let mark = Option(
        "mark", value: "ITEM", "With --cafe and --as: makes the item a favourite, which stands first.")
    private static let unmark = Option(
        "unmark", value: "ITEM", "With --cafe and --as: the item is no favourite any more.")

    static let command = Command(
        "menu", "Shows the cafés of a running server, or the menu of one.",
        options: [
            SharedOptions.cafe, SharedOptions.person, mark, unmark, SharedOptions.server, SharedOptions.json,
        ])

    static func run(_ arguments: ParsedArguments) async throws {
        var client = try APIClient(ofTerminal: try arguments.text(SharedOptions.server))
        if arguments[mark] != nil || arguments[unmark] != nil { return try await change(arguments, client) }
        let cafe = try arguments[SharedOptions.cafe].map { try CafeWord.checked($0) }
        try await signIn(&client, arguments)
        if let cafe {
            let menu = try await client.get("/api/v1/cafes/\(cafe)/menu")
            Terminal.out(
                arguments.has(SharedOptions.json)
                    ? menu.text : try menuText(menu, marked: try await marked(at: cafe, client, arguments)))
        } else {
            let cafes = try await client.get("/api/v1/cafes")
            Terminal.out(arguments.has(SharedOptions.json) ? cafes.text : try cafesText(cafes))
        }
        guard let identity = try TerminalIdentity.known(to: arguments), client.isSignedIn else { return }
        await TerminalTips.follow([], by: identity.person, client, arguments)
    }

    /// Signs in for what somebody has marked and for their tips.
    ///
    /// A menu needs nobody: a person of the environment is asked about only where something of theirs will be shown, and is no reason
    /// to fail. One who was written with the command is what the command is about.
    private static func signIn(_ client: inout APIClient, _ arguments: ParsedArguments) async throws {
        guard let identity = try TerminalIdentity.known(to: arguments) else { return }
        if arguments.isWritten(SharedOptions.person) { return try await identity.signIn(&client) }
        let showsMarks = arguments[SharedOptions.cafe] != nil && !arguments.has(SharedOptions.json)
        guard showsMarks || TerminalTips.areWanted(arguments) else { return }
        do { try await identity.signIn(&client) } catch {}
    }

    /// Marks an item or takes its mark away, and shows the menu as it is then.
    private static func change(_ arguments: ParsedArguments, _ client: APIClient) async throws {
        guard arguments[mark] == nil || arguments[unmark] == nil else {
            throw CommandFailure("Name --mark or --unmark, not both.", exitCode: 2)
        }
        let cafe = try CafeWord.checked(try arguments.text(SharedOptions.cafe))
        let identity = try TerminalIdentity(arguments)
        var client = client
        let (item, isMarked) = (
            try arguments.text(arguments[mark] == nil ? unmark : mark), arguments[mark] != nil
        )
        let path = try FavouriteItems.path(item, at: cafe)
        try await identity.signIn(&client)
        let answer = isMarked ? try await client.put(path) : try await client.delete(path)
        let marked = try FavouriteItems(answer).items(of: cafe)
        Terminal.out(
            arguments.has(SharedOptions.json)
                ? answer.text
                : try menuText(try await client.get("/api/v1/cafes/\(cafe)/menu"), marked: marked))
        // Below the menu, where one looks then, and beside what the next program reads.
        Terminal.error("\(item) is \(isMarked ? "among your favourites" : "no favourite") now.")
        await TerminalTips.follow(isMarked ? ["item.marked"] : [], by: identity.person, client, arguments)
    }

    /// What of a café is marked; nothing for nobody.
    private static func marked(
        at cafe: CafeID, _ client: APIClient, _ arguments: ParsedArguments
    ) async throws -> Set<String> {
        guard client.isSignedIn else { return [] }
        do {
            return try FavouriteItems(try await client.get("/api/v1/favourites")).items(of: cafe)
        } catch {
            guard !arguments.isWritten(SharedOptions.person) else { throw error }
            return []
        }
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

    private static func menuText(_ value: JSONValue, marked: Set<String>) throws -> String {
        let sections = try value.reading { menu in
            menu["sections"].array { section -> (name: String, items: [Item])? in
                guard let name = section["name"].string(), let items = section["items"].array(item) else {
                    return nil
                }
                return (name, items)
            }
        }
        var seen: Set<String> = []
        let first = sections.flatMap(\.items).filter { marked.contains($0.id) && seen.insert($0.id).inserted }
        let others = sections.map { section in
            (section.name, section.items.filter { !marked.contains($0.id) })
        }
        return ([("★ Favourites", first)] + others).filter { !$0.1.isEmpty }
            .map { $0.0.plain + "\n" + Table($0.1.flatMap(\.rows), indent: 2).text }.joined(separator: "\n\n")
    }

    /// An item in rows: itself, and what can be chosen.
    private struct Item {
        let id: String
        let rows: [[String]]
    }

    private static func item(_ item: JSONReader) -> Item? {
        let id = item["id"].string()
        let name = item["name"].string()
        let price = item["price"].money()
        let isSoldOut = item["soldOut"].boolean()
        let isPaused = item["pausedUntil"].optional != nil
        let isServed = item["isServed"].optional?.boolean() ?? true
        let groups = item["groups"].array(groupRow)
        guard let id, let name, let price, let isSoldOut, let groups else { return nil }
        return Item(
            id: id,
            rows: [
                [
                    id, name, TerminalLanguage.text(price),
                    isSoldOut ? "sold out" : isPaused ? "paused" : isServed ? "" : "not now",
                ]
            ]
                + groups)
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
