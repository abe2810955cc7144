import Gzip
import Testing

struct GzipFileTests {
    @Test(arguments: [0, 1, 1_000, 300_000])
    func `what was compressed is there again`(count: Int) throws {
        let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
        let file = GzipFile(compressing: content)
        #expect(GzipInflater.isGzip(file.bytes))
        #expect(file == GzipFile(compressing: content))
        var inflater = GzipInflater()
        inflater.feed(file.bytes)
        var found: [UInt8] = []
        while case let piece = try inflater.next(), !piece.isEmpty { found += piece }
        #expect(found == content)
        let isAtEnd = inflater.isAtEndOfFile
        #expect(isAtEnd)
    }
}
