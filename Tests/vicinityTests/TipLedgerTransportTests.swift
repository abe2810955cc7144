import JSON
import Testing
import TipRuntime
import TipRules
import WorkplaceClient

@testable import vicinity

struct TipLedgerTransportTests {
    private func failure(_ problem: String) throws -> APIProblem {
        APIProblem(try JSONValue(parsing: Array(problem.utf8)), status: 422)
    }

    @Test func `TD20: the store learns the server's time when its data lies ahead`()
        throws
    {
        let found = TipLedgerTransport.refusal(
            in: try failure(#"{"code":"tip-clock-ahead","now":"2026-02-03T10:00:00.250Z"}"#))
        #expect(found == .clockAhead(now: RuleTime(microseconds: 1_770_112_800_250_000)))
    }

    @Test(arguments: [
        #"{"code":"tip-clock-ahead"}"#, #"{"code":"tip-clock-ahead","now":"soon"}"#, #"[1]"#,
        #"{"code":"tip-ledger-too-large","now":"2026-02-03T10:00:00Z"}"#,
    ])
    func `TD20: other refusals stay what they are`(problem: String) throws {
        #expect(TipLedgerTransport.refusal(in: try failure(problem)) == nil)
    }
}
