import Essentials
import Testing

@testable import WorkplaceClient

@Suite(.timeLimit(.minutes(1)))
struct WaitingOrderTests {
    private func order(_ number: Int, waits: Bool) -> String {
        let waiting = waits ? #", "waiting": {}"# : ""
        return """
            {"id": "0000000000000000000000000\(number)", "number": "00\(number)", "cafe": {"id": "main"}\(waiting)}
            """
    }

    private func pages() -> [FakeServer.Answer] {
        [
            .json(200, #"{"orders": [\#(order(1, waits: true)), \#(order(2, waits: false))], "next": "c"}"#),
            .json(200, #"{"orders": [\#(order(3, waits: true))]}"#),
        ]
    }

    @Test func `all waiting orders come from all pages`() async throws {
        let server = FakeServer(pages())
        let orders = try await server.client().waitingOrders()
        #expect(orders.map(\.number) == ["001", "003"])
        #expect(
            server.requests.map(\.line) == [
                "GET /api/v1/orders?limit=100", "GET /api/v1/orders?limit=100&before=c",
            ])
    }

    @Test func `the latest waiting orders take one request`() async throws {
        let server = FakeServer(pages())
        #expect(try await server.client().latestWaitingOrders().map(\.number) == ["001"])
        #expect(server.requests.count == 1)
    }

    @Test func `an order is started by its identifier`() async throws {
        let server = FakeServer([.json(200, "{}")])
        let id = try #require(OrderID("00000000000000000000000001"))
        _ = try await server.client().startOrder(id)
        #expect(server.requests.map(\.line) == ["POST /api/v1/orders/\(id)/start"])
    }

    @Test func `an order without a number is an answer of another version`() async throws {
        let server = FakeServer([.json(200, #"{"orders": [{"id": "x"}]}"#)])
        await #expect(throws: UnexpectedAnswer.self) { _ = try await server.client().latestWaitingOrders() }
    }
}
