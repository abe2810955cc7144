import Cryptography
import JSON
import Testing
import WebAuthn

struct PasskeyPolicyTests {
    @Test(arguments: Sample.all)
    func `a passkey is registered, and signs in`(sample: Sample) throws {
        let passkey = try sample.passkey()
        #expect(passkey.user == .lucia)
        guard case .verified(let assertion) = try sample.outcome(by: passkey) else {
            Issue.record("there is no copy")
            return
        }
        #expect(assertion.isUserVerified == sample.isUserVerified)
        #expect(assertion.passkey.id == passkey.id)
        #expect(assertion.passkey.publicKey == passkey.publicKey)
    }

    @Test(arguments: Sample.all.filter { $0.expected != .null })
    func `another library finds the same in the answers`(sample: Sample) throws {
        let registered = try sample.passkey()
        guard case .verified(let assertion) = try sample.outcome(by: registered) else {
            Issue.record("there is no copy")
            return
        }
        let used = assertion.passkey
        #expect(
            sample.expected == [
                "publicKey": .string(Base64URL.encode(used.publicKey.bytes)),
                "model": .string(Hexadecimal.encode(used.authenticatorModel)),
                "counts": [.integer(Int64(registered.signatureCount)), .integer(Int64(used.signatureCount))],
                "isBackedUp": .boolean(used.isBackedUp), "isBackupEligible": .boolean(used.isBackupEligible),
            ])
    }

    @Test(arguments: Sample.ofChromium)
    func `a passkey of Chromium is registered, and signs in`(sample: Sample) throws {
        let site = try RelyingParty(id: "localhost", name: "Café", origins: ["http://localhost:8765"])
        let policy = PasskeyPolicy(relyingParty: site)
        let passkey = try sample.passkey(policy: policy)
        guard case .verified(let assertion) = try sample.outcome(by: passkey, policy: policy) else {
            Issue.record("there is no copy")
            return
        }
        #expect(assertion.isUserVerified)
        #expect(assertion.passkey.signatureCount == passkey.signatureCount + 1)
        #expect(assertion.passkey.isBackedUp == (sample.name != "Chromium with a security key"))
    }

    @Test func `an authenticator that verifies nobody is accepted where that is not required`() throws {
        let sample = Sample.named("soft-webauthn")
        #expect(try !sample.outcome(policy: .lenient).assertion.isUserVerified)
        #expect(throws: PasskeyRefusal.userNotVerified) { try sample.passkey(policy: .strict) }
        #expect(throws: PasskeyRefusal.userNotVerified) {
            try sample.outcome(by: sample.passkey(), policy: .strict)
        }
    }

    @Test func `a statement about the maker is accepted without being verified`() throws {
        for name in ["EdDSA that attests itself", "ES256 with a statement about its maker"] {
            let sample = Sample.named(name)
            let object = try sample.bytes("attestationObject")
            // The last byte of the statement is part of a signature.
            let start = try object.count - Sample.authenticatorData(in: object).count
            let damaged = try sample.changing("attestationObject") { bytes in
                var bytes = bytes
                bytes[start - 20] ^= 1
                return bytes
            }
            #expect(try damaged.passkey() == sample.passkey())
        }
    }

    @Test func `the ways to the authenticator are kept and named again`() throws {
        let passkey = try Sample.named("RS256").passkey()
        #expect(passkey.transports.map(\.rawValue) == ["hybrid", "internal"])
        let options = PasskeyPolicy.strict.requestOptions(challenge: .signIn, allowing: [passkey])
        var json = JSONWriter()
        options.write(to: &json)
        let id = passkey.id.base64URL
        #expect(
            json.text.contains(
                #""allowCredentials":[{"type":"public-key","id":"\#(id)","transports":["hybrid","internal"]}]"#
            ))
    }

    // MARK: - Whose passkey it is

    @Test func `a person who is known already need not be named by the authenticator`() throws {
        var sample = Sample.named("RS256")
        sample.assertion = sample.assertion.setting("userHandle", to: .null)
        #expect(try sample.outcome(expecting: .lucia).assertion.passkey.user == .lucia)
        #expect(throws: PasskeyRefusal.noUser) { try sample.outcome(expecting: nil) }
    }

    @Test func `a passkey of somebody else is refused`() throws {
        var sample = Sample.named("RS256")
        #expect(throws: PasskeyRefusal.wrongUser) { try sample.outcome(expecting: .omar) }
        sample.assertion = sample.assertion.setting(
            "userHandle", to: .string(UserHandle.omar.base64URL))
        #expect(throws: PasskeyRefusal.wrongUser) { try sample.outcome(expecting: nil) }
        #expect(throws: PasskeyRefusal.wrongUser) { try sample.outcome(expecting: .lucia) }
        #expect(throws: PasskeyRefusal.wrongUser) { try sample.outcome(expecting: .omar) }
    }

    // MARK: - Counters

    // The answer of this sample has the number 6.
    @Test(arguments: [(0, false), (5, false), (6, true), (7, true), (UInt32.max, true)])
    func `a counter that did not grow is flagged`(stored: UInt32, isFlagged: Bool) throws {
        let sample = Sample.named("EdDSA that attests itself")
        let outcome = try sample.outcome(by: sample.passkey().counting(stored))
        switch outcome {
        case .verified(let assertion):
            #expect(!isFlagged)
            #expect(assertion.passkey.signatureCount == 6)
        case .possibleCopy(let assertion, let regression):
            #expect(isFlagged)
            #expect(regression.stored == stored && regression.received == 6)
            #expect(assertion.passkey.signatureCount == stored)
        }
    }

    @Test func `an authenticator without a counter is not flagged, but one that has lost it is`() throws {
        let sample = Sample.named("synced ES256")
        guard case .verified = try sample.outcome(by: sample.passkey().counting(0)) else {
            Issue.record("no counter is no copy")
            return
        }
        guard case .possibleCopy(_, let regression) = try sample.outcome(by: sample.passkey().counting(1))
        else {
            Issue.record("the counter is lost")
            return
        }
        #expect(regression.stored == 1 && regression.received == 0)
    }

    @Test func `what a use changes is in the passkey to store`() throws {
        let sample = Sample.named("synced ES256")
        let stored = try sample.passkey().backedUp(false)
        #expect(try sample.outcome(by: stored).assertion.passkey.isBackedUp)
    }
}

extension AssertionOutcome {
    var assertion: Assertion {
        switch self {
        case .verified(let assertion), .possibleCopy(let assertion, _): assertion
        }
    }
}

extension Passkey {
    func counting(_ count: UInt32) -> Passkey { stored(count: count, isBackedUp: isBackedUp) }

    func backedUp(_ isBackedUp: Bool) -> Passkey { stored(count: signatureCount, isBackedUp: isBackedUp) }

    private func stored(count: UInt32, isBackedUp: Bool) -> Passkey {
        Passkey(
            id: id, user: user, publicKey: publicKey, signatureCount: count,
            isBackupEligible: isBackupEligible,
            isBackedUp: isBackedUp, transports: transports, authenticatorModel: authenticatorModel)
    }
}
