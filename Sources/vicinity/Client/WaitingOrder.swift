import Essentials
import JSON

/// An order that waits for its person, as the list of their orders has it.
struct WaitingOrder: Equatable {
    let id: OrderID
    /// What is called out: unique within a café and a day, not among the orders of a person.
    let number: String
    let cafe: String

    /// The orders of the signed-in person that wait.
    ///
    /// - Complexity: One request for each hundred orders.
    static func all(of client: APIClient) async throws -> [WaitingOrder] {
        var found: [WaitingOrder] = []
        var path: String? = "/api/v1/orders?limit=100"
        while let next = path {
            let page = try await client.get(next)
            let (orders, cursor) = try page.reading(read)
            found += orders
            path = cursor.map { "/api/v1/orders?limit=100&before=\($0)" }
        }
        return found
    }

    /// Those that wait among the latest hundred, in one request.
    static func latest(of client: APIClient) async throws -> [WaitingOrder] {
        try await client.get("/api/v1/orders?limit=100").reading(read).0
    }

    /// The only order with a number.
    ///
    /// - Throws: `CommandFailure` without one, and with several, which it names.
    static func one(
        numbered number: String, at cafe: String?, among orders: [WaitingOrder]
    ) throws(CommandFailure) -> WaitingOrder {
        let found = orders.filter { $0.number == number && (cafe == nil || $0.cafe == cafe) }
        guard let first = found.first else {
            throw CommandFailure("You have no order \(number) that waits; vicinity orders lists yours.")
        }
        guard found.count == 1 else {
            let cafes = found.map(\.cafe.plain).joined(separator: ", ")
            throw CommandFailure("Orders \(number) wait at \(cafes); say which with --cafe.")
        }
        return first
    }

    private static func read(_ page: JSONReader) -> ([WaitingOrder], String?)? {
        let cursor = page["next"].optional?.string()
        let orders = page["orders"].array { order -> (order: WaitingOrder, isWaiting: Bool)? in
            let id = order["id"].text(as: { OrderID($0) }, "must be an identifier")
            guard let id, let number = order["number"].string(), let cafe = order["cafe"]["id"].string()
            else {
                return nil
            }
            return (WaitingOrder(id: id, number: number, cafe: cafe), order["waiting"].optional != nil)
        }
        guard let orders else { return nil }
        return (orders.filter(\.isWaiting).map(\.order), cursor)
    }
}
