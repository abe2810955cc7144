public import Essentials

/// The pickup that a person asks for.
public enum PickupChoice: Hashable, Sendable {
    /// The first window that has room.
    case soonest
    /// The window that begins at an instant.
    case window(Timestamp)
}

/// The part of an order's load that one window carries.
public struct PickupShare: Hashable, Sendable {
    /// When the window begins.
    public let start: Timestamp
    /// The load.
    public let load: PickupLoad

    /// Makes a share.
    public init(start: Timestamp, load: PickupLoad) {
        self.start = start
        self.load = load
    }
}

/// The window that an order gets, and the capacity that it uses.
public struct PickupBooking: Hashable, Sendable {
    /// The window in which the order is handed over.
    public let window: PickupWindow
    /// Whether the person asked for the first window.
    public let isSoonest: Bool
    /// The earliest instant at which the order can be ready.
    public let readyAt: Timestamp
    /// The last moment at which an order for the window can be placed.
    public let orderBefore: Timestamp
    /// The capacity that it uses: of one window, or of a run of windows when one cannot hold it.
    public let shares: [PickupShare]
}

/// A window as it is offered for an order.
public struct PickupOffer: Hashable, Sendable {
    /// The window.
    public let window: PickupWindow
    /// Whether the order fits.
    public let isFree: Bool
    /// How full it is for the order, in thousandths.
    public let fill: Int
}

/// Why a pickup cannot be booked, and the next windows that can.
public struct PickupRefusal: Error, Hashable, Sendable {
    /// The reason.
    public enum Reason: Hashable, Sendable {
        /// The café has no pickup windows.
        case notOffered
        /// No window of the café begins at that instant.
        case unknown
        /// It is too late for the window.
        case over
        /// The order no longer fits the window.
        case full
        /// No window that the order can still reach has room.
        case noneLeft
    }

    /// How many other windows a refusal names.
    public static let alternatives = 3

    /// The reason.
    public let reason: Reason
    /// The next windows that hold the order.
    public let next: [PickupWindow]

    /// Makes a refusal.
    public init(_ reason: Reason, next: [PickupWindow] = []) {
        self.reason = reason
        self.next = next
    }
}

/// Decides which pickup windows an order can get.
///
/// The plan is a value. It has the windows of a café that have not ended, their bookings, and the present time.
public struct PickupPlan: Sendable {
    /// How far ahead windows are offered.
    public static let horizon: Duration = .seconds(12 * 3_600)

    private let rules: PickupRules
    private let windows: [PickupWindow]
    /// The load of each window, by its start; an empty window may be missing.
    public let taken: [Timestamp: PickupLoad]
    private let now: Timestamp
    private let isWalkUp: Bool

    /// Makes a plan.
    ///
    /// - Parameters:
    ///   - rules: The café's rules.
    ///   - windows: The windows that have not ended, in order.
    ///   - taken: The load of each window, by its start.
    ///   - now: The present time.
    ///   - isWalkUp: Whether the person waits in the café.
    public init(
        rules: PickupRules, windows: [PickupWindow], taken: [Timestamp: PickupLoad], now: Timestamp,
        isWalkUp: Bool = false
    ) {
        self.rules = rules
        self.windows = windows
        self.taken = taken
        self.now = now
        self.isWalkUp = isWalkUp
    }

    /// The windows that a person can choose by their time, with their fill for an order.
    ///
    /// - Complexity: O(*n*) in the number of windows, unless the order needs several of them.
    public func offers(for demand: PickupLoad) -> [PickupOffer] {
        windows.indices.filter(isChoosable).map { index in
            PickupOffer(
                window: windows[index], isFree: shares(for: demand, at: index) != nil,
                fill: rules.capacity.fill(by: load(index), for: demand))
        }
    }

    /// Finds the window for an order.
    ///
    /// For ``PickupChoice/soonest`` the window may be the present one, and is one of the present service: of the hours that have begun, and
    /// of hours that follow them without a gap. Nobody who asks for now gets tomorrow. A window that is chosen by its time
    /// begins after the lead time.
    ///
    /// - Throws: ``PickupRefusal`` with the next windows that hold the order.
    public func booking(for demand: PickupLoad, _ choice: PickupChoice) throws(PickupRefusal) -> PickupBooking
    {
        switch choice {
        case .soonest:
            for index in presentService where windows[index].end > ready(index) {
                if let shares = shares(for: demand, at: index) {
                    return booking(index, shares, isSoonest: true)
                }
            }
            throw refusal(.noneLeft, for: demand, after: now)
        case .window(let start):
            guard let index = windows.firstIndex(where: { $0.start == start }) else {
                throw refusal(start < now ? .over : .unknown, for: demand, after: start)
            }
            guard isChoosable(index) else { throw refusal(.over, for: demand, after: start) }
            guard let shares = shares(for: demand, at: index) else {
                throw refusal(.full, for: demand, after: start)
            }
            return booking(index, shares, isSoonest: false)
        }
    }

    /// The booking of an order that already holds its capacity; `nil` when its window is over, or ends before the order can be
    /// ready.
    ///
    /// A held window that was chosen by its time stays valid, even if the café has added a delay since.
    public func booking(holding shares: [PickupShare], from start: Timestamp, isSoonest: Bool)
        -> PickupBooking?
    {
        guard let index = windows.firstIndex(where: { $0.start == start }),
            !isSoonest || windows[index].end > ready(index)
        else { return nil }
        return booking(index, shares, isSoonest: isSoonest)
    }

    private func booking(_ index: Int, _ shares: [PickupShare], isSoonest: Bool) -> PickupBooking {
        let window = windows[index]
        return PickupBooking(
            window: window, isSoonest: isSoonest,
            readyAt: isSoonest ? max(ready(index), window.start) : window.start,
            orderBefore: (isSoonest ? window.end : window.start).advanced(by: rules.leadTime * -1),
            shares: shares)
    }

    private func refusal(
        _ reason: PickupRefusal.Reason, for demand: PickupLoad, after start: Timestamp
    ) -> PickupRefusal {
        let free = windows.indices.filter { isChoosable($0) && shares(for: demand, at: $0) != nil }
        // The nearest ones: first those after the wanted time, then the latest before it.
        let later = free.filter { windows[$0].start > start }.prefix(PickupRefusal.alternatives)
        let earlier = free.filter { windows[$0].start < start }.suffix(
            PickupRefusal.alternatives - later.count)
        return PickupRefusal(reason, next: (earlier + later).map { windows[$0] })
    }

    /// The windows until the café closes next.
    private var presentService: Range<Int> {
        let firstGap = windows.indices.first { index in
            windows[index].opening > now && (index == 0 || windows[index - 1].end < windows[index].start)
        }
        return windows.startIndex..<(firstGap ?? windows.endIndex)
    }

    /// The earliest instant at which an order for a window can be ready.
    private func ready(_ index: Int) -> Timestamp {
        max(now, windows[index].opening).advanced(by: rules.leadTime)
    }

    private func isChoosable(_ index: Int) -> Bool { windows[index].start >= ready(index) }

    private func load(_ index: Int) -> PickupLoad { taken[windows[index].start] ?? .none }

    /// The shares of an order for a window; `nil` when the capacity is too small.
    ///
    /// An order that is too large for one window also uses the windows right before it.
    private func shares(for demand: PickupLoad, at index: Int) -> [PickupShare]? {
        guard let shares = fittingShares(for: demand, at: index) else { return nil }
        return isWalkUp || leavesRoom(beside: shares) ? shares : nil
    }

    /// Whether walk-ups still find a window in time after this booking: no run of full windows becomes longer than the longest
    /// wait of a walk-up (C65).
    private func leavesRoom(beside shares: [PickupShare]) -> Bool {
        guard let wait = rules.walkUpWait else { return true }
        let longest = max(1, Int(wait / rules.interval))
        let added = Dictionary(shares.map { ($0.start, $0.load) }) { $0 + $1 }
        func isFull(_ index: Int) -> Bool {
            let load = load(index) + (added[windows[index].start] ?? .none)
            return !rules.capacity.holds(load + rules.capacity.walkUp)
        }
        func run(from index: Int, by step: Int) -> Int {
            var (place, length) = (index, 0)
            while isFull(place) {
                length += 1
                let next = place + step
                guard windows.indices.contains(next), windows[next].opening == windows[index].opening else {
                    break
                }
                place = next
            }
            return length
        }
        return windows.indices.allSatisfy { index in
            guard added[windows[index].start] != nil, isFull(index) else { return true }
            return run(from: index, by: -1) + run(from: index, by: 1) - 1 < longest
        }
    }

    private func fittingShares(for demand: PickupLoad, at index: Int) -> [PickupShare]? {
        if rules.capacity.holds(load(index) + demand) {
            return [PickupShare(start: windows[index].start, load: demand)]
        }
        guard !rules.capacity.holds(demand) else { return nil }
        var (rest, place, shares) = (demand, index, [PickupShare]())
        while true {
            let part = rules.capacity.part(of: rest, beside: load(place))
            // The order itself is counted where it is handed over.
            guard place < index || part.orders == demand.orders else { return nil }
            if !part.isEmpty { shares.append(PickupShare(start: windows[place].start, load: part)) }
            rest = rest - part
            guard !rest.isEmpty else { return shares.reversed() }
            guard place > 0, windows[place - 1].end == windows[place].start,
                windows[place - 1].end > ready(place - 1)
            else { return nil }
            place -= 1
        }
    }
}
