import Synchronization

/// Names a request in its answer, on the page that sent it and in the log.
public struct RequestID: Hashable, Sendable {
    /// The field of requests and answers that carries it.
    public static let field = "X-Request-ID"

    /// The request that the present task answers; `nil` outside requests.
    @TaskLocal public static var current: RequestID?

    /// Letters, digits and hyphens.
    public let text: String

    /// Takes the name that a client or a proxy gave a request.
    ///
    /// - Returns: `nil` unless it has 8 to 64 letters, digits and hyphens of ASCII: it stands in a log, where it must
    ///   neither begin a line nor say much.
    public init?(_ text: some StringProtocol) {
        guard (8...64).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.text = String(text)
    }

    /// Makes a name of eight digits and capitals, which a person can read out.
    fileprivate init(number: UInt64) {
        text = String(
            decoding: (0..<8).map { place in
                Self.digits[Int(truncatingIfNeeded: number >> (5 * (7 - place))) & 31]
            },
            as: UTF8.self)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    // Crockford's base 32: no letter is taken for another one or for a digit.
    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
}

extension RequestID: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}

/// Makes names of requests; each differs from the last 2⁴⁰ ones.
public final class RequestIDSource: Sendable {
    private static let modulus: UInt64 = 1 << 40
    /// Odd, so that the products are all different; large, so that neighbours look different.
    private static let factor: UInt64 = 0x9E_3779_B97F

    private let count: Atomic<UInt64>

    /// Makes a source that begins anywhere.
    public init() { count = Atomic(.random(in: 0..<Self.modulus)) }

    /// Makes the next name.
    public func next() -> RequestID {
        let number = count.wrappingAdd(1, ordering: .relaxed).oldValue
        return RequestID(number: (number &* Self.factor) & (Self.modulus - 1))
    }
}
