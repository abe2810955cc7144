import Essentials
import Testing
import WorkplaceClient

@testable import vicinity

struct WaitingOrderNumberTests {
    @Test
    func `an order is found by its number, and by its café where two have it`() throws {
        let places = [("main", "001"), ("garden", "001"), ("main", "002")]
        let orders = try places.enumerated().map { index, order in
            let id = try #require(OrderID("0000000000000000000000000\(index)"))
            return WaitingOrder(id: id, number: order.1, cafe: order.0)
        }
        #expect(found("002", nil, orders) == orders[2])
        #expect(found("001", "garden", orders) == orders[1])
        #expect(found("001", nil, orders) == nil)
        #expect(found("002", "garden", orders) == nil)
        do {
            _ = try WaitingOrder.one(numbered: "001", at: nil, among: orders)
            Issue.record("one of two orders was chosen")
        } catch {
            #expect("\(error)".contains("main, garden"))
        }
    }

    private func found(_ number: String, _ cafe: String?, _ orders: [WaitingOrder]) -> WaitingOrder? {
        try? WaitingOrder.one(numbered: number, at: cafe, among: orders)
    }
}
