import JSON
import Testing
import Tracing

/// The field `traceparent` of W3C's Trace Context, and the sampling of traces.
struct TraceContextTests {
    private static let field = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    @Test func `a field is read and written as it came`() throws {
        let context = try #require(TraceContext(Self.field))
        #expect(context.traceID == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(context.span == 0x00f0_67aa_0ba9_02b7)
        #expect(context.isSampled)
        #expect(context.fieldValue == Self.field)
        #expect(TraceContext(Self.field.dropLast() + "0")?.isSampled == false)
    }

    @Test(arguments: [
        "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-the-future-will-be-like",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-ff",
    ])
    func `later versions and unknown flags are read as far as they are known`(field: String) throws {
        #expect(try #require(TraceContext(field)).isSampled)
    }

    @Test(arguments: [
        "", "00", "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-",
        "00_4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1g",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01x",
        "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01x",
    ])
    func `an invalid field begins a new trace`(field: String) {
        #expect(TraceContext(field) == nil)
        let trace = Tracer(ratio: 1, now: { 1 }).begin(continuing: field)
        #expect(trace.parent == 0)
        #expect(trace.context.high | trace.context.low != 0)
    }

    @Test func `a trace of another program goes on, and its decision counts`() {
        let none = Tracer(ratio: 0, now: { 1 }), all = Tracer(ratio: 1, now: { 1 })
        let taken = none.begin(continuing: Self.field)
        #expect(taken.context.traceID == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(taken.parent == 0x00f0_67aa_0ba9_02b7)
        #expect(taken.context.span != taken.parent)
        #expect(taken.context.isSampled)
        #expect(!all.begin(continuing: Self.field.dropLast() + "0").context.isSampled)
        #expect(all.begin().context.isSampled)
        #expect(!none.begin().context.isSampled)
    }

    @Test func `the ratio is that of the traces that are exported`() {
        let tracer = Tracer(ratio: 0.25, now: { 1 })
        let count = (0..<4_000).count { _ in tracer.begin().context.isSampled }
        // Six standard deviations.
        #expect((836...1_164).contains(count))
    }
}

/// What a tracer keeps, drops and writes.
struct TracerTests {
    @Test func `spans beyond the capacity are dropped and counted, and nothing waits`() {
        let tracer = Tracer(ratio: 1, capacity: 3, now: { 7 })
        for _ in 0..<5 { tracer.begin().finish("work", .internal, start: 5) }
        #expect(tracer.waitingCount == 3)
        #expect(tracer.droppedCount == 2)
        #expect(tracer.take(atMost: 2).count == 2)
        tracer.begin().finish("work", .internal, start: 5)
        #expect(tracer.take(atMost: 10).count == 2)
        #expect(tracer.droppedCount == 2)
    }

    @Test func `a trace that is not exported asks for no attribute`() {
        let tracer = Tracer(ratio: 0, now: { 7 })
        func attributes() -> [Span.Attribute] {
            Issue.record("asked for")
            return []
        }
        tracer.begin().child().finish("work", .internal, start: 5, attributes: attributes())
        #expect(tracer.waitingCount == 0)
    }

    @Test func `the body is that of OpenTelemetry's protocol in JSON`() throws {
        let tracer = Tracer(ratio: 1, now: { 1_800_000_000_123_456_789 })
        let root = tracer.begin(continuing: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
        root.finish(
            "GET /x", .server, start: 1_800_000_000_000_000_001,
            attributes: [
                Span.Attribute("http.route", "/x\"y"), Span.Attribute("http.response.status_code", 503),
            ], hasFailed: true)
        root.child().finish("read", .client, start: 1_800_000_000_000_000_002)
        let spans = tracer.take(atMost: 10)
        let body = TraceRequest.body(
            of: spans, resource: [Span.Attribute("service.name", "vicinity")], version: "1")
        let (first, second) = (spans[0].context, spans[1].context)
        func digits(_ number: UInt64) -> String {
            let text = String(number, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }
        let expected = """
            {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"vicinity"}}]},\
            "scopeSpans":[{"scope":{"name":"vicinity","version":"1"},"spans":[\
            {"traceId":"4bf92f3577b34da6a3ce929d0e0e4736","spanId":"\(digits(first.span))","parentSpanId":"00f067aa0ba902b7",\
            "flags":1,"name":"GET /x","kind":2,"startTimeUnixNano":"1800000000000000001",\
            "endTimeUnixNano":"1800000000123456789","attributes":[\
            {"key":"http.route","value":{"stringValue":"/x\\"y"}},\
            {"key":"http.response.status_code","value":{"intValue":"503"}}],"status":{"code":2}},\
            {"traceId":"4bf92f3577b34da6a3ce929d0e0e4736","spanId":"\(digits(second.span))",\
            "parentSpanId":"\(digits(first.span))","flags":1,"name":"read","kind":3,\
            "startTimeUnixNano":"1800000000000000002","endTimeUnixNano":"1800000000123456789","attributes":[],"status":{}}]}]}]}
            """
        #expect(String(decoding: body, as: UTF8.self) == expected)
    }
}
