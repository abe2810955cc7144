import Synchronization

/// The last value that somebody was given.
final class Last<Value: Equatable & Sendable>: Sendable {
    private let last = Mutex<Value?>(nil)

    var value: Value? { last.withLock { $0 } }

    /// Notes a value; whether it is another than the last one.
    func replace(with value: Value) -> Bool {
        last.withLock { last in
            defer { last = value }
            return last != value
        }
    }
}
