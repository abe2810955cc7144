/// A trace at one of its spans, which is under way in this program.
public struct Trace: Sendable {
    /// The span that the present task works on; `nil` where nothing is traced.
    @TaskLocal public static var current: Trace?

    /// Where spans go.
    public let tracer: Tracer
    /// The place of the span.
    public let context: TraceContext
    /// The number of the span that it is a part of; 0 for the first of the trace.
    public let parent: UInt64

    init(tracer: Tracer, context: TraceContext, parent: UInt64) {
        self.tracer = tracer
        self.context = context
        self.parent = parent
    }

    /// A span within this one.
    public func child() -> Trace {
        let place = TraceContext(
            high: context.high, low: context.low, span: Tracer.number(), isSampled: context.isSampled)
        return Trace(tracer: tracer, context: place, parent: context.span)
    }

    /// Records that the span has ended.
    ///
    /// - Parameters:
    ///   - name: What kind of work it was.
    ///   - kind: On which side of a call it was.
    ///   - start: When it began, in nanoseconds since 1970.
    ///   - end: When it ended; by default now.
    ///   - attributes: What is known of it; not asked for when the trace is not exported.
    ///   - hasFailed: Whether it failed.
    public func finish(
        _ name: @autoclosure () -> String, _ kind: Span.Kind, start: UInt64, end: UInt64? = nil,
        attributes: @autoclosure () -> [Span.Attribute] = [], hasFailed: Bool = false
    ) {
        guard context.isSampled else { return }
        let end = end ?? tracer.now
        tracer.add(
            Span(
                context: context, parent: parent, name: name(), kind: kind, start: min(start, end), end: end,
                attributes: attributes(), hasFailed: hasFailed))
    }
}
