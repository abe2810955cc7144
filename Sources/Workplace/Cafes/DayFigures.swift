import Essentials
import Kitchen
import Ordering

/// Histograms of a café's service day: how often each value occurred.
///
/// They name no person and no order. Days are added value by value, so a median over a month is exact.
struct DayFigures: Sendable {
    /// What a histogram counts.
    enum Kind: String, CaseIterable, Sendable {
        /// Counted days.
        case day
        /// Orders that reached the kitchen, by channel; the value is the hour in which they were placed.
        case orders
        /// Preparations of an item; the value is their length.
        case item
        /// Preparations at a station; the value is their length.
        case station
        /// Preparations by the hour in which the ticket entered the line; the value is their length.
        case hour
        /// Waits until an order was ready, by `ahead` and `walk-up`; the value is their length.
        case wait
        /// Orders with a quote; the value is how many minutes before or after the quoted times they were ready.
        case quote
        /// Orders by their stage.
        case stage
        /// Minutes of the opening hours in which something was sold out.
        case soldOut = "sold-out"
        /// The used capacity of pickup windows, by the kind of limit; the value is the hour.
        case used
        /// The whole capacity of pickup windows, by the kind of limit; the value is the hour.
        case room
    }

    /// Lengths are counted in steps of ten seconds.
    static let step: Int64 = 10_000
    /// The largest error of a quote, in minutes; larger errors count as this one.
    static let farthestQuote = 30

    /// How often each value occurred, by kind and name.
    private(set) var counts: [Kind: [String: [Int: Int]]] = [:]

    /// Counts a value.
    mutating func add(_ kind: Kind, _ name: String = "", value: Int = 0, count: Int = 1) {
        guard count > 0 else { return }
        counts[kind, default: [:]][name, default: [:]][value, default: 0] += count
    }

    /// Adds how often some values occurred.
    mutating func add(_ kind: Kind, _ name: String, _ values: [Int: Int]) {
        counts[kind, default: [:]][name, default: [:]].merge(values, uniquingKeysWith: +)
    }

    /// Adds the counts of another day.
    mutating func add(_ other: DayFigures) {
        for (kind, names) in other.counts {
            for (name, values) in names { add(kind, name, values) }
        }
    }

    /// Counts an order that reached the kitchen.
    mutating func add(_ order: CountedOrder, in zone: Zone) {
        add(.orders, order.channel.rawValue, value: zone.hour(at: order.placedAt))
        add(.stage, order.stage.rawValue)
        addPickup(of: order, in: zone)
        guard let ready = order.readyAt else { return }
        let startHour = zone.hour(at: order.enteredAt)
        for (work, done) in zip(order.work, order.doneAt) {
            guard let done else { continue }
            let length = Self.seconds(from: order.enteredAt, to: done)
            add(.item, work.item, value: length)
            add(.station, work.station, value: length)
            add(.hour, String(startHour), value: length)
        }
        if order.kind != .scheduled {
            let start = order.kind == .soonest ? order.placedAt : order.enteredAt
            add(
                .wait, order.channel.isWalkUp ? "walk-up" : "ahead",
                value: Self.seconds(from: start, to: ready))
        }
        if let quote = order.quote { add(.quote, value: Self.error(of: quote, readyAt: ready)) }
    }

    private mutating func addPickup(of order: CountedOrder, in zone: Zone) {
        guard let pickup = order.pickupAt, order.stage.isReleased else { return }
        let hour = zone.hour(at: pickup)
        add(.used, "orders", value: hour)
        add(.used, "items", value: hour, count: order.work.reduce(0) { $0 + $1.quantity })
        for work in order.work {
            add(.used, "station/\(work.station)", value: hour, count: work.quantity * work.minutes)
        }
    }

    /// Counts the capacity of pickup windows.
    mutating func add(_ windows: [PickupWindow], holding capacity: PickupCapacity, in zone: Zone) {
        for window in windows {
            let hour = zone.hour(at: window.start)
            if let orders = capacity.orders { add(.room, "orders", value: hour, count: orders) }
            if let items = capacity.items { add(.room, "items", value: hour, count: items) }
            for (station, minutes) in capacity.workMinutes {
                add(.room, "station/\(station.rawValue)", value: hour, count: minutes)
            }
        }
    }

    /// A duration in seconds, rounded down to a step.
    private static func seconds(from start: Timestamp, to end: Timestamp) -> Int {
        Int(max(0, end.millisecondsSinceEpoch - start.millisecondsSinceEpoch) / step * (step / 1_000))
    }

    /// How many minutes an order was ready before (negative) or after its quoted times; a part of a minute counts as one.
    private static func error(of quote: Range<Timestamp>, readyAt ready: Timestamp) -> Int {
        func minutes(_ start: Timestamp, _ end: Timestamp) -> Int {
            min(Int((start.duration(to: end).wholeMilliseconds + 59_999) / 60_000), farthestQuote)
        }
        if ready < quote.lowerBound { return -minutes(ready, quote.lowerBound) }
        return ready > quote.upperBound ? minutes(quote.upperBound, ready) : 0
    }
}

extension Zone {
    fileprivate func hour(at instant: Timestamp) -> Int { dateAndMinute(at: instant).minute / 60 }
}

/// The facts of an order that figures count.
struct CountedOrder: Sendable {
    /// The work of a line.
    struct Work: Hashable, Sendable {
        let item: String
        let station: String
        let minutes: Int
        let quantity: Int
    }

    let channel: OrderChannel
    let stage: OrderStage
    let kind: OrderKind
    let placedAt: Timestamp
    /// When its ticket entered the line.
    let enteredAt: Timestamp
    let pickupAt: Timestamp?
    let quote: Range<Timestamp>?
    let work: [Work]
    /// When each line was done before the order was ready for the first time; `nil` for a line that was not.
    var doneAt: [Timestamp?] = []
    /// When it was ready for the first time.
    var readyAt: Timestamp?

    /// Applies a recorded change of its ticket.
    ///
    /// If a line is undone and done again, the later time counts. Changes after the order was first ready belong to another
    /// preparation, which is not counted.
    mutating func note(_ stage: TicketStage.Name, _ marks: [LineMark], at time: Timestamp) {
        guard readyAt == nil else { return }
        if doneAt.isEmpty { doneAt = Array(repeating: nil, count: marks.count) }
        guard stage != .cancelled, marks.count == doneAt.count else { return }
        for (index, mark) in marks.enumerated() {
            if !mark.isDone { doneAt[index] = nil } else if doneAt[index] == nil { doneAt[index] = time }
        }
        if stage == .ready || stage == .collected { readyAt = time }
    }
}
