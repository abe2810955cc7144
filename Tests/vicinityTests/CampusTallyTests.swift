import JSON
import Testing
import WorkplaceClient

@testable import vicinity

struct CampusTallyTests {
    @Test
    func `requests are counted by kind, and refusals and errors by code`() throws {
        var tally = CampusTally()
        tally.note(.order, .done, after: .milliseconds(3))
        tally.note(.order, .refused(code: "sold-out"), after: .milliseconds(1))
        tally.note(.order, .refused(code: "sold-out"), after: .milliseconds(2))
        tally.note(.collect, .failed(code: "no-answer"), after: .seconds(30))
        #expect((tally.done(.order), tally.refusalCount, tally.errorCount) == (1, 2, 1))
        #expect(tally.progress == "1 orders, 0 handed over, 0 crossings, 0 punches, 2 refused, 1 errors")
        var json = JSONWriter()
        json.object { tally.write(to: &$0) }
        #expect(
            String(decoding: json.bytes, as: UTF8.self)
                == #"{"orders":1,"handedOver":0,"refused":2,"errors":1,"requests":["#
                + #"{"kind":"order","done":1,"refused":{"sold-out":2},"errors":{},"p50Microseconds":2000,"p99Microseconds":3000},"#
                + #"{"kind":"collect","done":0,"refused":{},"errors":{"no-answer":1},"#
                + #""p50Microseconds":30000000,"p99Microseconds":30000000}]}"#)
        #expect(
            tally.table == """
                Request  done  refused     errors       p50         p99
                order    1     2 sold-out  0            2.0 ms      3.0 ms
                collect  0     0           1 no-answer  30000.0 ms  30000.0 ms
                """)
    }

    @Test
    func `a latency is the one that a share of the requests had at most`() {
        var tally = CampusTally()
        for number in (1...100).reversed() { tally.note(.menu, .done, after: .milliseconds(number)) }
        #expect(tally.latency(0.5, of: .menu) == .milliseconds(51))
        #expect(tally.latency(0.99, of: .menu) == .milliseconds(100))
        #expect(tally.latency(0.5, of: .quote) == nil)
    }

    @Test(arguments: [
        (409, "pickup-window-full", CampusTally.Outcome.refused(code: "pickup-window-full")),
        (429, "too-many-reports", .refused(code: "too-many-reports")),
        (401, "sign-in-required", .failed(code: "sign-in-required")),
        (403, "forbidden", .failed(code: "forbidden")),
        (500, "internal", .failed(code: "internal")),
    ])
    func `a no of a busy lunch is no error`(status: Int, code: String, outcome: CampusTally.Outcome) {
        #expect(CampusTally.Outcome(APIProblem(["code": .string(code)], status: status)) == outcome)
    }

    @Test
    func `a server that does not answer is an error`() {
        #expect(CampusTally.Outcome(NoAnswer(server: "http://127.0.0.1")) == .failed(code: "no-answer"))
        #expect(CampusTally.Outcome(CancellationError()) == .failed(code: "unexpected-answer"))
    }
}
