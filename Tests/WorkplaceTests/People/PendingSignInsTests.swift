import OpenIDConnect
import Testing

@testable import Workplace

struct PendingSignInsTests {
    private func signIn(_ number: Int64, until expiry: Int64) throws -> PendingSignIn {
        PendingSignIn(
            issuer: "https://idp.example", stateDigest: [UInt8(number)], demands: IDToken.Demands(nonce: "n"),
            codeVerifier: "v", returnPath: .root, expiry: NumericDate(secondsSinceEpoch: expiry))
    }
    private let now = NumericDate(secondsSinceEpoch: 1_000)

    @Test func `a sign-in is found once, by its random name`() throws {
        let pending = PendingSignIns()
        let kept = try signIn(1, until: 1_600)
        let name = try pending.keep(kept, now: now)
        #expect(name.utf8.count == 43)
        #expect(pending.take("another") == nil)
        #expect(pending.take(name) == kept)
        #expect(pending.take(name) == nil)
    }

    @Test func `when there are too many, expired ones go, and then those that expire first`() throws {
        let pending = PendingSignIns(atMost: 2)
        let first = try pending.keep(try signIn(1, until: 900), now: now)
        let second = try pending.keep(try signIn(2, until: 1_500), now: now)
        let third = try pending.keep(try signIn(3, until: 1_600), now: now)
        #expect(pending.take(first) == nil)
        let fourth = try pending.keep(try signIn(4, until: 1_700), now: now)
        #expect(pending.take(second) == nil)
        #expect(pending.take(third) != nil)
        #expect(pending.take(fourth) != nil)
    }
}
