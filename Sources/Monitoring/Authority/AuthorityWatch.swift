import Authorization
import Synchronization

/// Observes the machine of an authority after each step; it must not call the authority, which is locked.
protocol AuthorityWatch: Sendable {
    func look(at machine: AuthorizationStateMachine)
}

/// Sends a value to a stream each time it changes.
final class StreamWatch<Value: Equatable & Sendable>: AuthorityWatch {
    private let value: @Sendable (AuthorizationStateMachine) -> Value
    private let continuation: AsyncStream<Value>.Continuation
    private let last = Mutex<Value?>(nil)

    init(
        _ value: @escaping @Sendable (AuthorizationStateMachine) -> Value,
        into continuation: AsyncStream<Value>.Continuation
    ) {
        self.value = value
        self.continuation = continuation
    }

    deinit { continuation.finish() }

    func look(at machine: AuthorizationStateMachine) {
        let value = value(machine)
        last.withLock { last in
            guard value != last else { return }
            last = value
            continuation.yield(value)
        }
    }
}

/// Reports the reasons why nothing may be sensed, each time they change.
final class ReasonsWatch: AuthorityWatch {
    private let tell: @Sendable (LocationAuthority.Suspension) -> Void
    private let last = Mutex<AuthorizationDiagnostics?>(nil)

    init(_ tell: @escaping @Sendable (LocationAuthority.Suspension) -> Void) { self.tell = tell }

    func look(at machine: AuthorizationStateMachine) {
        let reasons = machine.diagnostics
        last.withLock { last in
            guard last != reasons else { return }
            last = reasons
            tell(LocationAuthority.Suspension(reasons: reasons, since: machine.now))
        }
    }
}
