public import Conditions
public import Observations
import Processes

/// A named monitor: its conditions, their states, and events when the states change.
///
/// A monitor evaluates observations and stores the results under its name. When it is opened again, it
/// continues from its store, no matter how the process ended. It does not listen by itself: observations come
/// from a driver, a recording or ``SimulatedSurroundings``.
///
/// ```swift
/// let monitor = try await Monitor("work")
/// try await monitor.add(.beacon(BeaconIdentityCondition(uuid: office)), identifier: "office")
/// for try await event in monitor.events where event.state == .satisfied {
///     greet(at: event.refinement)
/// }
/// ```
///
/// A change is durable before a reader receives it. Every method that changes something returns after the
/// change is durable.
public actor Monitor {
    /// The name, unique among the open monitors of the folder.
    public nonisolated let name: String
    /// The identity of the store: 16 random hexadecimal digits, made with the store.
    ///
    /// Event numbers start at 1 in a new store; the identity distinguishes the numbers of several monitors.
    public nonisolated let storeIdentity: String
    let store: MonitorStore
    /// Why the store failed while the monitor was open; `nil` as long as it has not failed.
    ///
    /// The text fits into a sentence and has no place or name in it.
    public private(set) var storeFailure: String?
    private nonisolated let authority: LocationAuthority?
    private(set) var monitorState: MonitorState
    /// The newest change in the store.
    private var durableNumber: Int64
    /// The newest step that is certainly on the disk.
    private var stepOnDisk: Int64 = 0
    private var readings: [String: Reading] = [:]
    private var end: End?
    private var isFinished = false

    /// Why the monitor accepts nothing any more.
    private enum End {
        case closed
        case killed
        case storeFailed
    }

    /// The current iteration of a reader.
    private struct Reading {
        let signal: WakeSignal
        /// Wakes the reading when the authority changes.
        let listening: AuthorityListening?
        var iteration: Int
        /// The remaining events after the store failed.
        var farewell: [Event]?
    }

    /// Opens the monitor with a name, or creates it (L1, L2).
    ///
    /// - Parameters:
    ///   - name: 1 to 128 ASCII letters, digits, `.`, `_`, `-`, and spaces inside.
    ///   - folder: The folder of the store; by default `monitors` in the program's folder below
    ///     `$XDG_STATE_HOME` or `~/.local/state`. It is created if necessary.
    ///   - limit: The limit on evaluated conditions, shared by all monitors that get the same object (LD3).
    ///   - authority: Decides whether observations may be used; while they may not, every state is unknown,
    ///     with the reasons (L80). Without an authority, they always may be used.
    ///   - kill: Where the process seems to end, for tests.
    ///   - report: Receives failures that lose nothing and that no caller sees: the store's log cannot be
    ///     copied to its file, and grows. Called on a thread of the store, which waits for the call.
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
        // The changes by the limit and the authority since the last time.
        try await persist()
    }

    private static func folderOfProgram() throws(MonitorError) -> String {
        do throws(StateFolder.Failure) { return try StateFolder.ofProgram("monitors") } catch {
            throw MonitorError(error)
        }
    }

    /// Declares that no more observations come: each reading ends after it has received all events.
    public func finish() {
        isFinished = true
        wakeAll()
    }

    /// The path of the store's file, for messages to operators.
    public nonisolated var storePath: String { store.path }

    /// Finishes pending writes and closes the store, so that the name can be opened again; events end.
    ///
    /// Without this call, the store closes when the monitor is no longer used.
    public func close() async {
        guard end != .closed else { return }
        // If the store fails now, the next monitor reports the lost changes again.
        if end == nil { await persistOrEnd() }
        end = .closed
        monitorState.share.end()
        wakeAll()
        await store.close()
    }
}

// Conditions and records.
extension Monitor {
    /// Adds a condition with an identifier, and replaces an existing one with that identifier (LD1).
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - identifier: The rules for a monitor's name apply, but letters and digits may be of any script.
    ///   - policy: How certain the condition must be before its state changes.
    ///   - history: Which undelivered changes are kept for readers.
    ///   - state: The state that the caller assumes; an event follows only if it is wrong (L12 to L14).
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

    /// Adds a condition and removes others in one step; if the condition cannot be stored, the others stay.
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

    /// Stops monitoring a condition and deletes its record; an unknown identifier changes nothing.
    ///
    /// - Throws: ``MonitorError/closed`` and ``MonitorError/persistenceUnavailable``.
    public func remove(_ identifier: String) async throws(MonitorError) {
        try requireOpen()
        monitorState.remove(identifier)
        try await persist()
    }

    /// The identifiers of all conditions, in the order of addition.
    public var identifiers: [String] { monitorState.conditions.map(\.definition.identifier) }

    /// The number of the last change so far; all later changes have greater numbers, whenever readers receive
    /// them.
    public var lastNumber: Int64 { monitorState.lastNumber }

    /// The condition and the last acknowledged event of an identifier; `nil` for an unknown identifier (L18).
    public func record(for identifier: String) -> Record? {
        record(for: identifier, reader: Self.defaultReader)
    }

    /// The condition and the last event of an identifier that the named reader acknowledged (LD11).
    public func record(for identifier: String, reader: String) -> Record? {
        monitorState.record(for: identifier, reader: reader)
    }

    /// The nearest beacon that satisfies a condition now, even if it changed without an event (LD12).
    public func currentRefinement(for identifier: String) -> BeaconIdentityCondition? {
        monitorState.condition(identifier)?.machine.currentRefinement
    }
}

extension Monitor {
    /// Explains a condition's state with margins, counts, times and rules, but never with a place (LA2,
    /// LD20).
    ///
    /// - Returns: `nil` for an unknown identifier.
    public func explain(_ identifier: String) -> Explanation? {
        monitorState.condition(identifier)?.explanation
    }
}

// Observations.
extension Monitor {
    /// Evaluates an observation, and delivers the changes to the readers.
    ///
    /// - Parameters:
    ///   - observation: The observation.
    ///   - mark: The observation's position in its origin, such as a line of a recording; stored as ``mark``
    ///     together with the changes.
    /// - Throws: ``MonitorError/closed`` and ``MonitorError/persistenceUnavailable``.
    /// - Complexity: O(*n*) in the number of conditions; the store is used only when something changes.
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
    /// - Throws: As ``observe(_:mark:)``; also the sequence's errors.
    public func run<Observations: AsyncSequence>(observing observations: Observations) async throws
    where Observations.Element == Observation {
        for try await observation in observations { try await observe(observation) }
    }

    /// The mark of the last observation that changed a state; it is durable together with its change.
    public var mark: String? { monitorState.mark }

    /// Stores another mark, or none, without an observation, for example at the end of a recording.
    ///
    /// - Throws: ``MonitorError/closed`` and ``MonitorError/persistenceUnavailable``.
    public func remember(mark: String?) async throws(MonitorError) {
        try requireOpen()
        monitorState.remember(mark)
        try await persist()
    }

    /// Uses an observation from before the monitor was opened as evidence; no state changes.
    ///
    /// To replay a recording from its beginning, recall the observations up to ``mark`` and observe the rest.
    /// Then the time at which a process ended has no influence on later states. Recall before the first
    /// ``observe(_:mark:)``.
    ///
    /// - Throws: ``MonitorError/closed`` and ``MonitorError/persistenceUnavailable``.
    public func recall(_ observation: Observation) throws(MonitorError) {
        try requireOpen()
        askAuthority()
        monitorState.recall(observation)
    }

    /// Applies the present decisions of the authority and the limit, before anything is used or delivered.
    func askAuthority() {
        monitorState.suspend(authority?.suspension)
        // After closing, the monitor has no places that could change.
        if end == nil { monitorState.askLimit() }
    }
}

// Readers.
extension Monitor {
    static let defaultReader = "default"

    /// The events of the default reader; see ``Events``.
    public nonisolated var events: Events { Events(monitor: self, reader: Self.defaultReader) }

    /// The events of a named reader, with its own acknowledgements (LD11).
    ///
    /// A new reader begins with the states that are known when it starts.
    ///
    /// - Throws: ``MonitorError/invalidName(_:)``.
    public nonisolated func events(reader: String) throws(MonitorError) -> Events {
        try Name.check(identifier: reader)
        return Events(monitor: self, reader: reader)
    }

    /// Acknowledges a received event without asking for the next (LD9).
    ///
    /// The acknowledgement is on the disk when this method returns, even if asking for the next event has
    /// already made it. A number that the reader never received changes nothing.
    ///
    /// - Throws: ``MonitorError/closed`` and ``MonitorError/persistenceUnavailable``.
    public func acknowledge(_ event: Event, reader: String? = nil) async throws(MonitorError) {
        try await acknowledge(event, reader: reader, waitingForDisk: true)
    }

    /// Acknowledges an event as asking for the next one does, for code that has its own `next`.
    package func acknowledge(
        _ event: Event, reader: String? = nil, waitingForDisk waits: Bool
    ) async throws(MonitorError) {
        try requireOpen()
        let reader = reader ?? Self.defaultReader
        monitorState.acknowledge(event.number, by: reader)
        // `next` may have passed the acknowledgement to the store without waiting for the disk.
        let isNeeded = waits && !monitorState.isSettled(reader, by: stepOnDisk)
        try await persist(isUrgent: waits, isNeeded: isNeeded)
    }

    /// Deletes a named reader's progress; its running iteration ends.
    ///
    /// - Throws: ``MonitorError/closed`` and ``MonitorError/persistenceUnavailable``.
    public func removeReader(_ reader: String) async throws(MonitorError) {
        try requireOpen()
        monitorState.forget(reader: reader)
        readings.removeValue(forKey: reader)?.signal.signal()
        try await persist()
    }

    /// Makes an iteration the current one of its reader; the previous iteration ends.
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

    /// Waits for the next event of a reader, after it has acknowledged the event that the iteration received
    /// last.
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

    /// The last events: no condition is monitored any more, because the store has failed (L79).
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

    // The state's changes go to the store before the actor can do anything else, so steps reach the store in
    // order. A reader receives only events that are in the store by then.
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

    /// Writes pending changes; a failure ends the monitor, and ``end`` has the reason.
    private func persistOrEnd(isUrgent: Bool = true) async {
        do { try await persist(isUrgent: isUrgent) } catch { wakeAll() }
    }

    private func wakeAll() {
        for reading in readings.values { reading.signal.signal() }
    }
}
