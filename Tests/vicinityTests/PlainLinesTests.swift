import Testing

@testable import vicinity

struct PlainLinesTests {
    @Test
    func `each line loses what a screen obeys, and none is added or lost`() {
        #expect(
            "a\u{1B}[2Jb\n\u{202E}c\r\nd\u{2028}e\n\n  f\u{2066}g".plainLines
                == "a [2Jb\n c  d e\n\n  f g")
        #expect("\n".plainLines == "\n")
        #expect("".plainLines.isEmpty)
    }

    @Test
    func `an isolate that one line opens is not closed by another`() {
        #expect("\u{2066}a\u{2069}\nb\u{2066}\nc\u{2069}".plainLines == "\u{2066}a\u{2069}\nb \nc ")
    }
}
