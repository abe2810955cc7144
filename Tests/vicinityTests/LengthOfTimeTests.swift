import Testing

@testable import vicinity

struct LengthOfTimeTests {
    @Test(arguments: [
        (0, "0 seconds", "0 sec"), (1, "1 second", "1 sec"), (59, "59 seconds", "59 sec"),
        (60, "1 minute", "1 min"),
        (90, "1 minute, 30 seconds", "1 min, 30 sec"), (3_599, "59 minutes, 59 seconds", "59 min, 59 sec"),
        (3_600, "1 hour", "1 hr"), (7_500, "2 hours, 5 minutes", "2 hr, 5 min"),
        (86_400, "1 day", "1 day"), (684_120, "7 days, 22 hours", "7 days, 22 hr"),
    ])
    func `a length of time is written in the largest units that it fills, two at most`(
        seconds: Int, words: String, cell: String
    ) {
        #expect(LengthOfTime.words(seconds: Int64(seconds)) == words)
        #expect(LengthOfTime.cell(seconds: Int64(seconds)) == cell)
    }

    @Test func `the longest time is written too`() {
        #expect(LengthOfTime.words(seconds: 9_000_000_000_000_000).contains("days"))
    }

    @Test(arguments: [
        (2_592_000_000_000, "30 days"), (90_061_000_000, "1 day, 1 hour, 1 minute, 1 second"),
        (0, "0 seconds"),
        (1_500_000, "1.5 seconds"),
    ])
    func `a length for a comparison is written exactly`(microseconds: Int64, words: String) {
        #expect(LengthOfTime.exact(microseconds: microseconds) == words)
    }
}
