import Synchronization
public import TipCore
public import TipRules

// What TipKit's names ask of a store.
extension TipStore {
    /// Declares a tip as it is now, with its rules, parameters and events, or a tip of a remote catalogue.
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
        for tip in tips { noteCollision(of: tip) }
    }

    /// Declares what a tip is at this moment; rules may depend on the data of the instance (T46).
    func declare(_ tip: some Tip) -> TipID {
        let definition = tip.definition
        let rules = tip.rules
        perform { machine, now in
            var change = TipChange(epoch: machine.ledger.epoch)
            for rule in rules {
                machine.declare(rule.context.functions)
                for (name, parameter) in rule.context.parameters {
                    change.add(machine.declare(parameter, named: name))
                }
                for (name, event) in rule.context.events { change.add(machine.declare(event, named: name)) }
            }
            change.add(machine.declare(definition))
            change.add(machine.passTime(to: now))
            return change
        }
        if rules.contains(where: { $0.refusal != nil }) {
            state.withLock { $0.note(.unusableRule(tip: definition.id.description)) }
        }
        noteCollision(of: definition)
        return definition.id
    }

    private func noteCollision(of tip: TipDefinition) {
        state.withLock { state in
            guard let (owner, rival) = state.machine.collision(of: tip.id) else { return }
            state.note(.collision(id: tip.id.description, owner: owner.string, rival: rival.string))
        }
    }

    /// Whether a tip may be shown now.
    public func status(of tip: some Tip) -> Tips.Status {
        let kind = RuleText(tip.kind)
        let id = declare(tip)
        return ask { machine, now in machine.status(of: id, kind: kind, at: now) }
    }

    /// Whether a declared tip may be shown now; pending for one that was not declared.
    public func status(of tip: TipID) -> Tips.Status { ask { $0.status(of: tip, at: $1) } }

    /// Why a tip has its status (TA2).
    public func explanation(of tip: some Tip) -> TipExplanation { explanation(of: declare(tip)) }

    /// Why a declared tip has its status (TA2).
    public func explanation(of tip: TipID) -> TipExplanation { ask { $0.explanation(of: tip, at: $1) } }

    /// The status now, and again whenever it changes, by itself also when time alone changes it (TD7, TD12).
    public func statusUpdates(of tip: some Tip) -> AsyncStream<Tips.Status> {
        let kind = RuleText(tip.kind)
        let id = declare(tip)
        return updates { machine, now in
            let timed = machine.timedStatus(of: id, at: now)
            return (machine.status(of: id, kind: kind, at: now), timed.nextChange)
        }
    }

    /// A stream that gives what is asked for, and again whenever it is another; of several changes the newest (TD12).
    func updates<Element: Equatable & Sendable>(
        _ ask: @escaping @Sendable (inout TipStateMachine, RuleTime) -> (Element, RuleTime?)
    ) -> AsyncStream<Element> {
        let last = Last<Element>()
        let following = Following(self)
        return AsyncStream {
            while !Task.isCancelled {
                let (element, next) = self.askPassingTime(ask)
                if last.replace(with: element) { return element }
                await following.untilChange(or: next)
            }
            return nil
        }
    }

    /// Asks, once what time has ended is ended for good (TD3).
    private func askPassingTime<Result: Sendable>(
        _ ask: (inout TipStateMachine, RuleTime) -> Result
    ) -> Result {
        perform { machine, now in
            let change = machine.passTime(to: now)
            return (ask(&machine, now), change)
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

    /// Makes a tip eligible anew, and returns when that is durable (T33).
    public func resetEligibility(of tip: some Tip) async { await resetEligibility(of: declare(tip)) }

    /// Makes a tip eligible anew, and returns when that is durable (T33).
    public func resetEligibility(of tip: TipID) async {
        await withCheckedContinuation { continuation in
            perform(completion: { continuation.resume() }) { $0.resetEligibility(of: tip, at: $1) }
        }
    }

    /// Takes that a tip is shown on a surface; a renderer shows it once this has returned, for then it is durable (TD2).
    ///
    /// - Parameters:
    ///   - tip: The tip.
    ///   - surface: Names the place on the screen; a tip that is on it already is not counted again.
    /// - Returns: Whether the tip may be shown.
    public func beginAppearance(of tip: TipID, on surface: RuleText) async -> AppearanceOutcome {
        await withCheckedContinuation { continuation in
            let outcome = Last<AppearanceOutcome>()
            perform(completion: {
                if let outcome = outcome.value { continuation.resume(returning: outcome) }
            }) { machine, now in
                let (result, change) = machine.beginAppearance(of: tip, on: surface, at: now)
                _ = outcome.replace(with: result)
                return change
            }
        }
    }

    /// Takes that a tip is no longer shown on a surface.
    public func endAppearance(of tip: TipID, on surface: RuleText) {
        perform { $0.endAppearance(of: tip, on: surface, at: $1) }
    }

    /// Notes that the person chose a button; its handler is the caller's to run (T106).
    public func act(_ action: RuleText, on tip: TipID) { perform { $0.act(action, on: tip, at: $1) } }

    /// Adds someone who is told what happens to tips (TA4); called on the thread on which it happens.
    public func addSink(_ sink: @escaping @Sendable (TipOccurrence) -> Void) {
        state.withLock { $0.sinks.append(sink) }
    }

    /// What went wrong without an error, the oldest first.
    public var faults: [TipFault] { state.withLock { $0.faults } }

    /// Everything that is kept, to be sent to another device.
    public var ledger: TipLedger { state.withLock { $0.machine.ledger } }

    /// Takes what another device knows (TD1).
    public func merge(_ other: TipLedger) { perform { $0.merge(other, at: $1) } }

    /// Forgets everything that is kept, on all devices (T15).
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

    /// What is shown or hidden for a test (T89).
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

extension TipStateMachine {
    /// The status of a tip for one of the types that claim its identifier: pending for all but the first (TD18).
    mutating func status(of tip: TipID, kind: RuleText, at now: RuleTime) -> Tips.Status {
        if let owner = definition(of: tip)?.kind, owner != kind { return .pending }
        return status(of: tip, at: now)
    }
}
