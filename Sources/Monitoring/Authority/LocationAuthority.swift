public import Authorization
public import Observations
import Synchronization

/// Decides whether a program may sense its person's location; its monitors, ranging and live positions ask
/// it.
///
/// A program has one. The host connects it to its own prompts and settings: an app to the system's, a page to
/// the browser's permission, a server to the person's consent. Every method takes effect before it returns:
/// later observations are not used without permission, and readers that wait for events learn why none come.
///
/// ```swift
/// let authority = LocationAuthority(UsageDescriptions(whenInUse: "To show the menu of your café."), now: now)
/// let monitor = try await Monitor("work", authority: authority)
/// async let prompts: Void = authority.run { prompt in await screen.ask(prompt) }
/// ```
///
/// Expired grants end while ``run(clock:asking:)`` runs, or at the next use of the authority.
public final class LocationAuthority: Sendable {
    private struct State {
        var machine: AuthorizationStateMachine
        /// The reasons why monitoring is suspended, and since when.
        var suspension = Suspension()
        var watches: [Int: any AuthorityWatch] = [:]
        var lastWatch = 0

        /// Stores the result of a step, and passes it to the watchers.
        mutating func settle() {
            let reasons = machine.diagnostics
            if reasons != suspension.reasons {
                suspension = Suspension(
                    reasons: reasons, since: machine.now, changes: suspension.changes + 1)
            }
            for watch in watches.values { watch.look(at: machine) }
        }
    }

    /// Why monitoring is suspended, if it is.
    struct Suspension: Hashable, Sendable {
        var reasons: AuthorizationDiagnostics = []
        var since = ObservationTime(microseconds: 0)
        /// How many times the reasons have changed; it reveals a withdrawal even after the permission has
        /// returned.
        var changes = 0
    }

    private let state: Mutex<State>
    private let now: @Sendable () -> ObservationTime

    /// Makes the authority of a program.
    ///
    /// - Parameters:
    ///   - usage: The texts of the prompts; without them, the person is not asked (L88).
    ///   - policy: The lifetimes of grants.
    ///   - memory: The ``memory`` of the previous run.
    ///   - isInUse: Whether the program starts in the foreground.
    ///   - now: The present time.
    public init(
        _ usage: UsageDescriptions, policy: AuthorizationPolicy = AuthorizationPolicy(),
        recalling memory: AuthorizationMemory = AuthorizationMemory(), isInUse: Bool = true,
        now: @escaping @Sendable () -> ObservationTime
    ) {
        let machine = AuthorizationStateMachine(
            usage, policy: policy, recalling: memory, isInUse: isInUse, at: now())
        state = Mutex(State(machine: machine))
        self.now = now
        elapse()
    }

    /// Passes an input to the machine, and the result to the watchers.
    ///
    /// Watchers only pass values to streams and send wake signals. They are called inside the lock, so that
    /// everybody sees changes in order.
    private func take<Result, Refusal: Error>(
        _ input: (inout AuthorizationStateMachine, ObservationTime) throws(Refusal) -> Result
    ) throws(Refusal) -> Result {
        let time = now()
        return try state.withLock { state throws(Refusal) in
            defer { state.settle() }
            // Even when the input is refused, time has passed.
            _ = state.machine.elapsed(until: time)
            return try input(&state.machine, time)
        }
    }

    /// Ends expired grants.
    func elapse() { take { _, _ in } }

    /// The present time.
    var presentTime: ObservationTime { now() }

    /// Reads a value of the machine at the present time.
    private func read<Value>(_ value: (borrowing AuthorizationStateMachine) -> Value) -> Value {
        take { machine, _ in value(machine) }
    }
}

// Authorisation.
extension LocationAuthority {
    /// The present authorisation.
    public var authorization: AuthorizationState { read { $0.state } }

    /// The authorization: the present value first, then every change (L85).
    ///
    /// Each call returns a separate sequence, which ends with its task or with the authority.
    public var changes: AsyncStream<AuthorizationState> { stream { $0.state } }

    /// Why conditions are not decided and beacons are not ranged now; empty while they are (L80).
    public var diagnostics: AuthorizationDiagnostics { read { $0.diagnostics } }

    /// The person's permission as the content of an observation.
    public var permission: Permission { read { $0.permission } }

    /// The open question, for hosts that do not call ``run(clock:asking:)``.
    public var prompt: AuthorizationPrompt? { read { $0.prompt } }

    /// Whether the program is in the foreground.
    package var isInUse: Bool { read { $0.isInUse } }

    /// The data for the next run of the program; store it when it changes.
    public var memory: AuthorizationMemory { read { $0.memory } }

    /// Why monitoring is suspended, if it is.
    var suspension: Suspension {
        elapse()
        return state.withLock { $0.suspension }
    }
}

// Requests of the program.
extension LocationAuthority {
    /// Requests positions while the program is in use.
    ///
    /// - Throws: `AuthorizationRefusal` when the person cannot be asked (L86 to L88).
    public func requestWhenInUse() throws(AuthorizationRefusal) {
        _ = try take { machine, time throws(AuthorizationRefusal) in try machine.requestWhenInUse(at: time) }
    }

    /// Requests positions at any time: as the first request, or once as an upgrade.
    ///
    /// - Throws: `AuthorizationRefusal` when the person cannot be asked (L87 to L89).
    public func requestAlways() throws(AuthorizationRefusal) {
        _ = try take { machine, time throws(AuthorizationRefusal) in try machine.requestAlways(at: time) }
    }

    /// Requests full accuracy for a while; returns when the question is open.
    ///
    /// - Throws: `AuthorizationRefusal` when the person cannot be asked (L96).
    public func requestTemporaryFullAccuracy(purpose: String) throws(AuthorizationRefusal) {
        _ = try take { machine, time throws(AuthorizationRefusal) in
            try machine.requestTemporaryFullAccuracy(purpose: purpose, at: time)
        }
    }
}

// Reports from the host.
extension LocationAuthority {
    /// Reports the person's answer.
    ///
    /// - Throws: `AuthorizationRefusal.promptNotOpen` and `AuthorizationRefusal.answerNotOffered`.
    public func answer(
        _ answer: AuthorizationAnswer, to prompt: AuthorizationPrompt,
        accuracy: AccuracyAuthorization = .fullAccuracy
    ) throws(AuthorizationRefusal) {
        _ = try take { machine, time throws(AuthorizationRefusal) in
            try machine.answered(answer, to: prompt, accuracy: accuracy, at: time)
        }
    }

    /// Reports that a question was closed without an answer.
    ///
    /// - Throws: `AuthorizationRefusal.promptNotOpen`.
    public func dismiss(_ prompt: AuthorizationPrompt) throws(AuthorizationRefusal) {
        _ = try take { machine, time throws(AuthorizationRefusal) in
            try machine.dismissed(prompt, at: time)
        }
    }

    /// Reports whether the program is in use: in the foreground, on the person's screen.
    public func setInUse(_ isInUse: Bool) {
        _ = take { isInUse ? $0.tookInUse(at: $1) : $0.leftUse(at: $1) }
    }

    /// Reports that the person changed the setting of this program (L94).
    public func set(
        _ grant: AuthorizationDecision.Grant, accuracy: AccuracyAuthorization = .fullAccuracy
    ) {
        _ = take { $0.decided(grant, accuracy: accuracy, at: $1) }
    }

    /// Reports that location was switched on or off for the whole device (L90).
    public func setEnabled(_ isEnabled: Bool) {
        _ = take { $0.switchedGlobally(on: isEnabled, at: $1) }
    }

    /// Reports that someone other than the person began or stopped forbidding it (L90).
    public func setRestricted(_ isRestricted: Bool) { _ = take { $0.restricted(isRestricted, at: $1) } }
}

// Sessions.
extension LocationAuthority {
    func begin(_ goal: ServiceGoal) -> ServiceSessionNumber { take { $0.took(goal, at: $1).session } }

    func end(_ session: ServiceSessionNumber) { _ = take { $0.invalidated(session, at: $1) } }
}

// Watching.
extension LocationAuthority {
    /// A value of the machine: the present one first, then each change.
    ///
    /// A reader that falls behind loses the oldest of more than sixteen values; the newest value is always
    /// current.
    package func stream<Value: Equatable & Sendable>(
        of value: @escaping @Sendable (AuthorizationStateMachine) -> Value
    ) -> AsyncStream<Value> {
        elapse()
        let (stream, continuation) = AsyncStream.makeStream(
            of: Value.self, bufferingPolicy: .bufferingNewest(16))
        let watch = StreamWatch(value, into: continuation)
        let number = add(watch)
        continuation.onTermination = { [weak self] _ in self?.removeWatch(number) }
        return stream
    }

    /// Passes the machine to a watch now, and after each step.
    func add(_ watch: any AuthorityWatch) -> Int {
        state.withLock { state in
            state.lastWatch += 1
            state.watches[state.lastWatch] = watch
            watch.look(at: state.machine)
            return state.lastWatch
        }
    }

    func removeWatch(_ number: Int) {
        _ = state.withLock { $0.watches.removeValue(forKey: number) }
    }
}
