import Authorization
import Synchronization

/// Looks at the machine of an authority after each step; it must not call the authority, which is locked.
protocol AuthorityWatch: Sendable {
    func look(at machine: AuthorizationStateMachine)
}

/// Tells a stream of a value each time it is another one.
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

/// Rings a bell when the reasons for which monitoring stands still change.
final class BellWatch: AuthorityWatch {
    private let bell: Doorbell
    private let last = Mutex<AuthorizationDiagnostics?>(nil)

    init(_ bell: Doorbell) { self.bell = bell }

    func look(at machine: AuthorizationStateMachine) {
        let reasons = machine.diagnostics
        let isNews = last.withLock { last in
            defer { last = reasons }
            return last != reasons
        }
        if isNews { bell.ring() }
    }
}
