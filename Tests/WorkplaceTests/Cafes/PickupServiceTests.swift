import Essentials
import Kitchen
import Ordering
import SQLite
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Pickup windows in the store: one counter for holds and orders.
///
/// It is noon on a Monday; the grill has windows of 15 minutes from 12 o'clock on.
@Suite(.timeLimit(.minutes(2)))
struct PickupServiceTests {
    private static let second = PickupChoice.window(minute(15))

    private static func minute(_ minutes: Int) -> Timestamp {
        Fixture.noon.advanced(by: .seconds(2 * 86_400 + 60 * Int64(minutes)))
    }

    private func withWindows(
        _ rules: String = #"{"minutes": 15, "orders": 2}"#, ordersPerMinute: Int = 500,
        provider: (any PaymentProvider)? = nil, _ body: (CafesFixture) async throws -> Void
    ) async throws {
        try await withCafes(ordersPerMinute: ordersPerMinute, provider: provider) { cafes in
            try await put(rules, in: cafes)
            try await body(cafes)
        }
    }

    /// Puts a campus in force whose grill has other rules and plenty of burgers, and whose Ada is rich.
    private func put(_ rules: String, zone: String = "Europe/Berlin", in cafes: CafesFixture) async throws {
        let text = CampusSample.text.replacing(
            "\"dayBoundaryHour\": 4,", with: "\"dayBoundaryHour\": 4, \"pickup\": \(rules),"
        ).replacing("Europe/Berlin", with: zone)
        let imports = CampusImport(
            store: cafes.store, campuses: cafes.campuses, now: { cafes.clock.timestamp })
        _ = try await imports.importCampus(Array(text.utf8), name: "windows")
        try await cafes.store.write { transaction in
            try transaction.connection.execute("UPDATE stock SET remaining = 1000")
            for person in ["ada"] + (0..<40).map({ "p\($0)" }) {
                try transaction.post(
                    try .opening(
                        of: Fixture.euros(1_000_000), for: Fixture.person(person), at: cafes.clock.timestamp))
            }
        }
    }

    private func hold(_ choice: PickupChoice, in cafes: CafesFixture, by person: PersonID = Fixture.ada)
        async throws -> PickupHold
    {
        let basket = try cafes.request().basket
        return try await cafes.pickups.hold(choice, for: basket, at: CafesFixture.grill, by: person)
    }

    /// The orders that are counted of the windows that begin some minutes after noon.
    private func taken(_ cafes: CafesFixture) async throws -> [Int: Int] {
        let loads = try await cafes.store.read {
            try $0.pickupLoads(of: CafesFixture.grill, from: Self.minute(0), through: Self.minute(720))
        }
        return Dictionary(
            uniqueKeysWithValues: loads.map {
                (Int(Self.minute(0).duration(to: $0.key).components.seconds / 60), $0.value.orders)
            })
    }

    private func isSound(_ cafes: CafesFixture) async throws -> Bool {
        try await cafes.store.read { reading in
            if case .sound = try DatabaseCheck.pickups.run(reading.connection) { true } else { false }
        }
    }

    @Test
    func `an order takes its window, and the next one goes to the next window`() async throws {
        try await withWindows(#"{"minutes": 15, "orders": 1}"#) { cafes in
            let starts = try await [0, 1, 2].asyncMap { index in
                try await cafes.orders.place(try cafes.request(key: "\(index)")).detail.order.pickup?.start
            }
            #expect(starts == [Self.minute(0), Self.minute(15), Self.minute(30)])
            #expect(try await taken(cafes) == [0: 1, 15: 1, 30: 1])
            // A repeated request gets the first answer, and takes nothing.
            let again = try await cafes.orders.place(try cafes.request(key: "1"))
            #expect(again.isReplay)
            #expect(again.detail.order.pickup?.start == Self.minute(15))
            #expect(try await taken(cafes) == [0: 1, 15: 1, 30: 1])
            #expect(try await isSound(cafes))
        }
    }

    @Test
    func `a full window is refused with the next ones, and nothing changes`() async throws {
        try await withWindows(#"{"minutes": 15, "orders": 1}"#) { cafes in
            _ = try await cafes.orders.place(try cafes.request(pickup: Self.second, key: "1"))
            let before = try await cafes.funds()
            let stock = try await cafes.stock()
            do {
                _ = try await cafes.orders.place(try cafes.request(pickup: Self.second, key: "2"))
                Issue.record("the window held a second order")
            } catch OrderRefusal.pickup(let refusal) {
                #expect(refusal.reason == .full)
                #expect(refusal.next.map(\.start) == [30, 45, 60].map(Self.minute))
            }
            #expect(try await cafes.funds() == before)
            #expect(try await cafes.stock() == stock)
        }
    }

    @Test(arguments: [false, true])
    func `orders from elsewhere leave room for walk-ups, also during a delay`(isDelayed: Bool) async throws {
        try await withWindows(#"{"minutes": 15, "orders": 2, "walkUpMinutes": 30}"#) { cafes in
            if isDelayed {
                try await cafes.store.write { transaction in
                    let delay = ServiceDelay(.seconds(15 * 60), until: Self.minute(120))
                    try transaction.setDelay(delay, of: CafesFixture.grill, at: Self.minute(0))
                }
            }
            func place(_ key: Int, by channel: OrderChannel) async throws -> Timestamp? {
                let request = try cafes.request(key: "\(key)", channel: channel)
                return try await cafes.orders.place(request).detail.order.pickup?.start
            }
            let first = isDelayed ? 15 : 0
            let starts = try await Array(1...6).asyncMap { try await place($0, by: .web) }
            // Never two full windows in a row: of every second one, a seat is for walk-ups.
            #expect(starts == [0, 0, 15, 30, 30, 45].map { Self.minute(first + $0) })
            #expect(try await place(7, by: .counter) == Self.minute(first + 15))
            #expect(try await isSound(cafes))
        }
    }

    @Test
    func `C57: of four times as many buyers exactly the limit gets the window`() async throws {
        try await withWindows(#"{"minutes": 15, "orders": 5}"#) { cafes in
            let won = try await withThrowingTaskGroup(of: Bool.self) { group in
                for index in 0..<20 {
                    group.addTask {
                        let person = Fixture.person("p\(index)")
                        do {
                            if index.isMultiple(of: 2) {
                                _ = try await hold(Self.second, in: cafes, by: person)
                            }
                            let request = try cafes.request(pickup: Self.second, key: "key", by: person)
                            _ = try await cafes.orders.place(request)
                            return true
                        } catch OrderRefusal.pickup { return false }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(won == 5)
            #expect(try await taken(cafes) == [15: 5])
            #expect(try await isSound(cafes))
        }
    }

    @Test
    func `C59: a basket holds its window for its time, and gives it back once`() async throws {
        try await withWindows(#"{"minutes": 15, "orders": 1, "holdMinutes": 3}"#) { cafes in
            let held = try await hold(Self.second, in: cafes)
            #expect(held.expiresAt == Self.minute(3))
            #expect(try await taken(cafes) == [15: 1])
            await #expect(throws: OrderRefusal.self) {
                try await hold(Self.second, in: cafes, by: Fixture.person("p1"))
            }
            // Holding it again does not hold it for longer.
            cafes.clock.advance(by: .seconds(120))
            #expect(try await hold(Self.second, in: cafes).expiresAt == Self.minute(3))
            cafes.clock.advance(by: .seconds(60))
            // The time is over, whether the timer has run or not.
            let cafe = try #require(try cafes.campuses.inForce().cafe(CafesFixture.grill))
            let offers = try #require(try await cafes.pickups.timetable(of: cafe)).offers
            #expect(offers.first { $0.window.start == Self.minute(15) }?.isFree == true)
            let timer = DueTimer.holds(store: cafes.store, clock: cafes.clock, now: { cafes.clock.timestamp })
            #expect(try await timer.workNow() == nil)
            #expect(try await timer.workNow() == nil)
            #expect(try await taken(cafes) == [:])
            try await cafes.pickups.release(of: Fixture.ada)
            #expect(try await taken(cafes) == [:])
            _ = try await hold(Self.second, in: cafes, by: Fixture.person("p1"))
        }
    }

    @Test
    func `C59: a hold ends with the time to order its window; a held window can be ordered`() async throws {
        let rules = #"{"minutes": 15, "orders": 1, "leadMinutes": 5, "holdMinutes": 12}"#
        try await withWindows(rules) { cafes in
            let held = try await hold(Self.second, in: cafes)
            #expect(held.expiresAt == Self.minute(10))
            // The kitchen needs longer meanwhile.
            let time = cafes.clock.timestamp
            try await cafes.store.write { transaction in
                try transaction.setDelay(
                    ServiceDelay(.seconds(1_200), until: Self.minute(60)), of: CafesFixture.grill, at: time)
            }
            cafes.clock.advance(by: .seconds(599))
            #expect(try await hold(Self.second, in: cafes) == held)
            let order = try await cafes.orders.place(try cafes.request(pickup: Self.second)).detail.order
            #expect(order.pickup?.start == Self.minute(15))
            #expect(try await taken(cafes) == [15: 1])
            #expect(try await isSound(cafes))
        }
        try await withWindows(rules) { cafes in
            cafes.clock.advance(by: .seconds(240))
            let first = try await hold(.soonest, in: cafes)
            #expect(first.end == Self.minute(15))
            #expect(first.expiresAt == Self.minute(10))
        }
    }

    @Test
    func `an order takes the hold over, and another choice moves it`() async throws {
        try await withWindows(#"{"minutes": 15, "orders": 1}"#) { cafes in
            _ = try await hold(.soonest, in: cafes)
            _ = try await hold(Self.second, in: cafes)
            #expect(try await taken(cafes) == [15: 1])
            let order = try await cafes.orders.place(try cafes.request(pickup: Self.second)).detail.order
            #expect(order.pickup?.start == Self.minute(15))
            #expect(try await taken(cafes) == [15: 1])
            #expect(try await cafes.store.read { try $0.pickupHold(of: Fixture.ada) } == nil)
            #expect(try await isSound(cafes))
        }
    }

    @Test
    func `C60: a cancelled order gives its room and its stock back once`() async throws {
        try await withWindows { cafes in
            let orders = try await [0, 1].asyncMap { index in
                try await cafes.orders.place(try cafes.request(pickup: Self.second, key: "\(index)")).detail
                    .order
            }
            _ = try await cafes.orders.cancel(orders[0].id, of: Fixture.ada, expectedVersion: nil)
            let stock = try await cafes.stock()
            #expect(stock == 999)
            #expect(try await taken(cafes) == [15: 1])
            await #expect(throws: OrderTransitionRefusal.self) {
                try await cafes.orders.cancel(orders[0].id, of: Fixture.ada, expectedVersion: nil)
            }
            #expect(try await taken(cafes) == [15: 1])
            #expect(try await cafes.stock() == stock)
            #expect(try await isSound(cafes))
        }
    }

    @Test
    func `C60: an order that the kitchen rejects gives its room and its stock back once`() async throws {
        try await withWindows { cafes in
            let order = try await cafes.orders.place(try cafes.request()).detail
            #expect(try await taken(cafes) == [0: 1])
            let clock = cafes.clock
            let rejections = RejectionService(
                store: cafes.store, campuses: cafes.campuses, payments: cafes.payments, soldOutChanged: {},
                now: { clock.timestamp })
            for _ in 0..<2 {
                _ = try await rejections.reject(
                    order.ticket, as: Rejection(reason: .busy), by: try cafes.device("screen"),
                    expectedVersion: nil)
            }
            #expect(try await taken(cafes) == [:])
            #expect(try await cafes.stock() == 1_000)
            #expect(try await isSound(cafes))
        }
    }

    @Test
    func `C60: a card order that expires gives its room and its stock back once`() async throws {
        try await withWindows(provider: ScriptedProvider()) { cafes in
            let order = try await cafes.orders.place(try cafes.cardRequest(key: "key")).detail
            let payment = try #require(order.payment?.id)
            #expect(try await taken(cafes) == [0: 1])
            #expect(try await cafes.stock() == 999)
            cafes.clock.advance(by: Payment.timeToPay)
            for _ in 0..<2 {
                try await cafes.payments.settle(payment)
                #expect(try await taken(cafes) == [:])
                #expect(try await cafes.stock() == 1_000)
            }
            #expect(try await cafes.store.read { try $0.order(order.order.id)?.stage } == .expired)
            #expect(try await isSound(cafes))
        }
    }

    @Test
    func `C107: an order for later is cancelled until it enters the line, and not after`() async throws {
        try await withWindows { cafes in
            let order = try await cafes.orders.place(try cafes.request(pickup: Self.second)).detail.order
            // A burger takes nine minutes.
            #expect(order.pickup?.entersLineAt == Self.minute(6))
            cafes.clock.advance(by: .seconds(6 * 60))
            await #expect(throws: OrderRefusal.pastCutoff(Self.minute(6))) {
                try await cafes.orders.cancel(order.id, of: Fixture.ada, expectedVersion: nil)
            }
        }
    }

    @Test
    func `C107: an order that started on arrival is cancelled until the kitchen begins`() async throws {
        try await withWindows { cafes in
            let waiting = try await cafes.place(start: .whenNear)
            cafes.clock.advance(by: .seconds(60))
            let started = try await cafes.orders.start(waiting.order.id, of: Fixture.ada)
            #expect(started.order.pickup?.entersLineAt == Self.minute(1))
            cafes.clock.advance(by: .seconds(60))
            let cancelled = try await cafes.orders.cancel(
                waiting.order.id, of: Fixture.ada, expectedVersion: nil)
            #expect(cancelled.order.stage == .cancelled)
        }
    }

    @Test
    func `C16: serving hours count when the order can be ready, also on arrival`() async throws {
        try await withWindows(#"{"minutes": 20, "orders": 9, "leadMinutes": 5}"#) { cafes in
            // Soup is served until half past eleven; the window begins at twenty past.
            cafes.clock.advance(by: .seconds(7 * 86_400 - 60 * 60))
            let waiting = try await cafes.orders.place(cafes.soupRequest(start: .whenNear)).detail
            cafes.clock.advance(by: .seconds(24 * 60))
            _ = try await cafes.orders.place(cafes.soupRequest())
            cafes.clock.advance(by: .seconds(2 * 60))
            let refusal = OrderRefusal.notServed([CafesFixture.soup])
            await #expect(throws: refusal) {
                try await cafes.orders.place(cafes.soupRequest(key: "late"))
            }
            await #expect(throws: refusal) {
                try await cafes.orders.start(waiting.order.id, of: Fixture.ada)
            }
            #expect(try await cafes.orders.order(waiting.order.id, of: Fixture.ada).order.stage == .placed)
            #expect(try await isSound(cafes))
        }
    }

    @Test
    func `tickets stand in the order in which they enter the line, and know their pickup`() async throws {
        try await withWindows(#"{"minutes": 15, "orders": 9}"#) { cafes in
            let later = try await cafes.orders.place(
                try cafes.request(pickup: .window(Self.minute(30)), key: "1"))
            cafes.clock.advance(by: .seconds(60))
            let soon = try await cafes.orders.place(try cafes.request(key: "2"))
            let queue = try await cafes.kitchen.openTickets(
                of: CafesFixture.grill, for: try cafes.device("screen"))
            #expect(queue.content.tickets.map(\.order) == [soon.detail.order.id, later.detail.order.id])
            #expect(queue.content.tickets.map(\.releasedAt) == [Self.minute(1), Self.minute(21)])
            #expect(queue.content.tickets.last?.pickup?.start == Self.minute(30))
        }
    }

    @Test
    func `C61: a lower capacity keeps the orders, closes the window, and warns the staff once`() async throws
    {
        try await withWindows { cafes in
            for key in ["1", "2"] {
                _ = try await cafes.orders.place(try cafes.request(pickup: Self.second, key: key))
            }
            try await put(#"{"minutes": 15, "orders": 1}"#, in: cafes)
            #expect(try await taken(cafes) == [15: 2])
            await #expect(throws: OrderRefusal.self) {
                try await cafes.orders.place(try cafes.request(pickup: Self.second, key: "3"))
            }
            // Nothing is said again while it stays so.
            try await put(#"{"minutes": 15, "orders": 1, "items": 9}"#, in: cafes)
            #expect(try await notices(of: Fixture.person("ben"), in: cafes) == [.windowOverfull])
            // The diners hear nothing: their orders stay.
            #expect(try await notices(of: Fixture.ada, in: cafes) == [])
        }
    }

    @Test
    func `C52: new rules of the café's zone flag the orders whose time on its clock has changed, once`()
        async throws
    {
        try await withWindows { cafes in
            _ = try await cafes.orders.place(try cafes.request(pickup: Self.second, key: "1"))
            // Berlin keeps its summer time in winter, as Johannesburg does.
            for _ in 1...2 {
                try await put(#"{"minutes": 15, "orders": 2}"#, zone: "Africa/Johannesburg", in: cafes)
                #expect(try await notices(of: Fixture.ada, in: cafes) == [.windowMoved])
            }
            #expect(try await taken(cafes) == [15: 1])
            #expect(try await isSound(cafes))
        }
    }

    private func notices(of person: PersonID, in cafes: CafesFixture) async throws -> [NoticeKind] {
        try await cafes.store.read { try $0.notices(of: person, limit: 9).map(\.kind) }
    }

    @Test
    func `opening hours are judged at the pickup`() async throws {
        try await withWindows { cafes in
            // Three o'clock in the night to Tuesday; the café is open until two, and opens again on Monday.
            cafes.clock.advance(by: .seconds(15 * 3_600))
            await #expect(throws: OrderRefusal.self) { try await cafes.orders.place(try cafes.request()) }
        }
        try await withWindows { cafes in
            // Before the opening on Monday an order for a window is taken, and one for now is not.
            cafes.clock.advance(by: .seconds(7 * 86_400 - 5 * 3_600))
            let opening = cafes.clock.timestamp.advanced(by: .seconds(3_600))
            await #expect(throws: OrderRefusal.cafeClosed(opensAt: opening)) {
                try await cafes.orders.place(try cafes.request(key: "1"))
            }
            let order = try await cafes.orders.place(
                try cafes.request(pickup: .window(opening.advanced(by: .seconds(900))), key: "2"))
            #expect(order.detail.order.pickup?.start == opening.advanced(by: .seconds(900)))
        }
    }

    @Test
    func `an order that waits for its person takes a window when it starts`() async throws {
        try await withWindows(#"{"minutes": 15, "orders": 1}"#) { cafes in
            let waiting = try await cafes.place(start: .whenNear)
            #expect(waiting.order.pickup == nil)
            #expect(try await taken(cafes) == [:])
            _ = try await cafes.orders.place(try cafes.request(key: "other", by: Fixture.person("p1")))
            let started = try await cafes.orders.start(waiting.order.id, of: Fixture.ada)
            #expect(started.order.pickup?.start == Self.minute(15))
            #expect(try await taken(cafes) == [0: 1, 15: 1])
            // A repeated request still gets the order as it was placed.
            let replay = try await cafes.orders.place(try cafes.request(start: .whenNear))
            #expect(replay.detail.order.pickup == nil)
        }
    }

    @Test
    func `C62: open pages are told when a window fills up, and when it has room again`() async throws {
        try await withWindows(#"{"minutes": 15, "orders": 1}"#) { cafes in
            func told() -> Int { cafes.published.all.count { $0.change.kind == "pickup" } }
            _ = try await hold(Self.second, in: cafes)
            #expect(told() == 1)
            #expect(
                cafes.published.all.last { $0.change.kind == "pickup" }?.change.topic
                    == .menu(CafesFixture.grill))
            try await cafes.pickups.release(of: Fixture.ada)
            #expect(told() == 2)
        }
    }

    @Test
    func `C62: every change is announced, because the basket decides whether a window is full`() async throws
    {
        try await withWindows(#"{"minutes": 15, "items": 40}"#) { cafes in
            func told() -> Int { cafes.published.all.count { $0.change.kind == "pickup" } }
            for (count, key) in [(20, "1"), (17, "2"), (1, "3")] {
                let before = told()
                _ = try await cafes.orders.place(try cafes.request(count, pickup: Self.second, key: key))
                #expect(told() == before + 1)
            }
            // An order that takes its hold over changes nothing; one for another window gives the held one back.
            _ = try await hold(Self.second, in: cafes)
            let held = told()
            _ = try await cafes.orders.place(try cafes.request(pickup: Self.second, key: "4"))
            #expect(told() == held)
            _ = try await hold(Self.second, in: cafes)
            let heldAgain = told()
            _ = try await cafes.orders.place(
                try cafes.request(pickup: .window(Self.minute(30)), key: "5"))
            #expect(told() == heldAgain + 2)
            #expect(try await isSound(cafes))
        }
    }

    @Test(arguments: [
        "UPDATE pickup_windows SET work = replace(work, ':9', ':8') WHERE starts_at = ?",
        "UPDATE pickup_windows SET work = '{}' WHERE starts_at = ?",
        "UPDATE pickup_windows SET items = 2 WHERE starts_at = ?",
        "DELETE FROM pickup_windows WHERE starts_at = ?",
    ])
    func `a counter that is wrong in its minutes of work, or missing, is found`(damage: String) async throws {
        try await withWindows { cafes in
            _ = try await cafes.orders.place(try cafes.request(key: "1"))
            _ = try await cafes.orders.place(try cafes.request(pickup: Self.second, key: "2"))
            #expect(try await isSound(cafes))
            try await cafes.store.write { transaction in
                try transaction.connection.execute(damage, Self.minute(15).millisecondsSinceEpoch)
            }
            #expect(try await !isSound(cafes))
        }
    }

    @Test
    func `old bookings and counters are removed, and the rest stays sound`() async throws {
        try await withWindows { cafes in
            _ = try await cafes.orders.place(try cafes.request(pickup: Self.second))
            cafes.clock.advance(by: .seconds(49 * 3_600))
            let housekeeping = Housekeeping(
                store: cafes.store, clock: cafes.clock, now: { cafes.clock.timestamp })
            try await housekeeping.clean()
            #expect(try await taken(cafes) == [:])
            #expect(try await isSound(cafes))
            cafes.clock.advance(by: .seconds(49 * 3_600))
            try await housekeeping.clean()
            let left = try await cafes.store.read {
                try $0.connection.first("SELECT count(*) FROM pickup_bookings") { try $0.int(0) }
            }
            #expect(left == 0)
        }
    }

    @Test
    func `C57, C59, C60: counters are the sums of what is booked, over random histories`() async throws {
        for seed in 0..<3 {
            try await withWindows(
                #"{"minutes": 15, "orders": 3, "items": 5, "workMinutes": {"grill": 40}, "holdMinutes": 2}"#
            ) { cafes in
                var random = SplitMix64(seed: UInt64(seed))
                var orders: [(OrderID, PersonID)] = []
                for step in 0..<50 {
                    let person = Fixture.person("p\(Int.random(in: 0..<5, using: &random))")
                    let choice: PickupChoice =
                        Bool.random(using: &random)
                        ? .soonest : .window(Self.minute(15 * .random(in: 0..<6, using: &random)))
                    let count = Int.random(in: 1...7, using: &random)
                    do {
                        switch Int.random(in: 0..<6, using: &random) {
                        case 0, 1:
                            let request = try cafes.request(count, pickup: choice, key: "\(step)", by: person)
                            orders.append((try await cafes.orders.place(request).detail.order.id, person))
                        case 2:
                            let basket = try cafes.request(count).basket
                            _ = try await cafes.pickups.hold(
                                choice, for: basket, at: CafesFixture.grill, by: person)
                        case 3: try await cafes.pickups.release(of: person)
                        case 4: cafes.clock.advance(by: .seconds(.random(in: 1...90, using: &random)))
                        default:
                            guard let index = orders.indices.randomElement(using: &random) else { continue }
                            let (order, owner) = orders[index]
                            _ = try await cafes.orders.cancel(order, of: owner, expectedVersion: nil)
                        }
                    } catch is OrderRefusal {} catch is OrderTransitionRefusal {}
                    let loads = try await cafes.store.read {
                        try $0.pickupLoads(
                            of: CafesFixture.grill, from: Self.minute(0), through: Self.minute(720))
                    }
                    let capacity = try #require(try cafes.campuses.inForce().cafe(CafesFixture.grill)?.pickup)
                        .capacity
                    #expect(loads.values.allSatisfy { capacity.holds($0) }, "seed \(seed), step \(step)")
                    guard step.isMultiple(of: 7) else { continue }
                    #expect(try await isSound(cafes), "seed \(seed), step \(step)")
                }
            }
        }
    }
}

extension Array where Element: Sendable {
    /// Maps the elements one after the other.
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows
        -> [Result]
    {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
