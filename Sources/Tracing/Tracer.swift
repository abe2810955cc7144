import Synchronization

/// Begins traces and keeps the spans that have ended until they are exported.
///
/// Adding a span never waits. When too many wait, further ones are dropped and counted.
public final class Tracer: Sendable {
    private struct State {
        var waiting: [Span] = []
        var dropped = 0
    }

    /// How many spans wait at most.
    public let capacity: Int
    private let threshold: UInt64
    private let state = Mutex(State())
    private let clock: @Sendable () -> UInt64

    /// Makes a tracer.
    ///
    /// - Parameters:
    ///   - ratio: Which part of the traces that begin here is exported, from 0 to 1. A trace that another program began is exported
    ///     if that program exports it.
    ///   - capacity: How many spans may wait to be exported.
    ///   - now: The present time in nanoseconds since 1970.
    public init(ratio: Double, capacity: Int = 8_192, now: @escaping @Sendable () -> UInt64) {
        // As TraceIdRatioBased of OpenTelemetry: the same traces are exported by every program with the same ratio.
        let limit = UInt64(1) << 63
        threshold = ratio >= 1 ? limit : UInt64(max(ratio, 0) * Double(limit))
        self.capacity = capacity
        clock = now
    }

    /// The present time in nanoseconds since 1970.
    public var now: UInt64 { clock() }

    /// How many spans wait to be exported.
    public var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// How many spans were dropped.
    public var droppedCount: Int { state.withLock { $0.dropped } }

    /// Begins a trace, or goes on with that of another program.
    ///
    /// - Parameter field: The field of the request that carries the other program's place; `nil` without one.
    /// - Returns: The trace, with a span of this program in it.
    public func begin(continuing field: String? = nil) -> Trace {
        if let caller = field.flatMap(TraceContext.init) {
            let context = TraceContext(
                high: caller.high, low: caller.low, span: Self.number(), isSampled: caller.isSampled)
            return Trace(tracer: self, context: context, parent: caller.span)
        }
        let (high, low) = (Self.number(), Self.number())
        let context = TraceContext(
            high: high, low: low, span: Self.number(), isSampled: low >> 1 < threshold)
        return Trace(tracer: self, context: context, parent: 0)
    }

    /// Keeps a span for the export, or drops it when too many wait.
    public func add(_ span: Span) {
        state.withLock { state in
            guard state.waiting.count < capacity else {
                state.dropped += 1
                return
            }
            state.waiting.append(span)
        }
    }

    /// Takes spans out, in the order in which they ended.
    public func take(atMost count: Int) -> [Span] {
        state.withLock { state in
            let taken = Array(state.waiting.prefix(count))
            state.waiting.removeFirst(taken.count)
            return taken
        }
    }

    /// Counts spans that could not be exported.
    public func noteDropped(_ count: Int) { state.withLock { $0.dropped += count } }

    /// A number other than zero.
    static func number() -> UInt64 { .random(in: 1...UInt64.max) }
}
