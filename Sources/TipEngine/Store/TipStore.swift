import Processes
import Synchronization
import TipCore
public import TipRules

/// The tips of one person on one device: what was declared, what happened, and the file in which it is kept.
///
/// The names of TipKit act on ``current``. A store that is made by a test is its own world, with its own clock (TD10):
///
/// ```swift
/// let store = TipStore(now: { clock.now }, clock: clock)
/// TipStore.$replacement.withValue(store) { … }
/// ```
///
/// Calls take effect at once on the thread that makes them (TD19) and are written in their order, many in one transaction.
public final class TipStore: Sendable {
    /// The store that takes the place of the process's own in a task, for tests and simulations.
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
        /// What waits to be written, in order.
        var outbox: [Kept] = []
        /// Whether some of it is on its way to the file.
        var isWriting = false
        /// How often in a row the file could not be written.
        var failures = 0
        /// Tries again later to write.
        var nextTry: Task<Void, Never>?
        var followers: [Int: WakeSignal] = [:]
        var nextFollower = 0
        var faults: [TipFault] = []
        var toldFaults: Set<TipFault> = []
        var sinks: [@Sendable (TipOccurrence) -> Void] = []
        var transports: [String: any TipSyncTransport] = [:]
        var exchanges: [String: Exchange] = [:]
        var wasConfigured = false
        var resetsWhenConfigured = false
        /// How often the machine had been reset when the other side of an exchange last knew of it.
        var settledResets = 0
    }

    /// A change with those who wait until it is durable.
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

    /// Makes a store of its own, in memory, ready for use.
    ///
    /// - Parameters:
    ///   - now: What time it is.
    ///   - clock: What streams sleep on until the time changes a status; it should run as `now` does.
    public convenience init(
        now: @escaping @Sendable () -> RuleTime = { .system }, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(isConfigured: true, now: now, clock: clock)
    }

    /// Makes a store of its own that keeps everything in a file.
    ///
    /// - Parameters:
    ///   - path: Where the file is; it is made where there is none.
    ///   - damaged: What becomes of a file that is damaged.
    ///   - now: What time it is.
    ///   - clock: What streams sleep on until the time changes a status; it should run as `now` does.
    /// - Throws: ``TipKitError`` when the file cannot be used.
    /// - Complexity: O(*n*) in what is kept, on the calling thread.
    public convenience init(
        path: String, ifDamaged damaged: DamagedFile = .isRefused,
        now: @escaping @Sendable () -> RuleTime = { .system }, clock: any Clock<Duration> = ContinuousClock()
    ) throws(TipKitError) {
        self.init(isConfigured: true, now: now, clock: clock)
        try open(path, ifDamaged: damaged)
    }

    /// What becomes of a store's file that is damaged.
    public enum DamagedFile: Hashable, Sendable {
        /// It stays as it is, and is not opened.
        case isRefused
        /// It goes on as a copy, with `-damaged` after its name and a number from the second one on, and a new one is begun;
        /// ``TipStore/faults`` tells of it. With nine copies beside it, it is refused.
        ///
        /// While another process uses the file it is refused. For tips whose other devices know what was kept, and for whom no tip
        /// would be worse than one that comes again.
        case isSetAside
    }

    /// What time it is for the store.
    public var now: RuleTime { readNow() }

    // MARK: - Changing

    /// Lets something happen, makes it durable, and wakes those who follow.
    ///
    /// - Parameters:
    ///   - completion: Called when the change is durable, or at once when there is nothing to keep or no file.
    ///   - bringsFunctions: Whether the body declares functions of this process, and may run them.
    ///   - body: Tells the machine what happens; it runs under the store's lock.
    /// - Returns: What the body returns.
    func perform<Result: Sendable>(
        completion: (@Sendable () -> Void)? = nil, bringsFunctions: Bool = false,
        _ body: (inout TipStateMachine, RuleTime) -> (Result, TipChange)
    ) -> Result {
        let now = now
        if var frozen = Frozen.machine(of: self) {
            // A rule asks and changes nothing.
            defer { completion?() }
            return body(&frozen, now).0
        }
        let (result, after) = state.withLock { state in
            let edition = state.machine.edition
            let (result, change) = Frozen.around(self, &state.machine, bringsFunctions: bringsFunctions) {
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

    /// Asks the machine without changing anything that is kept.
    func ask<Result: Sendable>(_ body: (inout TipStateMachine, RuleTime) -> Result) -> Result {
        let now = now
        if var frozen = Frozen.machine(of: self) { return body(&frozen, now) }
        return state.withLock { state in Frozen.around(self, &state.machine) { body(&$0, now) } }
    }

    /// Hands what waits to the file; what comes meanwhile goes with the next transaction.
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

    /// Tries again in a while to write, later each time; whatever happens meanwhile tries at once.
    private func tryLater() {
        let clock = clock
        state.withLock { state in
            guard state.datastore != nil, state.nextTry == nil else { return }
            let pause = Duration.seconds(1 << min(state.failures, 6))
            // It ends by itself after the pause, or when the store is closed.
            state.nextTry = Task { [weak self] in
                do { try await clock.sleep(for: pause) } catch { return }
                self?.state.withLock { $0.nextTry = nil }
                self?.flush()
            }
        }
    }

    /// Waits until everything so far is durable.
    ///
    /// - Throws: What keeps the store from writing.
    public func synchronize() async throws {
        let datastore = state.withLock { $0.datastore }
        guard let datastore else { return }
        flush()
        while true {
            if let batch = state.withLock({ $0.takeOutbox() }) {
                try await write(batch, to: datastore)
            } else {
                guard state.withLock({ $0.isWriting }) else { return }
                // What is on its way is told before this is.
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

    /// Writes what waits and closes the file; the store goes on in memory.
    ///
    /// When it cannot write, the file is closed nevertheless, and nobody waits any longer.
    ///
    /// - Throws: What keeps the store from writing.
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

/// What is left to do for a store that no longer writes.
private struct Ending: Sendable {
    let datastore: TipDatastore?
    let completions: [@Sendable () -> Void]

    func perform() { for completion in completions { completion() } }
}

extension TipStore.State {
    /// Gives the file away, unless something waits to be written.
    fileprivate mutating func endWriting(evenIfSomethingWaits isGivenUp: Bool) -> Ending? {
        guard isGivenUp || (outbox.isEmpty && !isWriting) else { return nil }
        defer { (datastore, outbox, nextTry) = (nil, [], nil) }
        nextTry?.cancel()
        return Ending(datastore: datastore, completions: outbox.flatMap(\.completions))
    }
}

extension TipStore.State {
    /// What is left to do once the lock is free.
    struct After: Sendable {
        var followers: [WakeSignal] = []
        var sinks: [@Sendable (TipOccurrence) -> Void] = []
        var occurrences: [TipOccurrence] = []
        var completions: [@Sendable () -> Void] = []

        func perform() {
            for occurrence in occurrences { for sink in sinks { sink(occurrence) } }
            for follower in followers { follower.signal() }
            for completion in completions { completion() }
        }
    }

    mutating func take(
        _ change: TipChange, _ completion: (@Sendable () -> Void)?, isNews: Bool = true
    ) -> After {
        var after = After(
            followers: isNews ? Array(followers.values) : [], sinks: sinks, occurrences: change.occurrences,
            completions: completion.map { [$0] } ?? [])
        // Before the program is set up, and in memory, nothing is durable, and what happened still counts (TD11).
        guard change.isWorthKeeping, datastore != nil else { return after }
        outbox.append(TipStore.Kept(change: change, completions: after.completions))
        after.completions = []
        return after
    }

    /// Takes that a batch is durable, with what others have written.
    mutating func takeFromFile(_ others: TipLedger?, _ batch: [TipStore.Kept] = [], at now: RuleTime) -> After
    {
        var after = After(completions: batch.flatMap(\.completions))
        if !batch.isEmpty { failures = 0 }
        guard let others else { return after }
        // It is in the file already.
        let change = machine.merge(others, at: now)
        (after.followers, after.sinks, after.occurrences) = (
            Array(followers.values), sinks, change.occurrences
        )
        return after
    }

    /// Takes that a batch could not be written: those who wait for it go on waiting, unless the store was closed.
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

/// Something that went wrong where nobody could be told by an error; each is told once.
public enum TipFault: Hashable, Sendable {
    /// The stored value of a parameter no longer decodes; it was set aside, and the declared one is used (TD16).
    case parameterSetAside(String)
    /// A stored donation of an event no longer decodes; it was set aside, and is not among those given (TD16).
    case donationSetAside(event: String)
    /// A value was not taken because rules have none for it (T48).
    case unsupportedValue(String)
    /// A rule of a tip uses what rules have no value for, and never holds (T48).
    case unusableRule(tip: String)
    /// Two types claim one identifier; the second stays pending (TD18).
    case collision(id: String, owner: String, rival: String)
    /// The file could not be written; what happened counts in this process and is written later.
    case notWritten(String)
    /// Another device dated something more than a day ahead, or counted resets that cannot be; that was not taken.
    case fromTheFuture
    /// The other side of an exchange could not be reached, or did not take what it was sent; it is tried again.
    case notExchanged(String)
    /// A row of the file is not what tips wrote; it was set aside.
    case rowSetAside(String)
    /// The file was damaged, for the reason; it lies at the path now, and another was begun.
    case fileSetAside(String, reason: String)
    /// What was written could not be carried over to the file from its log; nothing is lost, and the log grows until it can.
    case logNotCarriedOver(String)
}
