import CommandLineArguments
import Essentials
import JSON
import WorkplaceClient

/// Shows one's own orders.
enum OrdersCommand {
    private static let start = Option(
        "start", value: "NUMBER", "Has the kitchen start the order of this number, which waits for you.")
    private static let cafe = Option(
        "cafe", value: "CAFE", "With --start: the café of the order, where two cafés called the same number.")

    static let command = Command(
        "orders", "Shows your orders on a running server, the latest first, or starts one that waits.",
        options: [start, cafe, SharedOptions.person, SharedOptions.server, SharedOptions.json])

    static func run(_ arguments: ParsedArguments) async throws {
        let identity = try TerminalIdentity(arguments)
        var client = try APIClient(ofTerminal: try arguments.text(SharedOptions.server))
        try await identity.signIn(&client)
        if let number = arguments[start] {
            let all = try await client.waitingOrders()
            let found = try WaitingOrder.one(numbered: number, at: arguments[cafe], among: all)
            let order = try await client.startOrder(found.id)
            return Terminal.out(arguments.has(SharedOptions.json) ? order.text : try text(of: order))
        }
        let page = try await client.get("/api/v1/orders")
        if arguments.has(SharedOptions.json) { return Terminal.out(page.text) }
        let rows = try page.reading { $0["orders"].array(row) }
        Terminal.out(rows.isEmpty ? "You have no orders yet." : Table(rows).text)
        await TerminalTips.follow([], by: identity.person, client, arguments)
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
            return OrderedItem.words(name, times: Int(quantity))
        }
        let end = order["waiting"].optional.map { waiting in
            waiting["until"].text(as: { Timestamp($0) }, "must be a time")
        }
        guard let number, let stage, let cafe, let placedAt, let zone, let total, let items else {
            return nil
        }
        let pickup = order["pickup"].optional.flatMap { pickup -> Timestamp? in
            guard pickup["isSoonest"].boolean() == false else { return nil }
            return pickup["startsAt"].text(as: { Timestamp($0) }, "must be a time")
        }
        let clock = WallClock()
        let state = pickup.map { "\(stage), pickup \(clock.text($0, in: zone))" } ?? stage
        return [
            number, (end ?? nil).map { "waits until \(clock.text($0, in: zone))" } ?? state, cafe,
            clock.text(placedAt, in: zone), TerminalLanguage.text(total),
            items.joined(separator: ", "),
        ]
    }
}
