import Processes
import Synchronization
import TipCore
public import TipRules

/// The tips of one person on one device: their declarations, their state, and its file.
///
/// The names of TipKit act on ``current``. A test makes its own store, with its own clock (TD10):
///
/// ```swift
/// let store = TipStore(now: { clock.now }, clock: clock)
/// TipStore.$replacement.withValue(store) { … }
/// ```
///
/// Calls take effect at once on the calling thread (TD19). The store writes them in order, many in one transaction.
public final class TipStore: Sendable {
    /// Replaces the process's own store in a task, for tests and simulations.
    @TaskLocal public static var replacement: TipStore?

    /// The process's own store.
    public static let process = TipStore(isConfigured: false, now: { .system }, clock: ContinuousClock())

    /// The store on which TipKit's names act.
    public static var current: TipStore { replacement ?? process }

    let clock: any Clock<Duration>
    private let readNow: @Sendable () -> RuleTime
    let state: Mutex<State>

    struct State: ~Copyable {
        var machine: TipStateMachine
        var datastore: TipDatastore?
        /// The changes that wait to be written, in order.
        var outbox: [Kept] = []
        /// Whether a batch is being written.
        var isWriting = false
        /// How many writes failed in a row.
        var failures = 0
        /// The retry of a failed write.
        var nextTry: Task<Void, Never>?
        var followers: [Int: WakeSignal] = [:]
        var nextFollower = 0
        var faults: [TipFault] = []
        var toldFaults: Set<TipFault> = []
        var sinks: [@Sendable (TipOccurrence) -> Void] = []
        var transports: [String: any TipSyncTransport] = [:]
        var exchanges: [String: ExchangeState] = [:]
        var wasConfigured = false
        var resetsWhenConfigured = false
        /// The number of resets that the other side of an exchange knows.
        var settledResets = 0
    }

    /// A change, and the tasks that wait until it is durable.
    struct Kept: Sendable {
        let change: TipChange
        let completions: [@Sendable () -> Void]
    }

    init(isConfigured: Bool, now: @escaping @Sendable () -> RuleTime, clock: any Clock<Duration>) {
        var random = SystemRandomNumberGenerator()
        var machine = TipStateMachine(replica: TipReplica(device: random.next()))
        machine.isConfigured = isConfigured
        state = Mutex(State(machine: machine))
        readNow = now
        self.clock = clock
    }

    /// Makes a separate store in memory, ready for use.
    ///
    /// - Parameters:
    ///   - now: Returns the present time.
    ///   - clock: The clock on which streams sleep until time changes a status; it should advance like `now`.
    public convenience init(
        now: @escaping @Sendable () -> RuleTime = { .system }, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(isConfigured: true, now: now, clock: clock)
    }

    /// Makes a separate store in a file.
    ///
    /// - Parameters:
    ///   - path: The file; it is made when it is missing.
    ///   - damaged: What to do with a damaged file.
    ///   - now: Returns the present time.
    ///   - clock: The clock on which streams sleep until time changes a status; it should advance like `now`.
    /// - Throws: ``TipKitError`` when the file cannot be used.
    /// - Complexity: O(*n*) in the size of the stored state, on the calling thread.
    public convenience init(
        path: String, ifDamaged damaged: DamagedFile = .isRefused,
        now: @escaping @Sendable () -> RuleTime = { .system }, clock: any Clock<Duration> = ContinuousClock()
    ) throws(TipKitError) {
        self.init(isConfigured: true, now: now, clock: clock)
        try open(path, ifDamaged: damaged)
    }

    /// What to do with a damaged file of a store.
    public enum DamagedFile: Hashable, Sendable {
        /// Leaves the file, and refuses to open it.
        case isRefused
        /// Renames the file to a copy, with `-damaged` after its name and a number from the second copy on, and starts a new file.
        ///
        /// ``TipStore/faults`` reports it. With nine copies the store refuses to open.
        ///
        /// It also refuses while another process uses the file. Use it when other devices have the state, or
        /// when repeating a tip is better than showing none.
        case isSetAside
    }

    /// The store's time.
    public var now: RuleTime { readNow() }

    // MARK: - Changing

    /// Changes the machine, makes the change durable, and wakes the followers.
    ///
    /// - Parameters:
    ///   - completion: Called when the change is durable, or at once when there is nothing to write or no file.
    ///   - bringsFunctions: Whether the body declares functions of this process, and may run them.
    ///   - body: Changes the machine, under the store's lock.
    /// - Returns: The result of the body.
    func perform<Result: Sendable>(
        completion: (@Sendable () -> Void)? = nil, bringsFunctions: Bool = false,
        _ body: (inout TipStateMachine, RuleTime) -> (Result, TipChange)
    ) -> Result {
        let now = now
        if var snapshot = RuleSnapshot.machine(of: self) {
            // A rule reads and changes nothing.
            defer { completion?() }
            return body(&snapshot, now).0
        }
        let (result, after) = state.withLock { state in
            let edition = state.machine.edition
            let (result, change) = RuleSnapshot.during(self, &state.machine, bringsFunctions: bringsFunctions)
            {
                body(&$0, now)
            }
            return (result, state.take(change, completion, isNews: state.machine.edition != edition))
        }
        after.perform()
        flush()
        return result
    }

    func perform(
        completion: (@Sendable () -> Void)? = nil, _ body: (inout TipStateMachine, RuleTime) -> TipChange
    ) {
        perform(completion: completion) { ((), body(&$0, $1)) }
    }

    /// Reads the machine without changing the stored state.
    func ask<Result: Sendable>(_ body: (inout TipStateMachine, RuleTime) -> Result) -> Result {
        let now = now
        if var snapshot = RuleSnapshot.machine(of: self) { return body(&snapshot, now) }
        return state.withLock { state in RuleSnapshot.during(self, &state.machine) { body(&$0, now) } }
    }

    /// Writes the waiting changes; later changes go with the next transaction.
    func flush() {
        let work = state.withLock { state -> (TipDatastore, [Kept])? in
            guard let datastore = state.datastore, !state.isWriting, !state.outbox.isEmpty else { return nil }
            defer { state.outbox = [] }
            state.isWriting = true
            return (datastore, state.outbox)
        }
        guard let (datastore, batch) = work else { return }
        datastore.write(batch.map(\.change)) { self.finish(batch, $0) }
    }

    private func finish(_ batch: [Kept], _ result: Swift.Result<TipLedger?, any Error>) {
        let now = now
        let after = state.withLock { state in
            state.isWriting = false
            switch result {
            case .success(let others): return state.takeFromFile(others, batch, at: now)
            case .failure(let error): return state.keepForLater(batch, error)
            }
        }
        after.perform()
        if case .success = result { flush() } else { tryLater() }
    }

    /// Retries the write after a back-off; a new change retries at once.
    private func tryLater() {
        let clock = clock
        state.withLock { state in
            guard state.datastore != nil, state.nextTry == nil else { return }
            let pause = Duration.seconds(1 << min(state.failures, 6))
            // The task ends after the pause, or when the store is closed.
            state.nextTry = Task { [weak self] in
                do { try await clock.sleep(for: pause) } catch { return }
                self?.state.withLock { $0.nextTry = nil }
                self?.flush()
            }
        }
    }

    /// Waits until everything so far is durable.
    ///
    /// - Throws: The error that prevents writing.
    public func synchronize() async throws {
        let datastore = state.withLock { $0.datastore }
        guard let datastore else { return }
        flush()
        while true {
            if let batch = state.withLock({ $0.takeOutbox() }) {
                try await write(batch, to: datastore)
            } else {
                guard state.withLock({ $0.isWriting }) else { return }
                // Earlier occurrences are delivered first.
                try await datastore.barrier()
            }
        }
    }

    private func write(_ batch: [Kept], to datastore: TipDatastore) async throws {
        do {
            let others = try await datastore.write(batch.map(\.change))
            finish(batch, .success(others))
        } catch {
            finish(batch, .failure(error))
            throw error
        }
    }

    /// Writes the waiting changes and closes the file; the store continues in memory.
    ///
    /// When it cannot write, it still closes the file, and waiting tasks return.
    ///
    /// - Throws: The error that prevents writing.
    public func close() async throws {
        var failure: (any Error)?
        while true {
            do { try await synchronize() } catch { failure = error }
            guard let ending = state.withLock({ $0.endWriting(evenIfSomethingWaits: failure != nil) }) else {
                continue
            }
            await ending.datastore?.close()
            ending.perform()
            break
        }
        if let failure { throw failure }
    }
}

/// The remaining work of a store that no longer writes.
private struct Ending: Sendable {
    let datastore: TipDatastore?
    let completions: [@Sendable () -> Void]

    func perform() { for completion in completions { completion() } }
}

extension TipStore.State {
    /// Releases the file, unless changes wait to be written.
    fileprivate mutating func endWriting(evenIfSomethingWaits isGivenUp: Bool) -> Ending? {
        guard isGivenUp || (outbox.isEmpty && !isWriting) else { return nil }
        defer { (datastore, outbox, nextTry) = (nil, [], nil) }
        nextTry?.cancel()
        return Ending(datastore: datastore, completions: outbox.flatMap(\.completions))
    }
}

extension TipStore.State {
    /// The remaining work after the lock is released.
    struct After: Sendable {
        var followers: [WakeSignal] = []
        var sinks: [@Sendable (TipOccurrence) -> Void] = []
        var occurrences: [TipOccurrence] = []
        var completions: [@Sendable () -> Void] = []

        func perform() {
            for occurrence in occurrences { for sink in sinks { sink(occurrence) } }
            for signal in followers { signal.signal() }
            for completion in completions { completion() }
        }
    }

    mutating func take(
        _ change: TipChange, _ completion: (@Sendable () -> Void)?, isNews: Bool = true
    ) -> After {
        var after = After(
            followers: isNews ? Array(followers.values) : [], sinks: sinks, occurrences: change.occurrences,
            completions: completion.map { [$0] } ?? [])
        // Before the set-up, and in memory, changes count but are not made durable (TD11).
        guard change.isWorthKeeping, datastore != nil else { return after }
        outbox.append(TipStore.Kept(change: change, completions: after.completions))
        after.completions = []
        return after
    }

    /// Records that a batch is durable, and joins the changes of other processes.
    mutating func takeFromFile(_ others: TipLedger?, _ batch: [TipStore.Kept] = [], at now: RuleTime) -> After
    {
        var after = After(completions: batch.flatMap(\.completions))
        if !batch.isEmpty { failures = 0 }
        guard let others else { return after }
        // The file has it already.
        let change = machine.merge(others, at: now)
        (after.followers, after.sinks, after.occurrences) = (
            Array(followers.values), sinks, change.occurrences
        )
        return after
    }

    /// Records that a batch was not written: its tasks continue to wait, unless the store was closed.
    mutating func keepForLater(_ batch: [TipStore.Kept], _ error: any Error) -> After {
        note(.notWritten("\(error)"))
        failures += 1
        guard datastore != nil else { return After(completions: batch.flatMap(\.completions)) }
        outbox = batch + outbox
        return After(followers: Array(followers.values))
    }

    mutating func takeOutbox() -> [TipStore.Kept]? {
        guard !outbox.isEmpty, !isWriting else { return nil }
        defer { outbox = [] }
        isWriting = true
        return outbox
    }

    mutating func note(_ fault: TipFault) {
        if toldFaults.insert(fault).inserted { faults.append(fault) }
    }
}

/// A failure that no caller can receive as an error; each is reported once.
public enum TipFault: Hashable, Sendable {
    /// The stored value of a parameter no longer decodes; it was set aside, and the declared value is used (TD16).
    case parameterSetAside(String)
    /// A stored donation of an event no longer decodes; it was set aside and is skipped (TD16).
    case donationSetAside(event: String)
    /// Rules cannot hold a value, which was refused (T48).
    case unsupportedValue(String)
    /// A rule of a tip uses a value that rules cannot hold, and is never true (T48).
    case unusableRule(tip: String)
    /// Two types claim one identifier; the second stays pending (TD18).
    case collision(id: String, owner: String, rival: String)
    /// The file could not be written; the changes count in this process and are written later.
    case notWritten(String)
    /// Another device sent a time more than a day ahead, or an impossible number of resets; both were refused.
    case fromTheFuture
    /// The other side of an exchange was unreachable or refused the changes; the store retries.
    case notExchanged(String)
    /// A row of the file is unreadable; it was set aside.
    case rowSetAside(String)
    /// The file was damaged, for the reason; it was renamed to the path, and a new file started.
    case fileSetAside(String, reason: String)
    /// The checkpoint of the log failed; nothing is lost, and the log grows until a checkpoint works.
    case logNotCarriedOver(String)
}
