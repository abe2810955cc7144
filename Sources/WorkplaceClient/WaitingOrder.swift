public import Essentials
public import JSON

/// An order that starts when its person arrives or asks for it.
public struct WaitingOrder: Hashable, Sendable {
    /// The identifier.
    public let id: OrderID
    /// The short number, unique within a café and a day; a person may have two orders of one number.
    public let number: String
    /// The identifier of the café.
    public let cafe: String

    /// Makes an order from its parts.
    public init(id: OrderID, number: String, cafe: String) {
        self.id = id
        self.number = number
        self.cafe = cafe
    }
}

extension APIClient {
    private static let firstPage = "/api/v1/orders?limit=100"

    /// Returns the waiting orders of the signed-in person.
    ///
    /// - Throws: What ``get(_:)`` throws.
    /// - Complexity: One request for each hundred orders.
    public func waitingOrders() async throws -> [WaitingOrder] {
        var found: [WaitingOrder] = []
        var path: String? = Self.firstPage
        while let next = path {
            let (orders, cursor) = try await get(next).reading(Self.readPage)
            found += orders
            path = cursor.map { "\(Self.firstPage)&before=\($0)" }
        }
        return found
    }

    /// Returns the waiting orders among the latest hundred of the signed-in person, in one request.
    ///
    /// - Throws: What ``get(_:)`` throws.
    public func latestWaitingOrders() async throws -> [WaitingOrder] {
        try await get(Self.firstPage).reading(Self.readPage).orders
    }

    /// Tells the kitchen to start a waiting order; a repeated request changes nothing more.
    ///
    /// - Parameter id: The order.
    /// - Returns: The order as the server describes it.
    /// - Throws: What ``get(_:)`` throws.
    public func startOrder(_ id: OrderID) async throws -> JSONValue {
        try await post("/api/v1/orders/\(id)/start")
    }

    private static func readPage(_ page: JSONReader) -> (orders: [WaitingOrder], cursor: String?)? {
        let cursor = page["next"].optional?.string()
        let orders = page["orders"].array { order -> (order: WaitingOrder, isWaiting: Bool)? in
            let id = order["id"].text(as: { OrderID($0) }, "must be an identifier")
            guard let id, let number = order["number"].string(), let cafe = order["cafe"]["id"].string()
            else { return nil }
            return (WaitingOrder(id: id, number: number, cafe: cafe), order["waiting"].optional != nil)
        }
        guard let orders else { return nil }
        return (orders.filter(\.isWaiting).map(\.order), cursor)
    }
}
