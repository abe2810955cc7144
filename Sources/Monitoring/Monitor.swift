public import Conditions
public import Observations
import Processes

/// A named gateway to monitoring: conditions, what is known about them, and events when that changes.
///
/// A monitor decides from the observations that it is given, keeps what it knows in a store of its name, and goes on
/// there when it is opened again, whatever ended the process before. It listens to nothing by itself: observations
/// come from a driver, a recording or ``SimulatedSurroundings``.
///
/// ```swift
/// let monitor = try await Monitor("work")
/// try await monitor.add(.beacon(BeaconIdentityCondition(uuid: office)), identifier: "office")
/// for try await event in monitor.events where event.state == .satisfied {
///     greet(at: event.refinement)
/// }
/// ```
///
/// A change is durable before a reader is given it. Every method that changes something returns when it is durable.
public actor Monitor {
    /// The name, unique among the monitors that are open in the folder.
    public nonisolated let name: String
    /// Which store this is: 16 random hexadecimal digits, made with it.
    ///
    /// Event numbers start at 1 in a new store; this distinguishes the numbers of several monitors.
    public nonisolated let storeIdentity: String
    let store: MonitorStore
    /// Why the store failed while the monitor was open, in a sentence's words without a place or a name in it; `nil` while
    /// it has not.
    public private(set) var storeFailure: String?
    private nonisolated let authority: LocationAuthority?
    private(set) var monitorState: MonitorState
    /// The newest change that is in the store.
    private var durableNumber: Int64
    /// The newest step that is known to be on the disk.
    private var stepOnDisk: Int64 = 0
    private var readings: [String: Reading] = [:]
    private var end: End?
    private var isFinished = false

    /// Why the monitor takes nothing any more.
    private enum End {
        case closed
        case killed
        case storeFailed
    }

    /// The iteration that a reader belongs to.
    private struct Reading {
        let signal: WakeSignal
        /// Wakes the reading when the authority changes.
        let listening: AuthorityListening?
        var iteration: Int
        /// The events that are left after the store failed.
        var farewell: [Event]?
    }

    /// Opens the monitor of a name, or makes it (L1, L2).
    ///
    /// - Parameters:
    ///   - name: 1 to 128 ASCII letters, digits, `.`, `_`, `-`, and spaces inside.
    ///   - folder: Where the store is; without one, `monitors` in the program's folder below `$XDG_STATE_HOME`, or
    ///     `~/.local/state`. It is made when it is missing.
    ///   - limit: How many conditions are evaluated by all monitors that are given this limit together (LD3).
    ///   - authority: Whether observations may be used; while they may not, every state is unknown, with the reasons
    ///     (L80). Without one they always may.
    ///   - kill: Where its process seems to end, for tests.
    ///   - report: Gets failures that lose nothing and that no caller sees: that the store's log cannot be carried
    ///     over to its file, and grows. Called on a thread of the store's own, which waits meanwhile.
    /// - Throws: ``MonitorError/invalidName(_:)``, ``MonitorError/alreadyOpen(_:)``,
    ///   ``MonitorError/storeDamaged(path:reason:)``, ``MonitorError/storeTooNew(path:format:)``,
    ///   ``MonitorError/storeUnavailable(path:reason:)`` and ``MonitorError/persistenceUnavailable``.
    public init(
        _ name: String, in folder: String? = nil, limit: ConditionLimit = .unlimited,
        authority: LocationAuthority? = nil, kill: SimulatedKill? = nil,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) async throws(MonitorError) {
        let place = if let folder { folder } else { try Self.folderOfProgram() }
        let store = try await MonitorStore(name: name, folder: place, kill: kill, report: report)
        self.name = name
        self.store = store
        self.authority = authority
        let kept: KeptState
        do throws(MonitorError) { kept = try await store.read() } catch {
            await store.close()
            throw error
        }
        storeIdentity = kept.identity
        durableNumber = kept.lastNumber
        monitorState = MonitorState(consume kept, limit: limit)
        monitorState.suspend(authority?.suspension)
        // What the limit and the authority changed since the last time.
        try await persist()
    }

    private static func folderOfProgram() throws(MonitorError) -> String {
        do throws(StateFolder.Failure) { return try StateFolder.ofProgram("monitors") } catch {
            throw MonitorError(error)
        }
    }

    /// Says that no more observations come: each reading ends once it has been given everything.
    public func finish() {
        isFinished = true
        wakeAll()
    }

    /// The file that keeps what the monitor knows, for messages to operators.
    public nonisolated var storePath: String { store.path }

    /// Finishes what is being written and closes the store, so that the name can be opened again; events end.
    ///
    /// Without it, the store closes when the monitor is no longer used.
    public func close() async {
        guard end != .closed else { return }
        // The next monitor reports again what a failing store does not take now.
        if end == nil { await persistOrEnd() }
        end = .closed
        monitorState.share.end()
        wakeAll()
        await store.close()
    }
}

// Conditions and records.
extension Monitor {
    /// Adds a condition under an identifier, in place of another that is there (LD1).
    ///
    /// - Parameters:
    ///   - condition: What is monitored.
    ///   - identifier: By the rule of a monitor's name, but letters and digits may be of any script.
    ///   - policy: How sure the condition must be before it changes.
    ///   - history: Which changes are kept that a reader has not got yet.
    ///   - state: What the caller knows of its state; an event follows only when that is wrong (L12 to L14).
    ///     `unmonitored` counts as `unknown`.
    /// - Throws: ``MonitorError/invalidName(_:)`` and ``MonitorError/invalidPolicy``, before anything is stored;
    ///   ``MonitorError/closed`` and ``MonitorError/persistenceUnavailable``.
    public func add(
        _ condition: Condition, identifier: String, policy: ConditionPolicy = ConditionPolicy(),
        history: History = .present, assuming state: ConditionState = .unknown
    ) async throws(MonitorError) {
        try Name.check(identifier: identifier)
        guard policy.isUsable else { throw .invalidPolicy }
        try requireOpen()
        askAuthority()
        monitorState.add(condition, identifier: identifier, policy: policy, history: history, assuming: state)
        try await persist()
    }

    /// Adds a condition and removes others, in one step: when it cannot be kept, the others are.
    ///
    /// - Throws: As ``add(_:identifier:policy:history:assuming:)``.
    package func add(
        _ condition: Condition, identifier: String, inPlaceOf others: [String]
    ) async throws(MonitorError) {
        try Name.check(identifier: identifier)
        try requireOpen()
        askAuthority()
        for other in others where other != identifier { monitorState.remove(other) }
        monitorState.add(
            condition, identifier: identifier, policy: ConditionPolicy(), history: .present,
            assuming: .unknown)
        try await persist()
    }

    /// Stops monitoring a condition and deletes its record; an identifier that is not there changes nothing.
    ///
    /// - Throws: ``MonitorError/closed`` and ``MonitorError/persistenceUnavailable``.
    public func remove(_ identifier: String) async throws(MonitorError) {
        try requireOpen()
        monitorState.remove(identifier)
        try await persist()
    }

    /// The identifiers of all conditions, in the order of their adding.
    public var identifiers: [String] { monitorState.conditions.map(\.definition.identifier) }

    /// The number of the last change so far: what is observed from now on has greater ones, whenever a reader is given it.
    public var lastNumber: Int64 { monitorState.lastNumber }

    /// The condition and the last acknowledged event of an identifier; `nil` when it is not there (L18).
    public func record(for identifier: String) -> Record? {
        record(for: identifier, reader: Self.defaultReader)
    }

    /// The condition and the last event of an identifier that a named reader acknowledged (LD11).
    public func record(for identifier: String, reader: String) -> Record? {
        monitorState.record(for: identifier, reader: reader)
    }

    /// The nearest beacon that satisfies a condition now, also when it changed without an event (LD12).
    public func currentRefinement(for identifier: String) -> BeaconIdentityCondition? {
        monitorState.condition(identifier)?.machine.currentRefinement
    }
}

extension Monitor {
    /// Why the state of a condition is what it is: margins, counts, times and rules, never a place (LA2, LD20).
    ///
    /// - Returns: `nil` when the identifier is not there.
    public func explain(_ identifier: String) -> Explanation? {
        monitorState.condition(identifier)?.explanation
    }
}

// Observations.
extension Monitor {
    /// Decides what an observation changes, and gives the changes to the readers.
    ///
    /// - Parameters:
    ///   - observation: What was sensed.
    ///   - mark: The observation's place in what it comes from, such as a line of a recording; kept as
    ///     ``mark`` together with what it changes.
    /// - Throws: ``MonitorError/closed`` and ``MonitorError/persistenceUnavailable``.
    /// - Complexity: O(*n*) in the number of conditions; the store is touched only when something changes.
    public func observe(_ observation: Observation, mark: String? = nil) async throws(MonitorError) {
        try requireOpen()
        guard !isFinished else { throw .closed }
        askAuthority()
        monitorState.observe(observation, mark: mark)
        if monitorState.mustBeKeptNow { try await persist() }
    }

    /// Observes everything in a collection or a simulation, in its order.
    ///
    /// - Throws: As ``observe(_:mark:)``.
    public func observe(contentsOf observations: some Sequence<Observation>) async throws(MonitorError) {
        for observation in observations { try await observe(observation) }
    }

    /// Observes everything that a sequence yields, until it ends.
    ///
    /// - Throws: As ``observe(_:mark:)``, and what the sequence throws.
    public func run<Observations: AsyncSequence>(observing observations: Observations) async throws
    where Observations.Element == Observation {
        for try await observation in observations { try await observe(observation) }
    }

    /// The mark of the last observation that changed something and is durable with its change.
    public var mark: String? { monitorState.mark }

    /// Keeps another mark, or none, without an observation: such as that a recording has been played to its end.
    ///
    /// - Throws: ``MonitorError/closed`` and ``MonitorError/persistenceUnavailable``.
    public func remember(mark: String?) async throws(MonitorError) {
        try requireOpen()
        monitorState.remember(mark)
        try await persist()
    }

    /// Takes an observation from before the monitor was opened as evidence: it is weighed, and changes nothing.
    ///
    /// To replay a recording from its beginning, recall what lies up to ``mark`` and observe the rest; then a
    /// process that was ended anywhere has no influence on what follows. Recall before the first
    /// ``observe(_:mark:)``.
    ///
    /// - Throws: ``MonitorError/closed`` and ``MonitorError/persistenceUnavailable``.
    public func recall(_ observation: Observation) throws(MonitorError) {
        try requireOpen()
        askAuthority()
        monitorState.recall(observation)
    }

    /// Takes up what the authority and the limit allow now, before anything is used or given.
    func askAuthority() {
        monitorState.suspend(authority?.suspension)
        // Once closed it has no room that could change.
        if end == nil { monitorState.askLimit() }
    }
}

// Readers.
extension Monitor {
    static let defaultReader = "default"

    /// The events of the default reader; see ``Events``.
    public nonisolated var events: Events { Events(monitor: self, reader: Self.defaultReader) }

    /// The events of a reader of its own name, with its own acknowledgement (LD11).
    ///
    /// A new reader begins with the states that are known by then.
    ///
    /// - Throws: ``MonitorError/invalidName(_:)``.
    public nonisolated func events(reader: String) throws(MonitorError) -> Events {
        try Name.check(identifier: reader)
        return Events(monitor: self, reader: reader)
    }

    /// Acknowledges an event that a reader was given, without asking for the next (LD9).
    ///
    /// The acknowledgement is on the disk when this returns, also one that was made before by asking for the next. A number
    /// that the reader was never given changes nothing.
    ///
    /// - Throws: ``MonitorError/closed`` and ``MonitorError/persistenceUnavailable``.
    public func acknowledge(_ event: Event, reader: String? = nil) async throws(MonitorError) {
        try await acknowledge(event, reader: reader, waitingForDisk: true)
    }

    /// Acknowledges an event, for code with a `next` of its own, as asking for the next event does.
    package func acknowledge(
        _ event: Event, reader: String? = nil, waitingForDisk waits: Bool
    ) async throws(MonitorError) {
        try requireOpen()
        let reader = reader ?? Self.defaultReader
        monitorState.acknowledge(event.number, by: reader)
        // By `next` it may have been handed over without waiting.
        let isNeeded = waits && !monitorState.isSettled(reader, by: stepOnDisk)
        try await persist(isUrgent: waits, isNeeded: isNeeded)
    }

    /// Forgets how far a named reader has come; events that are being read for it end.
    ///
    /// - Throws: ``MonitorError/closed`` and ``MonitorError/persistenceUnavailable``.
    public func removeReader(_ reader: String) async throws(MonitorError) {
        try requireOpen()
        monitorState.forget(reader: reader)
        readings.removeValue(forKey: reader)?.signal.signal()
        try await persist()
    }

    /// Makes an iteration the one that a reader belongs to; the one before it ends.
    func beginReading(_ reader: String) -> Int {
        let earlier = readings[reader]
        let iteration = (earlier?.iteration ?? 0) + 1
        let signal = earlier?.signal ?? makeSignal()
        let listening =
            earlier?.listening ?? authority.map { AuthorityListening(to: $0) { _ in signal.signal() } }
        readings[reader] = Reading(signal: signal, listening: listening, iteration: iteration)
        earlier?.signal.signal()
        return iteration
    }

    private func makeSignal() -> WakeSignal {
        let signal = WakeSignal()
        monitorState.share.wake(signal)
        return signal
    }

    /// Begins the session that reading takes on the program's behalf (L103).
    nonisolated func readingSession() -> ReadingSession? { authority.map { ReadingSession(of: $0) } }

    /// Waits for the next event of a reader, after acknowledging the one that the iteration was given before.
    func next(
        for reader: String, iteration: Int, acknowledging number: Int64?
    ) async throws(MonitorError) -> Event? {
        if let number, owns(reader, iteration), end == nil { monitorState.acknowledge(number, by: reader) }
        while owns(reader, iteration), !Task.isCancelled, end != .closed, end != .killed {
            if end == .storeFailed { return try farewell(for: reader) }
            askAuthority()
            if monitorState.mustBeKeptNow || monitorState.holdsAcknowledgement {
                await persistOrEnd(isUrgent: false)
                continue
            }
            let event = monitorState.give(to: reader, upTo: durableNumber)
            let isLast = isFinished && durableNumber >= monitorState.lastNumber
            if event != nil || isLast { return event }
            await readings[reader]?.signal.wait()
        }
        return nil
    }

    private func owns(_ reader: String, _ iteration: Int) -> Bool { readings[reader]?.iteration == iteration }

    /// The last events: no condition is monitored any more, because the store failed (L79).
    private func farewell(for reader: String) throws(MonitorError) -> Event? {
        var left = readings[reader]?.farewell ?? monitorState.unavailable(for: reader)
        guard !left.isEmpty else { throw .persistenceUnavailable }
        let event = left.removeFirst()
        readings[reader]?.farewell = left
        return event
    }
}

// The store.
extension Monitor {
    private func requireOpen() throws(MonitorError) {
        if let refusal { throw refusal }
    }

    private var refusal: MonitorError? {
        switch end {
        case nil: nil
        case .closed, .killed: .closed
        case .storeFailed: .persistenceUnavailable
        }
    }

    // What the state decided is handed to the store before anything else can happen to the actor, so that steps
    // reach the store in their order. A reader is given only what is in the store by then.
    private func persist(isUrgent: Bool = true, isNeeded: Bool = false) async throws(MonitorError) {
        guard let batch = monitorState.takeBatch(isUrgent: isUrgent, isNeeded: isNeeded) else { return }
        do {
            try await store.write(batch)
            durableNumber = max(durableNumber, batch.lastNumber)
            if batch.waitsForDisk { stepOnDisk = max(stepOnDisk, batch.revision) }
        } catch {
            if end == nil {
                end = error is ProcessEnded ? .killed : .storeFailed
                storeFailure = error is RevisionGap ? "somebody else has written to it" : "\(error)"
            }
            wakeAll()
            throw refusal ?? .persistenceUnavailable
        }
        wakeAll()
    }

    /// Writes what waits; a failure ends the monitor, and ``end`` holds the reason.
    private func persistOrEnd(isUrgent: Bool = true) async {
        do { try await persist(isUrgent: isUrgent) } catch { wakeAll() }
    }

    private func wakeAll() {
        for reading in readings.values { reading.signal.signal() }
    }
}
