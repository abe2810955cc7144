/// The hands of a station, and when those that are busy become free; times are milliseconds from now.
///
/// Idle hands are only counted, so the cost depends on the work and not on the number of hands.
struct StationHands: Sendable {
    private let count: Int
    /// When the only hand of a station with one becomes free; it needs no heap.
    private var onlyBusyUntil: Int64 = 0
    /// A binary heap: an element is never later than the two at `2 * i + 1` and `2 * i + 2`.
    private var busyUntil: [Int64] = []

    /// Makes idle hands, at least one.
    init(count: Int) { self.count = max(1, count) }

    /// Gives items to the first hands that are free.
    ///
    /// - Returns: When the last of the items is finished; 0 for no items.
    /// - Complexity: O(*q* log *n*) for *q* items and *n* busy hands.
    mutating func take(_ quantity: Int, each time: Int64) -> Int64 {
        var last: Int64 = 0
        for _ in 0..<quantity { last = max(last, take(each: time)) }
        return last
    }

    private mutating func take(each time: Int64) -> Int64 {
        guard count > 1 else {
            onlyBusyUntil += time
            return onlyBusyUntil
        }
        let end = (busyUntil.count < count ? 0 : busyUntil[0]) + time
        if busyUntil.count < count { append(end) } else { replaceFirst(by: end) }
        return end
    }

    private mutating func append(_ end: Int64) {
        busyUntil.append(end)
        var child = busyUntil.count - 1
        while child > 0, busyUntil[child] < busyUntil[(child - 1) / 2] {
            busyUntil.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func replaceFirst(by end: Int64) {
        busyUntil[0] = end
        var parent = 0
        while true {
            let left = 2 * parent + 1
            guard left < busyUntil.count else { return }
            let right = left + 1
            let first = right < busyUntil.count && busyUntil[right] < busyUntil[left] ? right : left
            guard busyUntil[first] < busyUntil[parent] else { return }
            busyUntil.swapAt(parent, first)
            parent = first
        }
    }
}
