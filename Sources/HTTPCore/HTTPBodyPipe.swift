import Synchronization

/// A bounded queue of bytes between the producer of a response body and the server that sends it.
///
/// Both sides may be called from any thread, and neither blocks. The queue keeps chunks as they were given:
/// sending one array to a hundred pipes stores a hundred references and copies nothing. A reader that falls
/// behind by more than the capacity is cut off, so that it does not hold memory. It reconnects and resumes
/// with the number of its last event. A producer with much data waits for the reader with ``whenEmpty(_:)``.
public final class HTTPBodyPipe: Sendable {
    /// The result of sending bytes.
    public enum SendResult: Equatable, Sendable {
        /// They are in the queue.
        case accepted
        /// The queue would have grown over its capacity; the pipe is closed now and the queue dropped.
        case overflow
        /// Nobody reads any more.
        case closed
    }

    /// The result of taking bytes out of the queue.
    package enum Taken: Equatable, Sendable {
        /// This many bytes were copied.
        case bytes(Int)
        /// Nothing is there yet.
        case nothing
        /// The producer has finished and everything has been taken.
        case finished
        /// The queue overflowed or was closed, so the body is incomplete.
        case broken
    }

    private struct State {
        var queue = ByteQueue()
        var stage = Stage.open
        var wakeReader: (@Sendable () -> Void)?
        var closeHandler: (@Sendable () -> Void)?
        var emptyHandler: (@Sendable () -> Void)?
        var hasReaderGone = false
    }

    private enum Stage {
        case open
        case finished
        case broken
    }

    private let state = Mutex(State())
    /// How many bytes may wait.
    public let capacity: Int

    /// Creates an open pipe in which at most `capacity` bytes may wait.
    public init(capacity: Int = 256 * 1024) {
        self.capacity = capacity
    }

    // MARK: - Producer

    /// Appends bytes to the queue.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> SendResult {
        let (result, wake) = state.withLock { state -> (SendResult, (@Sendable () -> Void)?) in
            guard state.stage == .open, !state.hasReaderGone else { return (.closed, nil) }
            guard !bytes.isEmpty else { return (.accepted, nil) }
            guard bytes.count <= capacity - state.queue.count else {
                state.stage = .broken
                state.queue.removeAll()
                state.emptyHandler = nil
                return (.overflow, state.wakeReader.take())
            }
            state.queue.append(bytes)
            return (.accepted, state.wakeReader.take())
        }
        wake?()
        return result
    }

    /// Ends the body once everything sent so far has been read.
    ///
    /// - Parameter discardsQueue: Whether waiting bytes are dropped, because the reader may no longer receive
    ///   them.
    public func finish(discardsQueue: Bool = false) {
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.stage == .open else { return nil }
            state.stage = .finished
            state.emptyHandler = nil
            if discardsQueue { state.queue.removeAll() }
            return state.wakeReader.take()
        }
        wake?()
    }

    /// Sets a closure that runs once, when the reader has taken all sent bytes; at once when no bytes wait.
    ///
    /// The closure does not run after the body has ended or the reader has gone. It may run on the reader's
    /// thread and must return at once.
    public func whenEmpty(_ handler: @escaping @Sendable () -> Void) {
        let isEmpty = state.withLock { state in
            guard state.stage == .open, !state.hasReaderGone else { return false }
            guard state.queue.count > 0 else { return true }
            state.emptyHandler = handler
            return false
        }
        if isEmpty { handler() }
    }

    /// How many bytes wait for the reader.
    package var waitingByteCount: Int { state.withLock { $0.queue.count } }

    /// Sets a closure that runs once, when the reader has gone or has taken everything; at once if it already
    /// has.
    ///
    /// A reader that leaves is noticed only at the next write, because until then nobody reads from its
    /// connection.
    public func onClose(_ handler: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.hasReaderGone { state.closeHandler = handler }
            return state.hasReaderGone
        }
        if isLate { handler() }
    }

    // MARK: - Reader

    /// Moves as many bytes as fit from the queue into a buffer.
    package func take(into buffer: UnsafeMutableRawBufferPointer) -> Taken {
        let (taken, tellEmpty) = state.withLock { state -> (Taken, (@Sendable () -> Void)?) in
            let count = state.queue.move(into: buffer)
            let tellEmpty = state.queue.count == 0 ? state.emptyHandler.take() : nil
            if count > 0 { return (.bytes(count), tellEmpty) }
            return switch state.stage {
            case .open: (.nothing, tellEmpty)
            case .finished: (.finished, tellEmpty)
            case .broken: (.broken, tellEmpty)
            }
        }
        tellEmpty?()
        return taken
    }

    /// Asks for one wake-up, as soon as ``take(into:)`` has something to report.
    ///
    /// - Returns: whether `wake` was kept. If not, there is something to report now, and `wake` is not
    ///   called.
    package func wakeWhenReadable(_ wake: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard state.stage == .open, state.queue.count == 0 else { return false }
            state.wakeReader = wake
            return true
        }
    }

    /// Records that nobody reads any more, drops the queue and informs the producer.
    package func close() {
        let handler = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.hasReaderGone else { return nil }
            state.hasReaderGone = true
            state.wakeReader = nil
            state.emptyHandler = nil
            state.queue.removeAll()
            return state.closeHandler.take()
        }
        handler?()
    }
}
