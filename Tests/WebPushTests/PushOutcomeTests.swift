import Testing
import WebPush

struct PushOutcomeTests {
    @Test(arguments: [
        (200, PushOutcome.accepted), (201, .accepted), (202, .accepted), (204, .accepted), (404, .gone),
        (410, .gone), (413, .tooLarge), (401, .forbidden), (403, .forbidden), (429, .retry(after: nil)),
        (500, .retry(after: nil)), (503, .retry(after: nil)), (599, .retry(after: nil)),
        (301, .refused(status: 301)), (400, .refused(status: 400)), (203, .refused(status: 203)),
        (600, .refused(status: 600)), (0, .refused(status: 0)),
    ])
    func `a status has its meaning`(status: Int, expected: PushOutcome) {
        #expect(PushOutcome(status: status, retryAfter: nil, at: 0) == expected)
    }

    // 784111777 is Sun, 06 Nov 1994 08:49:37 GMT, the example of RFC 9110.
    @Test(arguments: [
        ("0", 0), ("120", 120), ("86401", 86_400), ("99999999999999999999", 86_400),
        ("Sun, 06 Nov 1994 08:49:37 GMT", 7), ("Sun, 06 Nov 1994 08:49:20 GMT", 0),
        ("Mon, 07 Nov 1994 00:00:00 GMT", 54_630), ("Wed, 29 Feb 2096 00:00:00 GMT", 86_400),
    ])
    func `a push service tells how long to wait, at most a day`(field: String, seconds: Int) {
        let outcome = PushOutcome(status: 429, retryAfter: field, at: 784_111_770)
        #expect(outcome == .retry(after: .seconds(seconds)))
    }

    @Test(arguments: [
        "", "-1", "1.5", "soon", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
        "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT", "Xyz, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nvm 1994 08:49:37 GMT",
    ])
    func `anything else is no time to wait`(field: String) {
        #expect(PushOutcome(status: 503, retryAfter: field, at: 784_111_770) == .retry(after: nil))
    }

    @Test func `a wait counts for a retry only`() {
        #expect(PushOutcome(status: 410, retryAfter: "120", at: 0) == .gone)
    }
}
