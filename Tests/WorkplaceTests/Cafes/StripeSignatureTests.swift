import Cryptography
import Essentials
import TestSupport
import Testing

@testable import Workplace

struct StripeSignatureTests {
    private static let body = Array(#"{"type":"payment_intent.succeeded"}"#.utf8)
    private static let sent: Int64 = 1_700_000_000
    private let signature = StripeSignature(secret: "whsec_test")

    private static func code(_ secret: String = "whsec_test", at seconds: Int64 = sent) -> String {
        Hexadecimal.encode(
            HMACSHA256.authenticationCode(
                for: Array("\(seconds).".utf8) + body, key: Array(secret.utf8)))
    }

    private func outcome(_ field: String?, after seconds: Int64 = 0, body: [UInt8] = body)
        -> PaymentCallRefusal?
    {
        do {
            try signature.check(
                field, body: body, at: Timestamp(millisecondsSinceEpoch: (Self.sent + seconds) * 1_000))
            return nil
        } catch { return error }
    }

    @Test func `a signature by one of two secrets is accepted, for five minutes`() {
        let field = "t=\(Self.sent),v1=\(Self.code("whsec_old")),v0=ab,v1=\(Self.code())"
        #expect(outcome(field) == nil)
        #expect(outcome(field, after: 300) == nil)
        #expect(outcome(field, after: -300) == nil)
        #expect(outcome(field, after: 301) == .wrongTime)
        #expect(outcome(field, after: -301) == .wrongTime)
        #expect(outcome(field, body: Self.body + [32]) == .wrongSignature)
    }

    @Test(arguments: [
        nil, "", "t=1", "v1=00", "t=\(sent)", "t=\(sent),v0=\(code())", "t=\(sent),v1=\(code("whsec_other"))",
        "t=\(sent),t=\(sent),v1=\(code())", "t=-5,v1=\(code(at: -5))", "t=+\(sent),v1=\(code())",
        "t=9999999999999999999,v1=\(code())", "t=\(sent),v1=\(code().dropLast())", "nonsense",
        "t=\(sent)" + String(repeating: ",v1=00", count: 9),
    ])
    func `a missing, malformed or foreign signature is refused`(field: String?) {
        #expect(outcome(field) == .wrongSignature)
    }
}
