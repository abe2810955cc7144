public import TipRules

extension TipLedger {
    /// Takes out what is dated after a moment, as it comes from a device whose clock is wrong.
    ///
    /// Joined as it is, a parameter from the future could not be set any more, and a first appearance would hold up every
    /// other tip until then.
    ///
    /// - Parameter limit: The last moment that is believed.
    /// - Returns: What was taken out, as a ledger that can be joined once its time has come.
    /// - Complexity: O(*n*) in what is taken out, O(log *n*) in the donations of each event.
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
    /// The most resets that a ledger may count; nothing that is kept or read has more.
    public static let mostResets: Int64 = 1 << 53
    /// How many resets ahead of what is known are believed.
    public static let believedResets: Int64 = 1_000_000_000

    /// Takes out what counts so many more resets than are known that it cannot be true.
    ///
    /// Joined as it is, it would make everything void, and with the largest number no reset could come after it.
    ///
    /// - Parameter known: What it is to be joined with.
    /// - Returns: Whether something was taken out.
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
