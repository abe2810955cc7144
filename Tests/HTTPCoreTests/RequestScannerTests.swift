import TestSupport
import Testing

@testable import HTTPCore

@Suite struct RequestScannerTests {
    /// Scans bytes in parts that end at these places, as far as they pass.
    private func scan(_ bytes: [UInt8], cutAt cuts: [Int] = []) -> (flaw: RequestFlaw?, heads: Int) {
        var scanner = RequestScanner(headLimit: 8192, partLimit: 9 * 1024)
        var start = 0
        for end in cuts + [bytes.count] {
            let outcome = bytes[start..<end].withUnsafeBytes { scanner.scan($0) }
            if let flaw = outcome.flaw { return (flaw, scanner.heads) }
            #expect(outcome.passed == end - start)
            start = end
        }
        return (nil, scanner.heads)
    }

    @Test func `the corpus is large`() {
        #expect(RawRequest.plain.count >= 40)
        #expect(RawRequest.refused.count >= 150)
        #expect(Set(RawRequest.refused.map(\.flaw)) == Set(RequestFlaw.allCases.map { "\($0)" }))
    }

    @Test(arguments: RawRequest.plain)
    func `a plain request passes, however it is cut`(request: RawRequest) {
        let whole = scan(request.bytes)
        #expect(whole.flaw == nil)
        #expect(whole.heads >= 1)
        for cut in request.bytes.indices {
            let cutOnce = scan(request.bytes, cutAt: [cut])
            #expect(cutOnce == whole, "cut at \(cut)")
        }
        #expect(scan(request.bytes, cutAt: Array(request.bytes.indices)) == whole)
    }

    @Test(arguments: RawRequest.refused)
    func `a flaw is found, however the request is cut`(request: RawRequest) {
        #expect(scan(request.bytes).flaw.map { "\($0)" } == request.flaw)
        for cut in request.bytes.indices where request.bytes.count < 1000 || cut % 61 == 0 {
            #expect(scan(request.bytes, cutAt: [cut]).flaw.map { "\($0)" } == request.flaw, "cut at \(cut)")
        }
        #expect(
            scan(request.bytes, cutAt: Array(request.bytes.indices)).flaw.map { "\($0)" } == request.flaw)
    }

    @Test func `what stands before a flawed request is handed on, and nothing of that request`() {
        let plain = "GET / HTTP/1.1\r\nHost: t\r\n\r\n"
        var scanner = RequestScanner(headLimit: 8192, partLimit: 8192)
        let flawed = Array(
            "\(plain)\(plain)POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\nx".utf8)
        let outcome = flawed.withUnsafeBytes { scanner.scan($0) }
        #expect(outcome == .init(passed: 2 * plain.utf8.count, flaw: .chunk))
        #expect(scanner.heads == 2)
    }

    @Test func `of a request that began in an earlier part nothing more is handed on`() {
        var scanner = RequestScanner(headLimit: 8192, partLimit: 8192)
        let first = Array("POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        #expect(first.withUnsafeBytes { scanner.scan($0) } == .init(passed: first.count))
        #expect(scanner.heads == 1)
        #expect(
            Array("x".utf8).withUnsafeBytes { scanner.scan($0) }
                == .init(passed: 0, flaw: .chunk, hasPassedHead: true))
        #expect(scanner.heads == 1)
    }

    @Test func `a flaw between requests is none of the chunked body before it`() {
        var scanner = RequestScanner(headLimit: 8192, partLimit: 8192)
        let chunks = "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        for part in [chunks, "\r\n"] {
            #expect(Array(part.utf8).withUnsafeBytes { scanner.scan($0) }.flaw == nil)
        }
        #expect(Array("\n".utf8).withUnsafeBytes { scanner.scan($0) } == .init(passed: 0, flaw: .requestLine))
        #expect(scanner.heads == 1)
    }

    @Test(arguments: [(8192, nil), (8191, RequestFlaw.headerTooLarge)])
    func `a head of the limit passes and one byte more does not`(limit: Int, flaw: RequestFlaw?) {
        let frame = "GET / HTTP/1.1\r\nHost: t\r\nX: \r\n\r\n"
        let text = frame.replacing(
            "X: ", with: "X: " + String(repeating: "a", count: 8192 - frame.utf8.count))
        var scanner = RequestScanner(headLimit: limit, partLimit: 8192)
        #expect(Array(text.utf8).withUnsafeBytes { scanner.scan($0) }.flaw == flaw)
    }

    @Test func `many parts cost as much as a long head`() {
        let cookies = (0..<60).map { "c\($0)=v" }.joined(separator: "; ")
        let bytes = Array("GET / HTTP/1.1\r\nHost: t\r\nCookie: \(cookies)\r\n\r\n".utf8)
        // Two fields and sixty cookies of 64 bytes each, and the bytes of the cookies with the blank before them.
        let cost = 62 * 64 + cookies.utf8.count + 1
        for (limit, flaw) in [(cost, nil), (cost - 1, RequestFlaw.headerTooLarge)] {
            var scanner = RequestScanner(headLimit: 8192, partLimit: limit)
            #expect(bytes.withUnsafeBytes { scanner.scan($0) }.flaw == flaw)
        }
    }
}
