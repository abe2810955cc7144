import Essentials
import Ordering
import TestSupport
import Testing

/// Which windows an order gets.
struct PickupPlanTests {
    private static let opening = Timestamp(millisecondsSinceEpoch: 1_795_420_800_000)

    private static func minute(_ minutes: Int) -> Timestamp { opening.advanced(by: .seconds(60 * minutes)) }

    /// Windows of ten minutes from the opening on.
    private static let windows = (0..<6).map { index in
        PickupWindow(start: minute(10 * index), end: minute(10 * index + 10), opening: opening)
    }

    private func plan(
        _ capacity: PickupCapacity, lead: Int = 0, taken: [Int: PickupLoad] = [:], at now: Int = 0
    ) -> PickupPlan {
        PickupPlan(
            rules: PickupRules(
                interval: .seconds(600), leadTime: .seconds(60 * lead), holdTime: .seconds(300),
                capacity: capacity),
            windows: Self.windows.filter { $0.end > Self.minute(now) },
            taken: Dictionary(uniqueKeysWithValues: taken.map { (Self.minute($0.key), $0.value) }),
            now: Self.minute(now))
    }

    private func load(_ items: Int, bar: Int = 0, pass: Int = 0) -> PickupLoad {
        PickupLoad(orders: 1, items: items, work: [id("bar"): bar, id("pass"): pass])
    }

    private func soonest(_ plan: PickupPlan, _ demand: PickupLoad) -> Timestamp? {
        try? plan.booking(for: demand, .soonest).window.start
    }

    @Test(arguments: [
        (PickupCapacity(orders: 2, items: 100, workMinutes: [id("bar"): 100]), 10),
        (PickupCapacity(orders: 9, items: 5, workMinutes: [id("bar"): 100]), 10),
        (PickupCapacity(orders: 9, items: 100, workMinutes: [id("bar"): 11]), 10),
        (PickupCapacity(orders: 3, items: 6, workMinutes: [id("bar"): 12]), 0),
        (PickupCapacity(items: 6), 0),
    ])
    func `C56: orders, items and work limit a window, and the first limit decides`(
        capacity: PickupCapacity, start: Int
    ) {
        let taken = PickupLoad(orders: 2, items: 4, work: [id("bar"): 8])
        #expect(soonest(plan(capacity, taken: [0: taken]), load(2, bar: 4)) == Self.minute(start))
    }

    @Test
    func `C55: the lead time counts from now and from the opening`() throws {
        let capacity = PickupCapacity(orders: 1)
        let early = plan(capacity, lead: 5, at: -30)
        #expect(early.offers(for: load(1)).first?.window.start == Self.minute(10))
        let late = plan(capacity, lead: 5, at: 12)
        #expect(late.offers(for: load(1)).first?.window.start == Self.minute(20))
        // The present window still ends after the order can be ready.
        let booking = try late.booking(for: load(1), .soonest)
        #expect(booking.window.start == Self.minute(10))
        #expect(booking.readyAt == Self.minute(17))
    }

    @Test
    func `C54: nothing is booked in the past or after the last window`() {
        let capacity = PickupCapacity(orders: 1)
        #expect(throws: PickupRefusal(.noneLeft)) {
            try plan(capacity, lead: 5, at: 56).booking(for: load(1), .soonest)
        }
        #expect(throws: PickupRefusal.self) {
            try plan(capacity, at: 12).booking(for: load(1), .window(Self.minute(0)))
        }
    }

    @Test
    func `as soon as possible never skips the time when the café is closed`() throws {
        let (gap, next) = (Self.minute(60), Self.minute(90))
        func plan(opening: Timestamp, at now: Int) -> PickupPlan {
            let later = [0, 600].map { seconds in
                let start = opening.advanced(by: .seconds(seconds))
                return PickupWindow(start: start, end: start.advanced(by: .seconds(600)), opening: opening)
            }
            return PickupPlan(
                rules: PickupRules(
                    interval: .seconds(600), leadTime: .seconds(300), holdTime: .seconds(300),
                    capacity: PickupCapacity(orders: 1)),
                windows: (Self.windows + later).filter { $0.end > Self.minute(now) }, taken: [:],
                now: Self.minute(now))
        }
        let tomorrow = plan(opening: next, at: 56)
        // The lead time counts from the opening too.
        let offered = tomorrow.offers(for: load(1)).map(\.window)
        #expect(offered.map(\.start) == [Self.minute(100)])
        #expect(throws: PickupRefusal(.noneLeft, next: offered)) {
            try tomorrow.booking(for: load(1), .soonest)
        }
        // Hours that follow each other without a gap are one service.
        #expect(soonest(plan(opening: gap, at: 56), load(1)) == gap)
    }

    @Test
    func `a refusal names the reason and the next windows with room`() {
        let full = PickupLoad(orders: 1, items: 1, work: [:])
        let plan = plan(PickupCapacity(orders: 1), taken: [10: full, 30: full], at: 5)
        func refusal(_ minute: Int) -> PickupRefusal? {
            do { _ = try plan.booking(for: load(1), .window(Self.minute(minute))) } catch { return error }
            return nil
        }
        #expect(refusal(10)?.reason == .full)
        #expect(refusal(10)?.next.map(\.start) == [20, 40, 50].map(Self.minute))
        #expect(refusal(0)?.reason == .over)
        #expect(refusal(13)?.reason == .unknown)
        #expect(refusal(20) == nil)
    }

    @Test
    func `C58: an order that one window cannot hold gets the first run of windows that holds it`() throws {
        let capacity = PickupCapacity(orders: 1, workMinutes: [id("bar"): 20])
        let half = PickupLoad(orders: 0, items: 0, work: [id("bar"): 10])
        let plan = plan(capacity, taken: [10: half], at: 0)
        let booking = try plan.booking(for: load(5, bar: 50), .soonest)
        #expect(booking.window.start == Self.minute(20))
        #expect(booking.shares.map(\.load.work) == [[id("bar"): 20], [id("bar"): 10], [id("bar"): 20]])
        #expect(booking.shares.map(\.load.orders) == [0, 0, 1])
        // Four windows hold less than this.
        #expect(throws: PickupRefusal(.noneLeft)) { try plan.booking(for: load(1, bar: 500), .soonest) }
        // An order that fits an empty window never spills over.
        #expect(soonest(plan, load(1, bar: 15)) == Self.minute(0))
        #expect(plan.offers(for: load(1, bar: 15)).map(\.isFree) == [true, false, true, true, true, true])
    }

    @Test
    func `C57: capacity is never exceeded, and everything is given back, over random histories`() throws {
        for seed in 0..<40 {
            var random = SplitMix64(seed: UInt64(seed))
            let capacity = PickupCapacity(
                orders: Bool.random(using: &random) ? .random(in: 1...4, using: &random) : nil,
                items: .random(in: 3...9, using: &random),
                workMinutes: [id("bar"): .random(in: 5...20, using: &random)])
            var taken: [Int: PickupLoad] = [:]
            var bookings: [PickupBooking] = []
            for _ in 0..<60 {
                if Bool.random(using: &random), let index = bookings.indices.randomElement(using: &random) {
                    for share in bookings.remove(at: index).shares {
                        let start = Int(Self.opening.duration(to: share.start).components.seconds / 60)
                        taken[start] = (taken[start] ?? .none) - share.load
                    }
                } else {
                    let demand = load(
                        .random(in: 1...12, using: &random), bar: .random(in: 0...30, using: &random))
                    let choice: PickupChoice =
                        Bool.random(using: &random)
                        ? .soonest : .window(Self.minute(10 * .random(in: 0...5, using: &random)))
                    guard let booking = try? plan(capacity, taken: taken).booking(for: demand, choice) else {
                        continue
                    }
                    #expect(booking.shares.map(\.load).reduce(.none, +) == demand, "seed \(seed)")
                    for share in booking.shares {
                        let start = Int(Self.opening.duration(to: share.start).components.seconds / 60)
                        taken[start] = (taken[start] ?? .none) + share.load
                    }
                    bookings.append(booking)
                }
                #expect(
                    taken.values.allSatisfy { capacity.holds($0) && $0.orders >= 0 && $0.items >= 0 },
                    "seed \(seed)")
            }
            for share in bookings.flatMap(\.shares) {
                let start = Int(Self.opening.duration(to: share.start).components.seconds / 60)
                taken[start] = (taken[start] ?? .none) - share.load
            }
            #expect(taken.values.allSatisfy { $0.isEmpty }, "seed \(seed)")
        }
    }

    @Test
    func
        `C107: a ticket for later enters the line before its window, by its longest item, and its person can cancel until then`()
        throws
    {
        let priced = try Basket(lines: [line("latte", 3, [chosen("oat")]), line("soup")]).priced(
            at: try cafe())
        let plan = plan(PickupCapacity(orders: 9), lead: 5, at: 2)
        let later = OrderPickup(
            try plan.booking(for: PickupLoad(of: priced.lines), .window(Self.minute(30))), of: priced.lines,
            at: Self.minute(2))
        // The latte takes two minutes.
        #expect(later.entersLineAt == Self.minute(28))
        #expect(!later.isPastCutoff(at: Self.minute(27), acceptedAt: Self.minute(2)))
        #expect(later.isPastCutoff(at: Self.minute(28), acceptedAt: Self.minute(2)))
        let soon = OrderPickup(
            try plan.booking(for: PickupLoad(of: priced.lines), .soonest), of: priced.lines,
            at: Self.minute(2))
        #expect(soon.entersLineAt == Self.minute(2))
        #expect(!soon.isPastCutoff(at: Self.minute(9), acceptedAt: Self.minute(2)))
    }

    @Test
    func `a load counts items and the work of each station`() throws {
        let priced = try Basket(lines: [line("latte", 3, [chosen("oat")]), line("soup")]).priced(
            at: try cafe())
        #expect(
            PickupLoad(of: priced.lines)
                == PickupLoad(orders: 1, items: 4, work: [id("bar"): 6, id("pass"): 1]))
    }

    @Test
    func `a delay adds to the lead time and changes no other rule`() {
        func rules(leadTime: Duration) -> PickupRules {
            PickupRules(
                interval: .seconds(600), leadTime: leadTime, holdTime: .seconds(300),
                capacity: PickupCapacity(orders: 2), walkUpWait: .seconds(1_200))
        }
        #expect(rules(leadTime: .seconds(60)).delayed(by: .zero) == rules(leadTime: .seconds(60)))
        #expect(rules(leadTime: .seconds(60)).delayed(by: .seconds(900)) == rules(leadTime: .seconds(960)))
    }

    @Test
    func `orders from elsewhere never push a walk-up beyond the bound, over random arrivals`()
        throws
    {
        let (capacity, bound) = (PickupCapacity(orders: 2), 20)
        let rules = PickupRules(
            interval: .seconds(600), leadTime: .zero, holdTime: .seconds(300), capacity: capacity,
            walkUpWait: .seconds(60 * bound))
        for seed in 0..<60 {
            var random = SplitMix64(seed: UInt64(seed))
            var taken: [Timestamp: PickupLoad] = [:]
            var (clock, walkUps, elsewhere) = (0, 0, 0)
            while clock < 40 {
                let windows = Self.windows.filter { $0.end > Self.minute(clock) }
                func plan(isWalkUp: Bool) -> PickupPlan {
                    PickupPlan(
                        rules: rules, windows: windows, taken: taken, now: Self.minute(clock),
                        isWalkUp: isWalkUp)
                }
                let isWalkUp = Int.random(in: 0..<8, using: &random) == 0
                let choice: PickupChoice =
                    isWalkUp || Bool.random(using: &random)
                    ? .soonest : .window(Self.minute(10 * .random(in: 0...5, using: &random)))
                let before = try? plan(isWalkUp: true).booking(for: load(1), .soonest)
                if let booking = try? plan(isWalkUp: isWalkUp).booking(for: load(1), choice) {
                    for share in booking.shares {
                        taken[share.start] = (taken[share.start] ?? .none) + share.load
                    }
                    if isWalkUp { walkUps += 1 } else { elsewhere += 1 }
                    // Right after an order from elsewhere, somebody who comes to the counter is served within the bound,
                    // or as before, when walk-ups have filled the room that was kept.
                    if !isWalkUp, clock + bound <= 60 {
                        let next = try plan(isWalkUp: true).booking(for: load(1), .soonest)
                        #expect(
                            next.window.start <= Self.minute(clock + bound)
                                || next.window.start == before?.window.start,
                            "seed \(seed), minute \(clock)")
                    }
                }
                if Int.random(in: 0..<3, using: &random) == 0 { clock += 1 }
            }
            #expect(walkUps + elsewhere <= 12 && elsewhere > 0, "seed \(seed)")
            #expect(taken.values.allSatisfy(capacity.holds), "seed \(seed)")
        }
    }
}
