public import Essentials

/// The capacity that orders use: their number, their items, and the minutes of work of each station.
public struct PickupLoad: Hashable, Sendable {
    /// No load.
    public static let none = PickupLoad(orders: 0, items: 0, work: [:])

    /// The number of orders.
    public var orders: Int
    /// The number of items.
    public var items: Int
    /// The minutes of work of each station; a station without work is missing.
    public var work: [StationID: Int]

    /// Makes a load.
    ///
    /// - Parameters:
    ///   - orders: The number of orders.
    ///   - items: The number of items.
    ///   - work: The minutes of work of each station.
    public init(orders: Int, items: Int, work: [StationID: Int]) {
        self.orders = orders
        self.items = items
        self.work = work.filter { $0.value != 0 }
    }

    /// The load of one order with some lines.
    public init(of lines: [OrderLine]) {
        var work: [StationID: Int] = [:]
        // A line has at most 20 of an item of at most 240 minutes, and an order has at most 50 lines.
        for line in lines { work[line.station, default: 0] += line.prepMinutes * line.quantity }
        self.init(orders: 1, items: lines.reduce(0) { $0 + $1.quantity }, work: work)
    }

    /// Whether the load is zero.
    public var isEmpty: Bool { orders == 0 && items == 0 && work.isEmpty }

    /// Adds two loads.
    public static func + (left: PickupLoad, right: PickupLoad) -> PickupLoad {
        PickupLoad(
            orders: left.orders + right.orders, items: left.items + right.items,
            work: left.work.merging(right.work, uniquingKeysWith: +))
    }

    /// Subtracts one load from another.
    public static func - (left: PickupLoad, right: PickupLoad) -> PickupLoad {
        left + PickupLoad(orders: -right.orders, items: -right.items, work: right.work.mapValues { -$0 })
    }
}
