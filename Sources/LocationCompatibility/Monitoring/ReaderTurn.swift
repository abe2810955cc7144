import Synchronization

/// Who reads events, and how often the reader has come back for more; so that simulated time can wait for it.
final class ReaderTurn: Sendable {
    fileprivate struct State {
        var current = 0
        var isPresent = false
        var isOver = false
        var returns = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Begins a reading, which ends the one before.
    func begin() -> Int { takeOver(isPresent: true) }

    /// Ends the reading for good, if there is one: nothing follows.
    func end() { _ = takeOver(isPresent: false, isOver: true) }

    private func takeOver(isPresent: Bool, isOver: Bool = false) -> Int {
        let (number, waiting) = state.withLock { state in
            state.current += 1
            state.isPresent = isPresent
            state.isOver = state.isOver || isOver
            return (state.current, state.takeWaiting())
        }
        for continuation in waiting { continuation.resume() }
        return number
    }

    /// Whether a reading has not been ended by another.
    func isCurrent(_ number: Int) -> Bool { state.withLock { $0.current == number } }

    /// Notes that a reader has handled what it was given.
    func comeBack(_ number: Int) { change(number) { $0.returns += 1 } }

    /// Notes that a reader comes no more.
    func leave(_ number: Int) { change(number) { $0.isPresent = false } }

    /// How often the reader has come back; `nil` while there is none.
    var mark: Int? { state.withLock { $0.isPresent ? $0.returns : nil } }

    /// Waits until the reader has come back more often than a mark says, or has left.
    func passes(_ mark: Int) async {
        await wait { !$0.isPresent || $0.returns != mark }
    }

    /// Waits until a reader reads, or nothing can be read any more.
    func isTaken() async { await wait { $0.isPresent || $0.isOver } }

    private func wait(until isDone: (borrowing State) -> Bool) async {
        while !state.withLock({ isDone($0) }) {
            await withCheckedContinuation { continuation in
                let isLate = state.withLock { state in
                    if isDone(state) { return true }
                    state.waiting.append(continuation)
                    return false
                }
                if isLate { continuation.resume() }
            }
        }
    }

    private func change(_ number: Int, _ body: (inout State) -> Void) {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard state.current == number else { return [] }
            body(&state)
            return state.takeWaiting()
        }
        for continuation in waiting { continuation.resume() }
    }
}

extension ReaderTurn.State {
    fileprivate mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
        defer { waiting = [] }
        return waiting
    }
}
