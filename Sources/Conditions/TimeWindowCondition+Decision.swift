import Observations

extension TimeWindowCondition {
    /// Whether a time is in a window, and the border since which that holds.
    func finding(at time: ObservationTime) -> ConditionFinding {
        let place = firstWindow(endingAfter: time)
        if place < windows.count, windows[place].lowerBound <= time {
            return ConditionFinding(.satisfied, since: windows[place].lowerBound)
        }
        let since =
            place == 0 ? ObservationTime(microseconds: .min) : windows[place - 1].upperBound
        return ConditionFinding(.unsatisfied, since: since)
    }

    /// The next border after a time; `nil` after the last.
    func border(after time: ObservationTime) -> ObservationTime? {
        let place = firstWindow(endingAfter: time)
        guard place < windows.count else { return nil }
        return windows[place].lowerBound > time ? windows[place].lowerBound : windows[place].upperBound
    }

    /// The index of the first window that ends after a time.
    func firstWindow(endingAfter time: ObservationTime) -> Int {
        var (low, high) = (0, windows.count)
        while low < high {
            let middle = (low + high) / 2
            if windows[middle].upperBound > time { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
