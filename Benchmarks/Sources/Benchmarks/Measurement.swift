import CAllocations

/// What one call of a piece of work costs.
struct Measurement {
    let nanoseconds: Double
    let allocations: Double

    /// Measures work that was called once before, so that what is made on first use does not count.
    ///
    /// The time is that of one round; allocations are exact.
    init<Result>(calls: Int, of work: () throws -> Result) rethrows {
        keep(try work())
        let before = allocations_so_far()
        let clock = ContinuousClock()
        let start = clock.now
        for _ in 0..<calls { keep(try work()) }
        let elapsed = start.duration(to: clock.now)
        allocations = Double(allocations_so_far() - before) / Double(calls)
        nanoseconds = elapsed / .nanoseconds(1) / Double(calls)
    }
}

/// Uses a value in a way that the optimiser cannot see through, so that the work for it is done.
@inline(never)
private func keep<Value>(_ value: Value) {
    withExtendedLifetime(value) {}
}

extension Sequence<Double> {
    /// The middle one; the mean of the two in the middle when there is an even number of them.
    var median: Double {
        let sorted = self.sorted()
        precondition(!sorted.isEmpty, "nothing was measured")
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}
