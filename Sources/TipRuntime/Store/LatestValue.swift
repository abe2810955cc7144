import Synchronization

/// The latest value of a stream.
final class LatestValue<Value: Equatable & Sendable>: Sendable {
    private let last = Mutex<Value?>(nil)

    var value: Value? { last.withLock { $0 } }

    /// Replaces the value, and returns whether it changed.
    func replace(with value: Value) -> Bool {
        last.withLock { last in
            defer { last = value }
            return last != value
        }
    }
}
