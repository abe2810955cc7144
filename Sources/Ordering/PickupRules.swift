public import Essentials

/// How a café divides its opening hours into pickup windows.
public struct PickupRules: Hashable, Sendable {
    /// The intervals that a window may have.
    public static let intervals = Duration.seconds(60)...Duration.seconds(4 * 3_600)

    /// The length of a window.
    public let interval: Duration
    /// The shortest time from an order, and from the opening, to a pickup.
    public let leadTime: Duration
    /// How long a basket holds its window.
    public let holdTime: Duration
    /// The capacity of a window.
    public let capacity: PickupCapacity
    /// The longest wait of a walk-up that orders from elsewhere may cause (C65); `nil` for no limit.
    public let walkUpWait: Duration?

    /// Makes rules.
    ///
    /// - Parameters:
    ///   - interval: The length of a window, above zero.
    ///   - leadTime: The shortest time from an order to a pickup.
    ///   - holdTime: How long a basket holds its window.
    ///   - capacity: The capacity of a window.
    ///   - walkUpWait: The longest wait of a walk-up that orders from elsewhere may cause.
    public init(
        interval: Duration, leadTime: Duration, holdTime: Duration, capacity: PickupCapacity,
        walkUpWait: Duration? = nil
    ) {
        precondition(interval > .zero, "windows have a length")
        self.interval = interval
        self.leadTime = leadTime
        self.holdTime = holdTime
        self.capacity = capacity
        self.walkUpWait = walkUpWait
    }
}

extension PickupRules {
    /// The rules during a delay: the lead time grows by the delay.
    public func delayed(by delay: Duration) -> PickupRules {
        PickupRules(
            interval: interval, leadTime: leadTime + delay, holdTime: holdTime, capacity: capacity,
            walkUpWait: walkUpWait)
    }
}

/// The most that a pickup window holds; the limit that is reached first decides.
public struct PickupCapacity: Hashable, Sendable {
    /// The most orders; `nil` for any number.
    public let orders: Int?
    /// The most items; `nil` for any number.
    public let items: Int?
    /// The most minutes of work of each station; a station without a limit is missing.
    public let workMinutes: [StationID: Int]

    /// Makes a capacity.
    ///
    /// - Parameters:
    ///   - orders: The most orders.
    ///   - items: The most items.
    ///   - workMinutes: The most minutes of work of each station.
    public init(orders: Int? = nil, items: Int? = nil, workMinutes: [StationID: Int] = [:]) {
        self.orders = orders
        self.items = items
        self.workMinutes = workMinutes
    }

    /// The load that is reserved for a walk-up: one item with up to five minutes of work at each limited station.
    var walkUp: PickupLoad {
        PickupLoad(orders: 1, items: 1, work: workMinutes.mapValues { min($0, 5) })
    }

    /// Whether a window holds a load.
    public func holds(_ load: PickupLoad) -> Bool {
        load.orders <= orders ?? .max && load.items <= items ?? .max
            && load.work.allSatisfy { $0.value <= workMinutes[$0.key] ?? .max }
    }

    /// The part of a load that fits a window beside another load.
    func part(of load: PickupLoad, beside taken: PickupLoad) -> PickupLoad {
        func room(_ limit: Int?, _ taken: Int) -> Int { limit.map { max(0, $0 - taken) } ?? .max }
        return PickupLoad(
            orders: min(load.orders, room(orders, taken.orders)),
            items: min(load.items, room(items, taken.items)),
            work: Dictionary(
                uniqueKeysWithValues: load.work.map { station, minutes in
                    (station, min(minutes, room(workMinutes[station], taken.work[station] ?? 0)))
                }))
    }

    /// The fill of a window for a demand, in thousandths: the highest fill among the limits that the demand uses.
    public func fill(by taken: PickupLoad, for demand: PickupLoad) -> Int {
        func share(_ taken: Int, _ limit: Int?) -> Int {
            guard let limit else { return 0 }
            return limit > 0 ? min(1_000, max(0, taken) * 1_000 / limit) : 1_000
        }
        let work = demand.work.keys.map { share(taken.work[$0] ?? 0, workMinutes[$0]) }
        return ([share(taken.orders, orders), share(taken.items, items)] + work).max() ?? 0
    }
}
