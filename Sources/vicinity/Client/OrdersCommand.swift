import CommandLineArguments
import Essentials
import JSON

/// Shows one's own orders.
enum OrdersCommand {
    static let command = Command(
        "orders", "Shows your orders on a running server, the latest first.",
        options: [SharedOptions.person, SharedOptions.server, SharedOptions.json])

    static func run(_ arguments: ParsedArguments) async throws {
        let person = try arguments.text(SharedOptions.person)
        var client = try APIClient(server: try arguments.text(SharedOptions.server))
        try await client.signIn(as: person)
        let page = try await client.get("/api/v1/orders")
        if arguments.has(SharedOptions.json) { return Terminal.out(page.text) }
        let rows = try page.reading { $0["orders"].array(row) }
        Terminal.out(rows.isEmpty ? "You have no orders yet." : Table(rows).text)
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
        guard let number, let stage, let cafe, let placedAt, let zone, let total, let items else {
            return nil
        }
        return [
            number, stage, cafe, WallClock.text(placedAt, in: zone), TerminalLanguage.text(total),
            items.joined(separator: ", "),
        ]
    }
}
