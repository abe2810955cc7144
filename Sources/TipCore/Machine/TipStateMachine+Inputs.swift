public import TipRules

// The inputs of the machine, each with its time.
extension TipStateMachine {
    /// Records a donation (T54).
    ///
    /// - Returns: The donation, to make durable.
    /// - Complexity: O(1), plus O(*n*) in the number of tips whose rules read the event.
    public mutating func donate(
        _ payload: RuleValue = .null, to event: RuleText, at now: RuleTime
    ) -> TipChange {
        var change = TipChange(epoch: ledger.epoch)
        let donation = EventRecord.Donation(
            time: now, replica: replica, sequence: nextSequence, payload: payload)
        nextSequence = nextSequence.addingClamped(1)
        var record = EventRecord(epoch: ledger.events[event]?.epoch ?? 0)
        record.insert(donation)
        change.delta.note(record, of: event)
        let known = ledger.events[event]?.count ?? 0
        ledger.events[event, default: record].insert(donation)
        // An event without a declaration may get a larger limit later: it keeps all donations so far.
        let definition =
            events[event] ?? EventDefinition(maximumCount: max(known, EventDefinition.usualCount))
        if known >= definition.maximumCount || definition.maximumAge != nil {
            trim(event, to: definition, into: &change, now: now)
        }
        forgetAnswers(of: readersOfEvents[event])
        for place in endedByEvents[event] ?? [] {
            end(entries[place].definition.id, .actionPerformed, at: now, in: &change)
        }
        return change
    }

    /// Deletes the donations of an event, on all devices, also those under its former names (T65, TD18).
    public mutating func deleteDonations(of event: RuleText) -> TipChange {
        var change = TipChange(epoch: ledger.epoch)
        for name in [event] + (events[event]?.formerNames ?? []) {
            let record = EventRecord(epoch: (ledger.events[name]?.epoch ?? 0).followingEpoch)
            change.delta.note(record, of: name)
            ledger.note(record, of: name)
            forgetAnswers(of: readersOfEvents[name])
        }
        return change
    }

    /// Sets a parameter (T41).
    ///
    /// - Returns: The change to make durable; empty for a transient parameter.
    public mutating func set(_ value: RuleValue, forParameter name: RuleText, at now: RuleTime) -> TipChange {
        var change = TipChange(epoch: ledger.epoch)
        if parameters[name]?.isTransient == true {
            transientValues[name] = value
        } else {
            // Also for the same value: another device may have set another value in the meantime.
            latestTime = latestTime.following(clock: now, replica: replica)
            let record = ParameterRecord(value: value, time: latestTime)
            change.delta.note(record, of: name)
            ledger.note(record, of: name)
        }
        forgetAnswers(of: readersOfParameters[name])
        return change
    }

    /// Records that a tip is shown on a surface (TD2).
    ///
    /// - Returns: Whether it may be shown, and the change to make durable before that.
    public mutating func beginAppearance(
        of tip: TipID, on surface: RuleText, at now: RuleTime
    ) -> (outcome: AppearanceOutcome, change: TipChange) {
        var change = TipChange(epoch: ledger.epoch)
        let appearance = Appearance(tip: tip, surface: surface)
        if appearances[appearance] != nil { return (.continued, change) }
        let status = status(of: tip, at: now)
        guard status == .available, let definition = definition(of: tip) else {
            return (.refused(status), change)
        }
        // When the time is used up, the tip is available only until its current appearances have lasted a
        // minute.
        let left = displayTimeLeft(of: definition, ledger.tips[tip], appearanceStarts(of: tip), at: now)
        if let left, left <= 0, overrides.verdict(on: definition.kind) == nil {
            return (.refused(.invalidated(.displayDurationExceeded)), change)
        }
        appearances[appearance] = now
        noteAvailable(tip, status, at: now, in: &change)
        var record = TipRecord(epoch: record(of: tip).epoch)
        record.firstAppearance = .init(time: now, isExempt: definition.ignoresDisplayFrequency)
        record.note(counts(of: tip, addingCount: 1, microseconds: 0))
        keep(record, of: tip, in: &change)
        change.occurrences.append(TipOccurrence(tip: tip, time: now, kind: .shown(surface: surface)))
        return (.began, change)
    }

    /// Records that a tip is no longer shown on a surface; does nothing if it was not shown.
    public mutating func endAppearance(of tip: TipID, on surface: RuleText, at now: RuleTime) -> TipChange {
        var change = TipChange(epoch: ledger.epoch)
        guard let start = appearances.removeValue(forKey: Appearance(tip: tip, surface: surface)) else {
            return change
        }
        let elapsed = max(now.microseconds(since: start), 0)
        var record = TipRecord(epoch: record(of: tip).epoch)
        record.note(counts(of: tip, addingCount: 0, microseconds: elapsed))
        keep(record, of: tip, in: &change)
        change.occurrences.append(
            TipOccurrence(tip: tip, time: now, kind: .dismissed(surface: surface, microseconds: elapsed)))
        endAtLimit(tip, at: now, in: &change)
        return change
    }

    /// Advances the time: ends tips that were on screen for long enough (TD3).
    public mutating func passTime(to now: RuleTime) -> TipChange {
        var change = TipChange(epoch: ledger.epoch)
        var seen: [TipID] = []
        for tip in appearances.keys.map({ $0.tip }) where !seen.contains(tip) {
            seen.append(tip)
            endAtLimit(tip, at: now, in: &change)
        }
        return change
    }

    /// The status for an observer; it also reports that the tip has become available (TA4).
    ///
    /// - Returns: The status, and the occurrences to report; neither is stored.
    public mutating func observe(_ tip: TipID, at now: RuleTime) -> (status: TimedStatus, change: TipChange) {
        var change = TipChange(epoch: ledger.epoch)
        let status = timedStatus(of: tip, at: now)
        noteAvailable(tip, status.status, at: now, in: &change)
        return (status, change)
    }

    /// Reports that a tip has become available, once until it no longer is.
    private mutating func noteAvailable(
        _ tip: TipID, _ status: Tips.Status, at now: RuleTime, in change: inout TipChange
    ) {
        guard let place = places[tip] else { return }
        if status != .available {
            entries[place].isToldAvailable = false
        } else if !entries[place].isToldAvailable {
            entries[place].isToldAvailable = true
            change.occurrences.append(TipOccurrence(tip: tip, time: now, kind: .available))
        }
    }

    /// The part of a change for other devices, without events that stay on this one (TA10).
    public func travelling(_ change: TipLedger) -> TipLedger {
        var change = change
        for name in stayingEvents { change.events[name] = nil }
        return change
    }

    /// Removes undeclared events: their limits on other devices are unknown here.
    package func removeUndeclared(from ledger: inout TipLedger) {
        for name in ledger.events.keys where events[name] == nil { ledger.events[name] = nil }
    }

    /// Ends a tip for good (T29, T30).
    public mutating func invalidate(
        _ tip: TipID, reason: Tips.InvalidationReason, at now: RuleTime
    ) -> TipChange {
        var change = TipChange(epoch: ledger.epoch)
        // A tip that an override shows can be closed again and again.
        if record(of: tip).invalidation != nil { noteEnding(of: tip, reason) }
        end(tip, reason, at: now, in: &change)
        return change
    }

    /// Counts the end of a tip that an override shows (T91).
    private mutating func noteEnding(of tip: TipID, _ reason: Tips.InvalidationReason) {
        guard let place = places[tip], overrides.verdict(on: entries[place].definition.kind) == true else {
            return
        }
        entries[place].endings = Endings(count: entries[place].endings.count &+ 1, reason: reason)
        edition &+= 1
    }

    /// How often a tip ended while an override showed it, and why the last time (T91).
    package func endings(of tip: TipID) -> Endings { places[tip].map { entries[$0].endings } ?? Endings() }

    /// Records that the person chose an action; the tip does not end (TD5).
    public mutating func act(_ action: RuleText, on tip: TipID, at now: RuleTime) -> TipChange {
        var change = TipChange(epoch: ledger.epoch)
        change.occurrences.append(TipOccurrence(tip: tip, time: now, kind: .acted(action: action)))
        return change
    }

    /// Resets the eligibility of a tip: removes its end, its counts and its first appearance (T33, TD13).
    public mutating func resetEligibility(of tip: TipID, at now: RuleTime) -> TipChange {
        var change = TipChange(epoch: ledger.epoch)
        if status(of: tip, at: now) != .available, let place = places[tip] {
            entries[place].isToldAvailable = false
        }
        appearances = appearances.filter { $0.key.tip != tip }
        let record = TipRecord(epoch: record(of: tip).epoch.followingEpoch)
        change.delta.note(record, of: tip)
        ledger.note(record, of: tip)
        recallLastNewDisplay()
        change.occurrences.append(TipOccurrence(tip: tip, time: now, kind: .eligibilityReset))
        return change
    }

    /// Resets the state on all devices (T15, T16).
    public mutating func reset() -> TipChange {
        forget(from: ledger.epoch.followingEpoch)
        return noteReset()
    }

    /// Repeats a reset above the count of another device, and keeps the changes here since the first reset
    /// (T16).
    ///
    /// - Returns: The whole state, to make durable.
    package mutating func reset(above other: Int64) -> TipChange {
        ledger.epoch = max(ledger.epoch, other).followingEpoch
        return noteReset()
    }

    /// Records that other devices must also keep only the present state.
    package mutating func noteReset() -> TipChange {
        resets += 1
        var change = TipChange(epoch: ledger.epoch)
        change.delta = ledger
        change.resetsStore = true
        change.resetsOthers = true
        return change
    }

    /// Drops the changes of this device that no other device knows yet.
    package mutating func forget() { forget(from: ledger.epoch) }

    private mutating func forget(from epoch: Int64) {
        ledger = TipLedger(epoch: epoch)
        transientValues = [:]
        appearances = [:]
        lastNewDisplay = nil
        for place in entries.indices { entries[place].isToldAvailable = false }
        forgetAllAnswers()
    }

    /// Joins the state of another device or process (TD1).
    ///
    /// - Returns: The new part and its consequences, to make durable when they came from another device.
    public mutating func merge(_ other: TipLedger, at now: RuleTime) -> TipChange {
        merge(other, adoptingFrom: other, at: now)
    }

    /// Joins the state of other devices at the first exchange.
    ///
    /// The changes here count as if they had happened after the resets of those devices.
    ///
    /// - Returns: The new part, or everything after a reset of the others, to make durable.
    package mutating func meet(_ others: TipLedger, at now: RuleTime) -> TipChange {
        guard others.epoch > ledger.epoch else { return merge(others, at: now) }
        ledger.epoch = others.epoch
        var change = merge(others, at: now)
        change.delta = ledger
        change.resetsStore = true
        return change
    }

    /// Joins a change, and data under former names.
    mutating func merge(
        _ other: TipLedger, adoptingFrom arrived: TipLedger, at now: RuleTime
    ) -> TipChange {
        var change = TipChange(epoch: max(ledger.epoch, other.epoch))
        guard other.epoch >= ledger.epoch else { return change }
        if other.epoch > ledger.epoch {
            forget(from: other.epoch)
            change.resetsStore = true
        }
        ledger.merge(other)
        change.delta.merge(other)
        noteTimes(of: other)
        change.delta.merge(adoptFormerNames(from: arrived))
        forgetAnswers(toWhatReads: change.delta)
        for name in change.delta.events.keys {
            // The limits of undeclared events are unknown; dropped donations would not come again.
            let most = EventDefinition(maximumCount: EventDefinition.mostCount)
            trim(name, to: events[name] ?? most, into: &change, now: now)
        }
        if !endedByEvents.isEmpty {
            for entry in entries where !entry.isRemoved { endIfUsed(entry.definition, in: &change) }
        }
        recallLastNewDisplay()
        return change
    }

    /// Ends a tip whose feature was used before the tip was declared, or where it is not declared (T85).
    ///
    /// The end has the time of the donation, so that all devices compute the same end. After a reset of eligibility, only new
    /// donations on this device end the tip: stored donations may be older than the reset.
    mutating func endIfUsed(_ tip: TipDefinition, in change: inout TipChange) {
        guard !tip.endingEvents.isEmpty else { return }
        let known = record(of: tip.id)
        guard known.epoch == 0, known.invalidation == nil else { return }
        let donations = tip.endingEvents.compactMap { name -> EventRecord.Donation? in
            guard let record = ledger.events[name], record.count > 0 else { return nil }
            return record[0]
        }
        let first = donations.min { ($0.time, $0.replica) < ($1.time, $1.replica) }
        guard let first else { return }
        var record = TipRecord(epoch: 0)
        record.invalidation = .init(time: first.time, replica: first.replica, reason: .actionPerformed)
        keep(record, of: tip.id, in: &change)
        change.occurrences.append(
            TipOccurrence(tip: tip.id, time: first.time, kind: .invalidated(.actionPerformed)))
    }

    private mutating func forgetAnswers(toWhatReads other: TipLedger) {
        for name in other.parameters.keys { forgetAnswers(of: readersOfParameters[name]) }
        for name in other.events.keys { forgetAnswers(of: readersOfEvents[name]) }
    }

    private func counts(of tip: TipID, addingCount count: Int64, microseconds: Int64) -> TipRecord.Displays {
        let known = record(of: tip).displays.first { $0.replica == replica }
        return TipRecord.Displays(
            replica: replica, count: (known?.count ?? 0).addingClamped(count),
            microseconds: (known?.microseconds ?? 0).addingClamped(microseconds))
    }

    private mutating func keep(_ record: TipRecord, of tip: TipID, in change: inout TipChange) {
        change.delta.note(record, of: tip)
        ledger.note(record, of: tip)
        noteNewDisplay(self.record(of: tip), of: tip)
    }

    private mutating func end(
        _ tip: TipID, _ reason: Tips.InvalidationReason, at now: RuleTime, in change: inout TipChange
    ) {
        guard record(of: tip).invalidation == nil else { return }
        noteEnding(of: tip, reason)
        var record = TipRecord(epoch: record(of: tip).epoch)
        record.invalidation = .init(time: now, replica: replica, reason: reason)
        keep(record, of: tip, in: &change)
        change.occurrences.append(TipOccurrence(tip: tip, time: now, kind: .invalidated(reason)))
    }

    private mutating func endAtLimit(_ tip: TipID, at now: RuleTime, in change: inout TipChange) {
        guard let definition = definition(of: tip),
            let reason = limit(of: definition, ledger.tips[tip], at: now).reason
        else { return }
        end(tip, reason, at: now, in: &change)
    }
}
