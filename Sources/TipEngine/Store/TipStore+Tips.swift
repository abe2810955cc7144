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
        guard ask({ machine, _ in machine.hasCollisions }) else { return }
        for tip in tips { noteCollision(of: tip) }
    }

    /// Declares what a tip is at this moment; rules may depend on the data of the instance (T46).
    func declare(_ tip: some Tip) -> TipID {
        declare(tip) { machine, _ in ((), TipChange(epoch: machine.ledger.epoch)) }.id
    }

    /// Declares what a tip is at this moment, and asks for something in the same stretch.
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

    /// Notes what went wrong; within a rule nothing is noted, because the store waits for it.
    func tell(_ fault: TipFault) {
        guard Frozen.machine(of: self) == nil else { return }
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

    /// The status now, and again whenever it changes, by itself also when time alone changes it (TD7, TD12).
    ///
    /// When a tip ends that an override shows, the stream gives that it is invalidated, and then that it is available again
    /// (T91).
    public func statusUpdates(of tip: some Tip) -> AsyncStream<Tips.Status> {
        let owner = RuleText(tip.owner)
        let id = declare(tip)
        let endings = Last<TipStateMachine.Endings>()
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

    /// A stream that gives what is asked for, and again whenever it is another; of several changes the newest (TD12).
    func updates<Element: Equatable & Sendable>(
        _ ask:
            @escaping @Sendable (inout TipStateMachine, RuleTime) -> ((Element, next: RuleTime?), TipChange)
    ) -> AsyncStream<Element> {
        let last = Last<Element>()
        let following = ChangeFollower(self)
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
    ///   - tip: The tip, as it is now.
    ///   - surface: Names the place on the screen; a tip that is on it already is not counted again.
    /// - Returns: Whether the tip may be shown.
    public func beginAppearance(of tip: some Tip, on surface: RuleText) async -> AppearanceOutcome {
        let (id, owner) = (declare(tip), RuleText(tip.owner))
        guard ask({ machine, _ in machine.definition(of: id)?.owner }) == owner else {
            return .refused(.pending)
        }
        return await beginAppearance(of: id, on: surface)
    }

    /// Takes that a tip is no longer shown on a surface.
    public func endAppearance(of tip: some Tip, on surface: RuleText) {
        let (id, owner) = (TipID(tip.id), RuleText(tip.owner))
        // What a second type of the identifier has not begun it does not end (TD18).
        if let known = ask({ machine, _ in machine.definition(of: id)?.owner }), known != owner { return }
        endAppearance(of: id, on: surface)
    }

    /// Takes that a declared tip is shown on a surface; a renderer shows it once this has returned, for then it is durable (TD2).
    ///
    /// - Parameters:
    ///   - tip: The tip; one that nobody has declared, or asked about, is pending.
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
    ///
    /// What is dated more than a day ahead comes from a clock that is wrong, and what counts a thousand million resets more than are
    /// known comes from nowhere good: neither is taken, and both are told to ``faults``.
    public func merge(_ other: TipLedger) {
        _ = take(other)
    }

    /// Takes what can be believed of what another device says, and tells when that is not all.
    ///
    /// - Parameters:
    ///   - other: What it says.
    ///   - known: How many resets of this store it has heard of: after further ones what it has is void; `nil` when it is not.
    ///   - isFirst: Whether this store has never heard of other devices before.
    /// - Returns: Whether it was all, and which resets were over by then.
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
            // What is dated ahead comes again, and is void then; a leap of resets was not answered.
            return (Taken(isAll: isAll, settled: wasReset && !leaps ? resets : nil), change)
        }
    }

    /// What came of what another device said.
    struct Taken: Sendable {
        /// Whether all of it was believed.
        let isAll: Bool
        /// The resets of this store above which others count nothing any more; `nil` when there were none, or they stand out.
        let settled: Resets?
    }

    /// The resets up to a moment.
    struct Resets: Sendable {
        /// How many there were by this process.
        let here: Int
        /// How many there were in all.
        let epoch: Int64
    }

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

extension TipLedger {
    /// Whether joining would change what is known.
    fileprivate func isNews(beside known: TipLedger) -> Bool {
        guard epoch == known.epoch else { return epoch > known.epoch }
        var news = self
        news.removeKnown(known)
        return !news.hasNoRecords
    }
}

extension TipStateMachine {
    /// Asks for the status of a tip for one of the types that claim its identifier, on behalf of somebody who follows it.
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
