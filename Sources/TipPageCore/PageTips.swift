import TipCore
import TipRules

/// The tips of one person in one page: the shared state machine, and the part of its ledger that may leave
/// the device.
///
/// The page measures the time on screen, without the time in which a tip is out of sight. An appearance
/// therefore ends at its beginning plus the measured time, whatever the clock shows by then.
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

    /// Replaces the catalogue with the current one.
    ///
    /// - Returns: Whether there is something to store.
    mutating func take(_ catalogue: PageCatalogue) -> Bool {
        var isChanged = false
        machine.frequency = catalogue.frequency
        for parameter in catalogue.parameters {
            let change = machine.declare(parameter.definition, named: parameter.name)
            if change.isWorthKeeping { isChanged = true }
        }
        for event in catalogue.events {
            var change = machine.declare(event.definition, named: event.name)
            // This list is not sent, and the page itself stores which events stay on the device.
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

    /// Joins the ledger of another tab, of the browser's storage or of the server.
    mutating func merge(_ other: TipLedger, at now: RuleTime) {
        if other.epoch > machine.ledger.epoch { shown = [] }
        _ = machine.merge(other, at: now)
    }

    /// The whole ledger, for the browser's storage.
    var ledger: TipLedger { machine.ledger }

    /// The part of the ledger that may be sent: without events that stay on the device, and without events
    /// that are not in the catalogue.
    ///
    /// - Parameter limit: The latest moment that the server accepts.
    /// - Returns: A separate ledger.
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

    // The clock also runs while a shown tip is out of sight; only the measured time ends it.
    private func code(of status: Tips.Status, of tip: TipID) -> UInt8 {
        switch status {
        case .pending: 0
        case .available: 1
        case .invalidated(let reason):
            reason == .displayDurationExceeded && machine.ledger.tips[tip]?.invalidation == nil
                && shown.contains(where: { $0.tip == tip }) ? 1 : 2 + reason.code
        }
    }

    /// Records a donation.
    mutating func donate(_ payload: RuleValue, to event: RuleText, at now: RuleTime) {
        _ = machine.donate(payload, to: event, at: now)
    }

    /// Sets a parameter.
    ///
    /// - Returns: Whether to store the value; a transient parameter is not stored.
    mutating func set(_ value: RuleValue, forParameter name: RuleText, at now: RuleTime) -> Bool {
        machine.set(value, forParameter: name, at: now).isWorthKeeping
    }

    /// Records that a tip is shown.
    mutating func appear(_ tip: TipID, on surface: RuleText, at now: RuleTime) -> AppearanceOutcome {
        let outcome = machine.beginAppearance(of: tip, on: surface, at: now).outcome
        if case .began = outcome { shown.append(Appearance(tip: tip, surface: surface, start: now)) }
        return outcome
    }

    /// Records how long a tip has been on screen so far.
    ///
    /// - Returns: Whether this has ended the tip (TD3).
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

    /// Records that a tip is no longer shown.
    mutating func disappear(_ tip: TipID, on surface: RuleText, microseconds: Int64) {
        guard let index = index(tip, surface) else { return }
        let start = shown.remove(at: index).start
        _ = machine.endAppearance(
            of: tip, on: surface, at: start.advanced(byMicroseconds: max(microseconds, 0)))
    }

    /// Adds the time of an appearance whose end was not recorded, because the page was closed too quickly.
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
