import Cryptography
import Essentials

/// Verifies the field `Stripe-Signature`: `t=SECONDS,v1=HEX`, with HMAC-SHA256 over the time, a full stop and the body.
///
/// While a secret is being replaced, Stripe sends one `v1` signature for each of the two secrets.
struct StripeSignature: Sendable {
    /// The largest difference between the time of a call and the server's time, in both directions.
    static let tolerance: Duration = .seconds(300)
    /// The maximum number of signatures that are compared.
    private static let mostSignatures = 8

    let secret: String

    /// Checks a call before its body is read.
    ///
    /// - Throws: ``PaymentCallRefusal``.
    func check(_ field: String?, body: [UInt8], at time: Timestamp) throws(PaymentCallRefusal) {
        guard let field, field.utf8.count <= 2_048 else { throw .wrongSignature }
        var seconds: Int64?
        var timestamp: Substring = ""
        var signatures: [Substring] = []
        for part in field.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { throw .wrongSignature }
            switch pair[0] {
            case "t":
                guard seconds == nil, let number = Self.seconds(pair[1]) else { throw .wrongSignature }
                (seconds, timestamp) = (number, pair[1])
            case "v1": signatures.append(pair[1])
            default: break
            }
        }
        guard let seconds, (1...Self.mostSignatures).contains(signatures.count) else { throw .wrongSignature }
        let code = HMACSHA256.authenticationCode(
            for: Array(timestamp.utf8) + [UInt8(ascii: ".")] + body, key: Array(secret.utf8))
        let own = Array(Hexadecimal.encode(code).utf8)
        // Compares every signature, so that the time does not reveal which one matches.
        let matches = signatures.count { constantTimeEqual($0.utf8, own) }
        guard matches > 0 else { throw .wrongSignature }
        let sent = Timestamp(millisecondsSinceEpoch: seconds * 1_000)
        let age = sent.duration(to: time)
        guard age <= Self.tolerance, age >= .zero - Self.tolerance else { throw .wrongTime }
    }

    /// A whole number of seconds of this era.
    private static func seconds(_ text: Substring) -> Int64? {
        guard (1...12).contains(text.utf8.count),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int64(text)
    }
}
