/// The place of a span in a trace, as W3C's `traceparent` carries it from program to program.
public struct TraceContext: Hashable, Sendable {
    /// The field of requests that carries it.
    public static let field = "traceparent"

    /// The first half of the number of the trace.
    public let high: UInt64
    /// The second half of the number of the trace.
    public let low: UInt64
    /// The number of the span.
    public let span: UInt64
    /// Whether the spans of the trace are exported.
    public let isSampled: Bool

    /// Makes a context from its numbers, of which neither the trace's nor the span's may be zero.
    public init(high: UInt64, low: UInt64, span: UInt64, isSampled: Bool) {
        self.high = high
        self.low = low
        self.span = span
        self.isSampled = isSampled
    }

    /// Reads a field of a request.
    ///
    /// - Returns: `nil` for what W3C's Trace Context calls invalid, so that a new trace is begun.
    public init?(_ field: String) {
        var digits = HexadecimalReader(field)
        guard let version = digits.number(of: 2), version != 0xFF, digits.skipsHyphen(),
            let high = digits.number(of: 16), let low = digits.number(of: 16), digits.skipsHyphen(),
            let span = digits.number(of: 16), digits.skipsHyphen(), let flags = digits.number(of: 2),
            high | low != 0, span != 0
        else { return nil }
        // Later versions may add fields behind another hyphen.
        guard digits.isAtEnd || version > 0 && digits.skipsHyphen() else { return nil }
        self.init(high: high, low: low, span: span, isSampled: flags & 1 == 1)
    }

    /// The number of the trace in 32 hexadecimal digits.
    public var traceID: String { hexadecimal(high) + hexadecimal(low) }

    /// The field for a request that belongs to the span.
    public var fieldValue: String {
        "00-\(traceID)-\(hexadecimal(span))-\(isSampled ? "01" : "00")"
    }
}

/// A number in 16 hexadecimal digits.
func hexadecimal(_ number: UInt64) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
        decoding: (0..<16).map { digits[Int(truncatingIfNeeded: number >> (60 - 4 * UInt64($0))) & 15] },
        as: UTF8.self)
}

/// Reads numbers in lower-case hexadecimal digits, the only ones that W3C allows.
private struct HexadecimalReader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func number(of digits: Int) -> UInt64? {
        var number: UInt64 = 0
        for _ in 0..<digits {
            guard let byte = rest.popFirst() else { return nil }
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                number = number << 4 | UInt64(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"):
                number = number << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return number
    }

    mutating func skipsHyphen() -> Bool { rest.popFirst() == UInt8(ascii: "-") }
}
