import CommandLineArguments
import Essentials
import Foundation
import JSON
import Ordering
import TipRules
import WorkplaceClient

/// Orders from a terminal.
enum OrderCommand {
    private static let items = Positional(
        "ITEM", "What to order, as [COUNT*]ITEM[:CHOICE[*COUNT],…].", count: 1...Basket.maximumLines)
    private static let note = Option(
        "note", value: "TEXT", "What the kitchen should know, for the first item.")
    private static let whenNear = Option(
        flag: "when-near",
        "Has the order wait, its total set aside, until vicinity orders --start, vicinity monitor --start-orders "
            + "or a page of yours starts it."
    )
    private static let pickup = Option(
        "pickup", value: "HH:MM",
        "Collects the order in the pickup window that begins then, by the café's clock; without it, as soon as possible."
    )
    private static let yes = Option(flag: "yes", "Orders without asking.")

    static let command = Command(
        "order", "Places an order on a running server and pays from the meal account.",
        discussion: [
            "The price is shown first and asked about.",
            "In the demo: vicinity order --cafe main-cafe --as ada 2*flat-white:oat-milk red-lentil-soup",
            "A time that is full is refused with the nearest ones that are not: vicinity order --pickup 12:15 …",
        ],
        options: [
            SharedOptions.cafe, SharedOptions.person, note, whenNear, pickup, yes, SharedOptions.server,
            SharedOptions.json,
        ],
        positionals: [items])

    static func run(_ arguments: ParsedArguments) async throws {
        let cafe = try CafeWord.checked(try arguments.text(SharedOptions.cafe))
        let time = try arguments[pickup].map { text throws(UsageError) in try PickupTime(text) }
        if time != nil, arguments.has(whenNear) {
            throw CommandFailure("--pickup and --when-near exclude each other.", exitCode: 2)
        }
        let identity = try TerminalIdentity(arguments)
        var client = try APIClient(ofTerminal: try arguments.text(SharedOptions.server))
        let lines = try basket(arguments)
        try await identity.signIn(&client)
        let quote = try await client.post("/api/v1/cafes/\(cafe)/quote", body(lines))
        let refused = try RefusedLine.all(in: quote, of: lines)
        guard refused.isEmpty else {
            let menu = await menuWords(of: cafe, client)
            throw CommandFailure(
                refused.map { $0.sentence(menu: menu, at: cafe) }.joined(separator: "\n"))
        }
        let total = try quote.reading { $0["total"].money() }
        let start: OrderStart = arguments.has(whenNear) ? .whenNear : .atOnce
        let window = try window(at: time, in: quote)
        if !arguments.has(SharedOptions.json) {
            Terminal.out(try Quote.text(of: quote, for: lines, start: start, pickup: window))
        }
        guard arguments.has(yes) || confirmed() else { throw CommandFailure("Nothing was ordered.") }
        let order = try await place(
            body(lines, at: cafe, for: total, start: start, pickup: window), client)
        Terminal.out(arguments.has(SharedOptions.json) ? order.text : try OrdersCommand.text(of: order))
        await TerminalTips.follow(
            arguments.has(whenNear) ? ["order.waited"] : [], by: identity.person, client, arguments)
    }

    /// The chosen window; `nil` for as soon as possible.
    private static func window(at time: PickupTime?, in quote: JSONValue) throws -> Timestamp? {
        guard let time else { return nil }
        guard let table = try PickupTable.read(from: quote) else {
            throw CommandFailure("The café has no pickup windows; leave --pickup out.")
        }
        return try time.window(in: table).start
    }

    private static func place(_ body: borrowing JSONWriter, _ client: APIClient) async throws -> JSONValue {
        do {
            return try await client.postOnce("/api/v1/orders", body, key: UUID().uuidString)
        } catch is UnknownOutcome {
            throw CommandFailure(
                "No answer came, so the order may have been placed. vicinity orders tells whether it was.")
        }
    }

    private static func basket(_ arguments: ParsedArguments) throws -> [BasketLine] {
        var lines = try arguments.all(items).map { try OrderedItem($0).line }
        if let text = arguments[note], let first = lines.first {
            lines[0] = BasketLine(
                item: first.item, quantity: first.quantity, choices: first.choices, note: text)
        }
        return lines
    }

    /// What the café has, to suggest from; nothing when it cannot be had, because why the order was refused matters more.
    private static func menuWords(of cafe: CafeID, _ client: APIClient) async -> MenuWords? {
        do { return try MenuWords(try await client.get("/api/v1/cafes/\(cafe)/menu")) } catch { return nil }
    }

    private static func confirmed() -> Bool {
        Terminal.error("Order this? [y/N]")
        return readLine().map { ["y", "yes"].contains($0.lowercased()) } ?? false
    }

    private static func body(
        _ lines: [BasketLine], at cafe: CafeID? = nil, for total: Money? = nil, start: OrderStart = .atOnce,
        pickup: Timestamp? = nil
    ) -> JSONWriter {
        var json = JSONWriter()
        json.object { json in
            if let cafe { json.member("cafe", cafe.rawValue) }
            if start != .atOnce { json.member("start", start.rawValue) }
            if let pickup { json.member("pickup", pickup.description) }
            json.member("lines") { json in
                json.array { json in for line in lines { json.line(line) } }
            }
            guard let total else { return }
            json.member("expectedTotal") { json in
                json.object { json in
                    json.member("amount", total.minorUnits)
                    json.member("currency", total.currency.code)
                }
            }
        }
        return json
    }
}

extension JSONWriter {
    fileprivate mutating func line(_ line: BasketLine) {
        object { json in
            json.member("item", line.item.rawValue)
            json.member("quantity", line.quantity)
            json.member("choices") { json in
                json.array { json in
                    for selection in line.choices {
                        json.object { json in
                            json.member("choice", selection.choice.rawValue)
                            json.member("quantity", selection.quantity)
                        }
                    }
                }
            }
            if let note = line.note { json.member("note", note) }
        }
    }
}

/// What the server says a basket costs.
private enum Quote {
    static func text(
        of value: JSONValue, for lines: [BasketLine], start: OrderStart, pickup: Timestamp?
    ) throws -> String {
        let handover = try handover(in: value, start: start, pickup: pickup)
        return try value.reading { quote -> String? in
            let names = quote["lines"].array { line -> [String]? in
                guard let name = line["name"].string(), let total = line["total"].money() else { return nil }
                return [name, TerminalLanguage.text(total)]
            }
            // The quote answers the lines in their order.
            let rows = names.map { zip($0, lines).map { [words($0[0], $1), $0[1]] } }
            let tax = quote["tax"].money()
            let total = quote["total"].money()
            let isIncluded = quote["taxIncluded"].boolean()
            guard let rows, let tax, let total, let isIncluded else { return nil }
            let sums = [
                [isIncluded ? "Tax included" : "Tax", TerminalLanguage.text(tax)],
                ["Total", TerminalLanguage.text(total)],
            ]
            return Table(rows + sums + handover).text
        }
    }

    /// A line as the kitchen will get it: `2 × Flat white (oat-milk, 2 × shot)`.
    private static func words(_ name: String, _ line: BasketLine) -> String {
        let choices = line.choices.map { OrderedItem.words($0.choice.rawValue, times: $0.quantity) }
        return OrderedItem.words(name, times: line.quantity)
            + (choices.isEmpty ? "" : " (\(choices.joined(separator: ", ")))")
    }

    /// When the order can be collected, at a café with pickup windows.
    private static func handover(
        in value: JSONValue, start: OrderStart, pickup: Timestamp?
    ) throws -> [[String]] {
        guard start == .atOnce, let table = try PickupTable.read(from: value) else { return [] }
        let clock = WallClock()
        if let pickup { return [["Pickup", clock.text(pickup, in: table.zone)]] }
        return table.readyAt.map { [["Ready about", clock.text($0, in: table.zone)]] } ?? []
    }
}
