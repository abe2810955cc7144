import Cryptography
import Essentials
public import Ordering

/// The code with which a person collects an order: its number and four digits, which follow from its identifier.
///
/// The identifier is secret and has 80 random bits, so the code is not stored. The number makes it unique on a service day.
public struct HandoverCode: Hashable, Sendable {
    private static let secretDigits = 4

    /// The code, in digits only.
    public let text: String

    /// The code of an order.
    public init(of order: Order) {
        let digest = SHA256.digest(of: Array("handover \(order.id)".utf8))
        let value = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 10_000
        let digits = String(value)
        text = "\(order.number)" + String(repeating: "0", count: Self.secretDigits - digits.count) + digits
    }

    /// The order number in a typed or scanned code; `nil` for a text that is not a code.
    static func number(in text: String) -> OrderNumber? {
        guard text.count > secretDigits,
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(text.dropLast(secretDigits)).flatMap(OrderNumber.init(sequence:))
    }
}
