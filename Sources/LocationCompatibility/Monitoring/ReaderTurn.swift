import Synchronization

/// Tracks the current reader of events and its requests, so that simulated time can wait for the reader.
final class ReaderTurn: Sendable {
    fileprivate struct State {
        var current = 0
        var isPresent = false
        var isOver = false
        var returns = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Begins a reading, which ends the previous one.
    func begin() -> Int { takeOver(isPresent: true) }

    /// Ends the current reading, and allows no other one.
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

    /// Whether a reading is still the current one.
    func isCurrent(_ number: Int) -> Bool { state.withLock { $0.current == number } }

    /// Records that a reader has handled its event and asks for the next.
    func comeBack(_ number: Int) { change(number) { $0.returns += 1 } }

    /// Records that a reader has stopped.
    func leave(_ number: Int) { change(number) { $0.isPresent = false } }

    /// The number of the reader's requests; `nil` while there is no reader.
    var mark: Int? { state.withLock { $0.isPresent ? $0.returns : nil } }

    /// Waits until the reader has made another request since a mark, or has stopped.
    func passes(_ mark: Int) async {
        await wait { !$0.isPresent || $0.returns != mark }
    }

    /// Waits until there is a reader, or no reading is possible any more.
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
