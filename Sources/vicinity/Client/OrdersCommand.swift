import CommandLineArguments
import Essentials
import JSON

/// Shows one's own orders.
enum OrdersCommand {
    private static let start = Option(
        "start", value: "NUMBER", "Has the kitchen start the order of this number, which waits for you.")

    static let command = Command(
        "orders", "Shows your orders on a running server, the latest first, or starts one that waits.",
        options: [start, SharedOptions.person, SharedOptions.server, SharedOptions.json])

    static func run(_ arguments: ParsedArguments) async throws {
        let person = try arguments.text(SharedOptions.person)
        var client = try APIClient(server: try arguments.text(SharedOptions.server))
        try await client.signIn(as: person)
        let page = try await client.get("/api/v1/orders")
        if let number = arguments[start] {
            let order = try await client.post("/api/v1/orders/\(try waiting(number, in: page))/start")
            return Terminal.out(arguments.has(SharedOptions.json) ? order.text : try text(of: order))
        }
        if arguments.has(SharedOptions.json) { return Terminal.out(page.text) }
        let rows = try page.reading { $0["orders"].array(row) }
        Terminal.out(rows.isEmpty ? "You have no orders yet." : Table(rows).text)
    }

    /// The identifier of the order that waits and has a number.
    private static func waiting(_ number: String, in page: JSONValue) throws -> OrderID {
        let orders = try page.reading { reader in
            reader["orders"].array { order -> (id: OrderID, number: String, isWaiting: Bool)? in
                let id = order["id"].text(as: { OrderID($0) }, "must be an identifier")
                guard let id, let number = order["number"].string() else { return nil }
                return (id, number, order["waiting"].optional != nil)
            }
        }
        guard let found = orders.first(where: { $0.isWaiting && $0.number == number }) else {
            throw CommandFailure("You have no order \(number) that waits; vicinity orders lists yours.")
        }
        return found.id
    }

    /// One order in a line, for the one who has just placed it.
    static func text(of order: JSONValue) throws -> String { Table([try order.reading(row)]).text }

    private static func row(_ order: JSONReader) -> [String]? {
        let number = order["number"].string()
        let stage = order["stage"].string()
        let cafe = order["cafe"]["name"].string()
        let placedAt = order["placedAt"].text(as: { Timestamp($0) }, "must be a time")
        let zone = order["cafe"]["timeZone"].text(as: { Zone($0) }, "must be a zone")
        let total = order["total"].money()
        let items = order["lines"].array { line -> String? in
            guard let name = line["name"].string(), let quantity = line["quantity"].integer(in: 1...1_000)
            else {
                return nil
            }
            return quantity == 1 ? name : "\(quantity) × \(name)"
        }
        let end = order["waiting"].optional.map { waiting in
            waiting["until"].text(as: { Timestamp($0) }, "must be a time")
        }
        guard let number, let stage, let cafe, let placedAt, let zone, let total, let items else {
            return nil
        }
        return [
            number, (end ?? nil).map { "waits until \(WallClock.text($0, in: zone))" } ?? stage, cafe,
            WallClock.text(placedAt, in: zone), TerminalLanguage.text(total),
            items.joined(separator: ", "),
        ]
    }
}
