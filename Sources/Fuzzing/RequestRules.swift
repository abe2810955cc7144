import HTTPCore

/// What holds for any bytes that a connection brings.
public enum RequestRules: Sendable {
    /// Scans bytes whole, in parts of a length that the first byte tells, and one by one: each time the same requests pass
    /// and the same flaw is found, and no byte passes twice.
    public static func check(_ bytes: [UInt8]) throws(BrokenRule) {
        guard let first = bytes.first else { return }
        let requests = Array(bytes.dropFirst())
        let whole = scan(requests, inPartsOf: max(requests.count, 1))
        for length in [Int(first) + 1, 1] {
            let parts = scan(requests, inPartsOf: length)
            try BrokenRule.unless(parts.flaw == whole.flaw, "How the bytes were cut changed the flaw.")
            // Of a request with a flaw, parts that came before may have passed with its head.
            let extra = whole.flaw == nil ? 0...0 : 0...1
            try BrokenRule.unless(
                extra.contains(parts.heads - whole.heads),
                "How the bytes were cut changed which heads passed.")
            try BrokenRule.unless(
                parts.passed >= whole.passed && parts.passed <= requests.count,
                "How the bytes were cut took back what had passed.")
        }
    }

    private static func scan(
        _ bytes: [UInt8], inPartsOf length: Int
    ) -> (flaw: RequestFlaw?, heads: Int, passed: Int) {
        var scanner = RequestScanner(headLimit: 1024, partLimit: 1024)
        var passed = 0
        for start in stride(from: 0, to: bytes.count, by: length) {
            let part = bytes[start..<min(start + length, bytes.count)]
            let outcome = part.withUnsafeBytes { scanner.scan($0) }
            passed += outcome.passed
            if let flaw = outcome.flaw { return (flaw, scanner.heads, passed) }
        }
        return (nil, scanner.heads, passed)
    }
}
