import Essentials
import JSON
import Testing
import WorkplaceClient

@testable import vicinity

/// For how long an arrival counts, and when it is looked after again; that orders are started is tested end to end.
struct ArrivalsTests {
    private let arrivals = Arrivals()
    private let now = ContinuousClock.now

    private func cafes(after seconds: Int) -> Set<String> {
        Set(arrivals.take(now: now + .seconds(seconds)).keys)
    }

    private func order(_ number: Int, at cafe: String) throws -> WaitingOrder {
        let id = try #require(OrderID("0000000000000000000000000\(number)"))
        return WaitingOrder(id: id, number: "\(number)", cafe: cafe)
    }

    @Test(arguments: [
        (0, 59, true), (0, 60, false), (59, 0, true), (60, 0, false), (40, 19, true), (40, 20, false),
    ])
    func `an arrival is valid for a minute after it happened, however late it is recorded`(
        age: Int, waits: Int, counts: Bool
    ) {
        arrivals.note("main", age: .seconds(age), now: now)
        #expect(cafes(after: waits) == (counts ? ["main"] : []))
    }

    @Test(arguments: [(59, true), (60, false)])
    func `an arrival that a clock ahead puts into the future counts from now`(waits: Int, counts: Bool) {
        arrivals.note("main", age: .seconds(-3_600), now: now)
        #expect(cafes(after: waits) == (counts ? ["main"] : []))
    }

    @Test func `an earlier arrival that is recorded later does not shorten the later one`() {
        arrivals.note("main", age: .zero, now: now)
        arrivals.note("main", age: .seconds(50), now: now)
        #expect(cafes(after: 30) == ["main"])
    }

    @Test
    func `an arrival is taken once, and again when it was taken in vain, until its minute is over`() {
        arrivals.note("main", age: .zero, now: now)
        let taken = arrivals.take(now: now)
        #expect(cafes(after: 1).isEmpty)
        arrivals.giveBack(taken)
        #expect(cafes(after: 59) == ["main"])
        arrivals.giveBack(taken)
        #expect(cafes(after: 60).isEmpty)
    }

    @Test(arguments: [
        (503, true), (500, true), (429, true), (409, false), (422, false), (404, false),
    ])
    func `the arrival is put back when the server is too busy to start its order, and no other is`(
        status: Int, isPutBack: Bool
    ) async throws {
        arrivals.note("main", age: .zero, now: now)
        arrivals.note("south", age: .zero, now: now)
        let orders = [try order(1, at: "main"), try order(2, at: "south")]
        var started: [String] = []
        let refusal = try await arrivals.start(orders, after: arrivals.take(now: now)) { order in
            if order.cafe == "main" { throw APIProblem(["detail": "refused"], status: status) }
            started.append(order.number)
        }
        #expect((refusal?.reason as? APIProblem)?.status == status)
        #expect(
            refusal.map { OrderStarter.words($0) } == "Order 1, which waits at main, is not started: refused")
        #expect(started == ["2"])
        #expect(cafes(after: 1) == (isPutBack ? ["main"] : []))
    }

    @Test func `nothing else is tried when nothing answers, or the session has ended`() async throws {
        let orders = [try order(1, at: "main"), try order(2, at: "south")]
        for failure in [NoAnswer(server: "here"), APIProblem(["detail": "who"], status: 401)] as [any Error] {
            var tries = 0
            let refusal = await #expect(throws: NotStarted.self) {
                _ = try await arrivals.start(orders, after: [:]) { _ in
                    tries += 1
                    throw failure
                }
            }
            #expect(tries == 1)
            #expect(refusal?.order == orders[0])
        }
    }

    @Test func `that an order waits is said only of one that was found`() throws {
        let away = NoAnswer(server: "http://here")
        #expect(
            OrderStarter.words(away).hasPrefix(
                "Whether an order of yours waits could not be asked: No server"))
        let found = NotStarted(order: try order(7, at: "main"), reason: away)
        #expect(
            OrderStarter.words(found).hasPrefix("Order 7, which waits at main, is not started: No server"))
    }
}
