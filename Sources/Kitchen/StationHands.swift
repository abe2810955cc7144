import Essentials

/// The hands of a station: how many are idle, and when each busy one becomes free.
///
/// Idle hands are only counted, so the cost depends on the work and not on the number of hands.
struct StationHands: Sendable {
    private let count: Int
    /// A binary heap: an element is never later than the two at `2 * i + 1` and `2 * i + 2`.
    private var busyUntil: [Timestamp] = []

    /// Makes idle hands, at least one.
    init(count: Int) { self.count = max(1, count) }

    /// Gives items to the first hands that are free.
    ///
    /// - Returns: When the last of the items is finished; `now` for no items.
    /// - Complexity: O(*q* log *n*) for *q* items and *n* busy hands.
    mutating func take(_ quantity: Int, each time: Duration, from now: Timestamp) -> Timestamp {
        var last = now
        for _ in 0..<quantity {
            let start = busyUntil.count < count ? now : busyUntil[0]
            let end = start.advanced(by: time)
            if busyUntil.count < count { append(end) } else { replaceFirst(by: end) }
            last = max(last, end)
        }
        return last
    }

    private mutating func append(_ end: Timestamp) {
        busyUntil.append(end)
        var child = busyUntil.count - 1
        while child > 0, busyUntil[child] < busyUntil[(child - 1) / 2] {
            busyUntil.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func replaceFirst(by end: Timestamp) {
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
