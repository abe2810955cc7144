import TipCore
import TipRules

/// The tips of one person in one page: the machine that every other place decides with, and what of its ledger may leave
/// the device.
///
/// Time on the screen is what the page measures, which leaves out when a tip is out of sight; so an appearance ends at its
/// beginning plus that time, whatever the clock shows by then.
///
/// It is never copied: a page has one, and the code for copies is long.
struct PageTips: ~Copyable {
    private var machine: TipStateMachine
    /// The tips that the page gets, in the order in which it named them.
    private var tips: [TipID] = []
    /// The events that the catalogue knows.
    private var events: [RuleText] = []
    private var shown: [Appearance] = []

    private struct Appearance {
        let tip: TipID
        let surface: RuleText
        let start: RuleTime
    }

    init(replica: TipReplica) {
        machine = TipStateMachine(replica: replica)
    }

    /// Takes the catalogue that is in force, in the place of an earlier one.
    ///
    /// - Returns: Whether something is to be kept.
    mutating func take(_ catalogue: PageCatalogue) -> Bool {
        var isChanged = false
        machine.frequency = catalogue.frequency
        for parameter in catalogue.parameters {
            let change = machine.declare(parameter.definition, named: parameter.name)
            if change.isWorthKeeping { isChanged = true }
        }
        for event in catalogue.events {
            var change = machine.declare(event.definition, named: event.name)
            // What stays on the device is nothing to send, and the page remembers by itself that it does.
            change.staying = []
            if change.isWorthKeeping { isChanged = true }
        }
        let wanted = catalogue.tips.map { $0.id }
        for tip in tips where !wanted.contains(tip) { machine.withdraw(tip) }
        for tip in catalogue.tips where machine.declare(tip).isWorthKeeping { isChanged = true }
        tips = wanted
        events = catalogue.events.map { $0.name }
        return isChanged
    }

    /// Joins what another tab, the browser's storage or the server holds.
    mutating func merge(_ other: TipLedger, at now: RuleTime) {
        if other.epoch > machine.ledger.epoch { shown = [] }
        _ = machine.merge(other, at: now)
    }

    /// Everything that is known, for the browser's storage.
    var ledger: TipLedger { machine.ledger }

    /// What may be sent: without events that stay on the device, or that the catalogue does not know.
    ///
    /// - Parameter limit: The last moment that the server believes.
    /// - Returns: A ledger by itself.
    func shared(until limit: RuleTime) -> TipLedger {
        var shared = TipLedger(epoch: machine.ledger.epoch)
        for (tip, record) in machine.ledger.tips { shared.note(record, of: tip) }
        for (name, record) in machine.ledger.parameters { shared.note(record, of: name) }
        for name in events {
            if let record = machine.ledger.events[name] { shared.note(record, of: name) }
        }
        shared = machine.travelling(shared)
        _ = shared.removeFuture(after: limit)
        return shared
    }

    /// The statuses of all tips, in their order, and the first moment at which time alone could change one.
    mutating func statuses(at now: RuleTime) -> (codes: [UInt8], next: RuleTime?) {
        var codes: [UInt8] = []
        var next: RuleTime?
        for tip in tips {
            let answer = machine.timedStatus(of: tip, at: now)
            codes.append(code(of: answer.status, of: tip))
            if let change = answer.nextChange, next.map({ change < $0 }) ?? true { next = change }
        }
        return (codes, next)
    }

    // The clock also runs while a tip that is shown is out of sight; only what was measured ends it.
    private func code(of status: Tips.Status, of tip: TipID) -> UInt8 {
        switch status {
        case .pending: 0
        case .available: 1
        case .invalidated(let reason):
            reason == .displayDurationExceeded && machine.ledger.tips[tip]?.invalidation == nil
                && shown.contains(where: { $0.tip == tip }) ? 1 : 2 + reason.code
        }
    }

    /// Takes a donation.
    mutating func donate(_ payload: RuleValue, to event: RuleText, at now: RuleTime) {
        _ = machine.donate(payload, to: event, at: now)
    }

    /// Sets a parameter.
    ///
    /// - Returns: Whether to store the value; a transient parameter is not stored.
    mutating func set(_ value: RuleValue, forParameter name: RuleText, at now: RuleTime) -> Bool {
        machine.set(value, forParameter: name, at: now).isWorthKeeping
    }

    /// Takes that a tip is shown.
    mutating func appear(_ tip: TipID, on surface: RuleText, at now: RuleTime) -> AppearanceOutcome {
        let outcome = machine.beginAppearance(of: tip, on: surface, at: now).outcome
        if case .began = outcome { shown.append(Appearance(tip: tip, surface: surface, start: now)) }
        return outcome
    }

    /// Takes how long a tip has been on the screen so far.
    ///
    /// - Returns: Whether that has ended it (TD3).
    mutating func measure(
        _ tip: TipID, on surface: RuleText, microseconds: Int64, at now: RuleTime
    ) -> Bool {
        guard let index = index(tip, surface), machine.ledger.tips[tip]?.invalidation == nil else {
            return false
        }
        let moment = shown[index].start.advanced(byMicroseconds: microseconds)
        guard machine.status(of: tip, at: moment) == .invalidated(.displayDurationExceeded) else {
            return false
        }
        return machine.invalidate(tip, reason: .displayDurationExceeded, at: now).isWorthKeeping
    }

    /// Takes that a tip is no longer shown.
    mutating func disappear(_ tip: TipID, on surface: RuleText, microseconds: Int64) {
        guard let index = index(tip, surface) else { return }
        let start = shown.remove(at: index).start
        _ = machine.endAppearance(
            of: tip, on: surface, at: start.advanced(byMicroseconds: max(microseconds, 0)))
    }

    /// Adds the time of an appearance whose end nobody could note: the page was gone too quickly.
    mutating func recall(_ tip: TipID, microseconds: Int64, at now: RuleTime) {
        let record = machine.ledger.tips[tip] ?? TipRecord()
        let known = record.displays.first { $0.replica == machine.replica }
        var ledger = TipLedger(epoch: machine.ledger.epoch)
        let count = TipRecord.Displays(
            replica: machine.replica, count: known?.count ?? 0,
            microseconds: (known?.microseconds ?? 0).addingClamped(max(microseconds, 0)))
        ledger.note(
            TipRecord(epoch: record.epoch, invalidation: nil, firstAppearance: nil, displays: [count]),
            of: tip)
        _ = machine.merge(ledger, at: now)
    }

    /// Ends a tip for good.
    mutating func invalidate(_ tip: TipID, _ reason: Tips.InvalidationReason, at now: RuleTime) -> Bool {
        machine.invalidate(tip, reason: reason, at: now).isWorthKeeping
    }

    private func index(_ tip: TipID, _ surface: RuleText) -> Int? {
        shown.firstIndex { $0.tip == tip && $0.surface == surface }
    }
}
