import Synchronization

/// A value that closures of several tasks change.
final class Box<Value: Sendable>: Sendable {
    private let kept: Mutex<Value>

    init(_ value: Value) { kept = Mutex(value) }

    var value: Value { kept.withLock { $0 } }
    func change(_ body: (inout Value) -> Void) { kept.withLock { body(&$0) } }
}
