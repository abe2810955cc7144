public import TipRules

extension TipLedger {
    /// Removes data with times after a limit, which comes from a device with a wrong clock.
    ///
    /// A parameter from the future could not be set any more, and a first appearance would hold back every other tip until
    /// then.
    ///
    /// - Parameter limit: The last plausible time.
    /// - Returns: The removed data, as a ledger to join when its time has come.
    /// - Complexity: O(*n*) in the removed data, O(log *n*) in the donations of each event.
    public mutating func removeFuture(after limit: RuleTime) -> TipLedger {
        var future = TipLedger(epoch: epoch)
        for (tip, record) in tips {
            guard let removed = tips[tip]?.removeFuture(after: limit) else { continue }
            future.tips[tip] = removed
            if tips[tip] == TipRecord(epoch: record.epoch), record.epoch == 0 { tips[tip] = nil }
        }
        for (name, record) in parameters where record.time.time > limit {
            future.parameters[name] = record
            parameters[name] = nil
        }
        for name in events.keys {
            if let removed = events[name]?.removeFuture(after: limit) { future.events[name] = removed }
        }
        return future
    }
}

extension TipLedger {
    /// The most resets of a ledger, stored or read.
    public static let mostResets: Int64 = 1 << 53
    /// The most plausible resets ahead of the known ones.
    public static let believedResets: Int64 = 1_000_000_000

    /// Removes data with an impossible number of resets.
    ///
    /// Such a number would invalidate all other data, and after the largest number no reset could follow.
    ///
    /// - Parameter known: The ledger to join it with.
    /// - Returns: Whether data was removed.
    /// - Complexity: O(*n*) in the tips and events of the ledger.
    public mutating func removeLeaps(beside known: TipLedger) -> Bool {
        func isBelieved(_ epoch: Int64, after known: Int64) -> Bool {
            epoch <= known.addingClamped(Self.believedResets)
        }
        guard isBelieved(epoch, after: known.epoch) else {
            self = TipLedger(epoch: known.epoch)
            return true
        }
        let before = (tips.count, events.count)
        tips = tips.filter { isBelieved($0.value.epoch, after: known.tips[$0.key]?.epoch ?? 0) }
        events = events.filter { isBelieved($0.value.epoch, after: known.events[$0.key]?.epoch ?? 0) }
        return before != (tips.count, events.count)
    }
}

extension TipRecord {
    fileprivate mutating func removeFuture(after limit: RuleTime) -> TipRecord? {
        var future = TipRecord(epoch: epoch)
        if let end = invalidation, end.time > limit {
            future.invalidation = end
            invalidation = nil
        }
        if let first = firstAppearance, first.time > limit {
            future.firstAppearance = first
            firstAppearance = nil
        }
        return future == TipRecord(epoch: epoch) ? nil : future
    }
}

extension EventRecord {
    fileprivate mutating func removeFuture(after limit: RuleTime) -> EventRecord? {
        guard let last = times.last, last > limit else { return nil }
        var start = count
        while start > 0, times[start - 1] > limit { start -= 1 }
        let (past, future) = (part(Array(0..<start)), part(Array(start..<count)))
        self = past
        return future
    }
}
