import Synchronization

/// Counts events of one kind, on any thread.
public final class EventCounter: Sendable {
    private let count = Atomic<UInt64>(0)

    /// Makes a counter at zero.
    public init() {}

    /// Adds events; one relaxed atomic addition.
    public func add(_ events: UInt64 = 1) { count.wrappingAdd(events, ordering: .relaxed) }

    /// The number of events so far.
    public var value: UInt64 { count.load(ordering: .relaxed) }
}
