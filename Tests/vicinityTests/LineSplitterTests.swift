import Testing

@testable import vicinity

/// Lines out of pieces, none longer than the limit.
struct LineSplitterTests {
    private func lines(_ pieces: [String]) -> [LineSplitter.Line] {
        var splitter = LineSplitter()
        return pieces.flatMap { splitter.take($0.utf8) } + (splitter.finish().map { [$0] } ?? [])
    }

    @Test(arguments: [
        (["a\nb\n"], ["a", "b"]), (["a", "b\n", "\nc"], ["ab", "", "c"]), ([""], []), (["\n"], [""]),
    ])
    func `lines end at line ends, wherever the pieces end`(pieces: [String], expected: [String]) {
        #expect(lines(pieces) == expected.map { .bytes(Array($0.utf8)) })
    }

    @Test func `a line that is too long is reported without its bytes, and the next one counts`() {
        let long = String(repeating: "x", count: LineSplitter.limit)
        #expect(lines([long + "\n"]) == [.bytes(Array(long.utf8))])
        #expect(lines([long, "y", "\nshort\n"]) == [.tooLong, .bytes(Array("short".utf8))])
    }
}
