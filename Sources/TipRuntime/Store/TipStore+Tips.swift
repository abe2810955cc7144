import Synchronization
public import TipCore
public import TipRules

// The operations behind TipKit's names.
extension TipStore {
    /// Declares a tip with its present rules, parameters and events, or a tip of a remote catalogue.
    public func declare(_ tip: TipDefinition) {
        perform { machine, _ in machine.declare(tip) }
        noteCollision(of: tip)
    }

    /// Declares several tips at once, such as those of a remote catalogue.
    public func declare(_ tips: [TipDefinition]) {
        perform { machine, _ in
            var change = TipChange(epoch: machine.ledger.epoch)
            for tip in tips { change.add(machine.declare(tip)) }
            return change
        }
        guard ask({ machine, _ in machine.hasCollisions }) else { return }
        for tip in tips { noteCollision(of: tip) }
    }

    /// Declares the present rules of a tip, which may depend on the data of the instance (T46).
    func declare(_ tip: some Tip) -> TipID {
        declare(tip) { machine, _ in ((), TipChange(epoch: machine.ledger.epoch)) }.id
    }

    /// Declares the present rules of a tip, and runs a body under the same lock.
    private func declare<Result: Sendable>(
        _ tip: some Tip, asking ask: (inout TipStateMachine, RuleTime) -> (Result, TipChange)
    ) -> (id: TipID, result: Result) {
        let rules = tip.rules
        let definition = tip.definition(with: rules)
        let brings = rules.contains { !$0.context.functions.isEmpty }
        let result = perform(bringsFunctions: brings) { machine, now in
            var change = Self.declare(definition, rules, in: &machine, at: now)
            let (result, further) = ask(&machine, now)
            change.add(further)
            return (result, change)
        }
        if rules.contains(where: { $0.refusal != nil }) {
            tell(.unusableRule(tip: definition.id.description))
        }
        noteCollision(of: definition)
        return (definition.id, result)
    }

    private static func declare(
        _ tip: TipDefinition, _ rules: [Tips.Rule], in machine: inout TipStateMachine, at now: RuleTime
    ) -> TipChange {
        var change = TipChange(epoch: machine.ledger.epoch)
        for rule in rules {
            machine.declare(rule.context.functions)
            for (name, parameter) in rule.context.parameters {
                change.add(machine.declare(parameter, named: name))
            }
            for (name, event) in rule.context.events { change.add(machine.declare(event, named: name)) }
        }
        change.add(machine.declare(tip))
        change.add(machine.passTime(to: now))
        return change
    }

    private func noteCollision(of tip: TipDefinition) {
        guard let (owner, rival) = ask({ machine, _ in machine.collision(of: tip.id) }) else { return }
        tell(.collision(id: tip.id.description, owner: owner.string, rival: rival.string))
    }

    /// Records a fault; rules record none, because the store waits for them.
    func tell(_ fault: TipFault) {
        guard RuleSnapshot.machine(of: self) == nil else { return }
        state.withLock { $0.note(fault) }
    }

    /// Whether a tip may be shown now.
    public func status(of tip: some Tip) -> Tips.Status {
        let (id, owner) = (TipID(tip.id), RuleText(tip.owner))
        return declare(tip) { machine, now in
            let (timed, change) = machine.observe(id, owner: owner, at: now)
            return (timed.status, change)
        }.result
    }

    /// Whether a declared tip may be shown now; pending for one that was not declared.
    public func status(of tip: TipID) -> Tips.Status { ask { $0.status(of: tip, at: $1) } }

    /// Why a tip has its status (TA2).
    public func explanation(of tip: some Tip) -> TipExplanation {
        let (id, owner) = (declare(tip), RuleText(tip.owner))
        return ask { $0.explanation(of: id, owner: owner, at: $1) }
    }

    /// Why a declared tip has its status (TA2).
    public func explanation(of tip: TipID) -> TipExplanation { ask { $0.explanation(of: tip, at: $1) } }

    /// The status now and after each change, including changes by time alone (TD7, TD12).
    ///
    /// When a tip ends while an override shows it, the stream gives `invalidated` and then `available` (T91).
    public func statusUpdates(of tip: some Tip) -> AsyncStream<Tips.Status> {
        let owner = RuleText(tip.owner)
        let id = declare(tip)
        let endings = LatestValue<TipStateMachine.Endings>()
        _ = endings.replace(with: ask { machine, _ in machine.endings(of: id) })
        return updates { machine, now in
            let (timed, change) = machine.observe(id, owner: owner, at: now)
            let ending = machine.endings(of: id)
            if endings.replace(with: ending), timed.status == .available, let reason = ending.reason {
                return ((.invalidated(reason), timed.nextChange), change)
            }
            return ((timed.status, timed.nextChange), change)
        }
    }

    /// A stream of a value: first the present value, then the newest value after each change (TD12).
    func updates<Element: Equatable & Sendable>(
        _ ask:
            @escaping @Sendable (inout TipStateMachine, RuleTime) -> ((Element, next: RuleTime?), TipChange)
    ) -> AsyncStream<Element> {
        let last = LatestValue<Element>()
        let follower = ChangeFollower(self)
        return AsyncStream {
            while !Task.isCancelled {
                let (element, next) = self.askPassingTime(ask)
                if last.replace(with: element) { return element }
                await follower.untilChange(or: next)
            }
            return nil
        }
    }

    /// Reads a value, after ending the tips whose time is up (TD3).
    private func askPassingTime<Result: Sendable>(
        _ ask: (inout TipStateMachine, RuleTime) -> (Result, TipChange)
    ) -> Result {
        perform { machine, now in
            var change = machine.passTime(to: now)
            let (result, further) = ask(&machine, now)
            change.add(further)
            return (result, change)
        }
    }

    /// Ends a tip for good (T29).
    public func invalidate(_ tip: some Tip, reason: Tips.InvalidationReason) {
        invalidate(declare(tip), reason: reason)
    }

    /// Ends a tip for good (T29).
    public func invalidate(_ tip: TipID, reason: Tips.InvalidationReason) {
        perform { $0.invalidate(tip, reason: reason, at: $1) }
    }

    /// Resets the eligibility of a tip, and returns when the reset is durable (T33).
    public func resetEligibility(of tip: some Tip) async { await resetEligibility(of: declare(tip)) }

    /// Resets the eligibility of a tip, and returns when the reset is durable (T33).
    public func resetEligibility(of tip: TipID) async {
        await withCheckedContinuation { continuation in
            perform(completion: { continuation.resume() }) { $0.resetEligibility(of: tip, at: $1) }
        }
    }

    /// Records that a tip is shown on a surface, durably; a renderer shows the tip when this returns (TD2).
    ///
    /// - Parameters:
    ///   - tip: The tip.
    ///   - surface: The name of the place on the screen; a tip that is on it already does not count again.
    /// - Returns: Whether the tip may be shown.
    public func beginAppearance(of tip: some Tip, on surface: RuleText) async -> AppearanceOutcome {
        let (id, owner) = (declare(tip), RuleText(tip.owner))
        guard ask({ machine, _ in machine.definition(of: id)?.owner }) == owner else {
            return .refused(.pending)
        }
        return await beginAppearance(of: id, on: surface)
    }

    /// Records that a tip is no longer shown on a surface.
    public func endAppearance(of tip: some Tip, on surface: RuleText) {
        let (id, owner) = (TipID(tip.id), RuleText(tip.owner))
        // A second type with the identifier never began an appearance, so it cannot end one (TD18).
        if let known = ask({ machine, _ in machine.definition(of: id)?.owner }), known != owner { return }
        endAppearance(of: id, on: surface)
    }

    /// Records that a declared tip is shown on a surface, durably; a renderer shows the tip when this returns (TD2).
    ///
    /// - Parameters:
    ///   - tip: The tip; an undeclared one is pending.
    ///   - surface: The name of the place on the screen; a tip that is on it already does not count again.
    /// - Returns: Whether the tip may be shown.
    public func beginAppearance(of tip: TipID, on surface: RuleText) async -> AppearanceOutcome {
        await withCheckedContinuation { continuation in
            let outcome = LatestValue<AppearanceOutcome>()
            perform(completion: {
                if let outcome = outcome.value { continuation.resume(returning: outcome) }
            }) { machine, now in
                let (result, change) = machine.beginAppearance(of: tip, on: surface, at: now)
                _ = outcome.replace(with: result)
                return change
            }
        }
    }

    /// Records that a tip is no longer shown on a surface.
    public func endAppearance(of tip: TipID, on surface: RuleText) {
        perform { $0.endAppearance(of: tip, on: surface, at: $1) }
    }

    /// Records that the person chose a button; the caller runs its handler (T106).
    public func act(_ action: RuleText, on tip: TipID) { perform { $0.act(action, on: tip, at: $1) } }

    /// Adds a sink for what happens to tips (TA4); the store calls it on the thread of the event.
    public func addSink(_ sink: @escaping @Sendable (TipOccurrence) -> Void) {
        state.withLock { $0.sinks.append(sink) }
    }

    /// The faults that no caller received as an error, the oldest first.
    public var faults: [TipFault] { state.withLock { $0.faults } }

    /// The whole state, for another device.
    public var ledger: TipLedger { state.withLock { $0.machine.ledger } }

    /// Joins the state of another device (TD1).
    ///
    /// A time more than a day ahead comes from a wrong clock, and a thousand million more resets than known are impossible: the
    /// store refuses both, and reports them to ``faults``.
    public func merge(_ other: TipLedger) {
        _ = take(other)
    }

    /// Joins the plausible part of the state of another device, and reports the rest.
    ///
    /// - Parameters:
    ///   - other: Its state.
    ///   - known: The number of this store's resets that the device knows. If the store was reset later, the
    ///     state is dropped. `nil` to drop nothing.
    ///   - isFirst: Whether this is the first state from another device.
    /// - Returns: Whether the whole state was joined, and which resets are settled.
    func take(_ other: TipLedger, knowingResets known: Int? = nil, isFirst: Bool = false) -> Taken {
        var believed = other
        let leaps = believed.removeLeaps(beside: ledger)
        let future = believed.removeFuture(after: now.advanced(byMicroseconds: TipStateMachine.believedSkew))
        let isAll = !leaps && future.hasNoRecords
        if !isAll { tell(.fromTheFuture) }
        let taken = believed
        return perform { machine, now in
            let wasReset = known != nil && machine.resets != known
            var change: TipChange
            if wasReset, taken.isNews(beside: machine.ledger) {
                change = machine.reset(above: taken.epoch)
            } else {
                change = isFirst ? machine.meet(taken, at: now) : machine.merge(taken, at: now)
            }
            let resets = Resets(here: machine.resets, epoch: machine.ledger.epoch)
            // Data with future times comes again, and is then dropped; an impossible number of resets was not
            // joined.
            return (Taken(isAll: isAll, settled: wasReset && !leaps ? resets : nil), change)
        }
    }

    /// The result of joining the state of another device.
    struct Taken: Sendable {
        /// Whether the whole state was joined.
        let isAll: Bool
        /// The resets of this store that the others know; `nil` without resets, or when others do not know them.
        let settled: Resets?
    }

    /// The number of resets at a moment.
    struct Resets: Sendable {
        /// The resets by this process.
        let here: Int
        /// All resets.
        let epoch: Int64
    }

    /// Erases the state on all devices (T15).
    public func reset() { perform { machine, _ in machine.reset() } }

    /// How often tips that have never been shown may be shown.
    public var displayFrequency: Tips.DisplayFrequency {
        get { ask { machine, _ in machine.frequency } }
        set {
            perform { machine, _ in
                machine.frequency = newValue
                return TipChange(epoch: machine.ledger.epoch)
            }
        }
    }

    /// The overrides for tests (T89).
    public var overrides: TipOverrides {
        get { ask { machine, _ in machine.overrides } }
        set {
            perform { machine, _ in
                machine.overrides = newValue
                return TipChange(epoch: machine.ledger.epoch)
            }
        }
    }
}

extension TipLedger {
    /// Whether joining would change the state.
    fileprivate func isNews(beside known: TipLedger) -> Bool {
        guard epoch == known.epoch else { return epoch > known.epoch }
        var news = self
        news.removeKnown(known)
        return !news.hasNoRecords
    }
}

extension TipStateMachine {
    /// The status of a tip for a follower; several types may claim the identifier.
    mutating func observe(
        _ tip: TipID, owner: RuleText, at now: RuleTime
    ) -> (status: TimedStatus, change: TipChange) {
        if let known = definition(of: tip)?.owner, known != owner {
            return (TimedStatus(status: .pending, nextChange: nil), TipChange(epoch: ledger.epoch))
        }
        return observe(tip, at: now)
    }

    /// The status of a tip for one of the types that claim its identifier: pending for all but the first (TD18).
    mutating func status(of tip: TipID, owner: RuleText, at now: RuleTime) -> Tips.Status {
        if let known = definition(of: tip)?.owner, known != owner { return .pending }
        return status(of: tip, at: now)
    }
}
