import Foundation
import JSON
import Testing
import WebAuthn

/// `Fixtures/passkeys.py` shows that the Python package `webauthn` reads both files and that authenticators answer them.
struct PasskeyOptionsTests {
    private let user = PasskeyUser(handle: .lucia, name: "lucia", displayName: "Lucía Pérez")

    private func fixture(_ name: String) throws -> String {
        try String(contentsOf: Sample.fixtures.appending(path: name), encoding: .utf8)
    }

    private func text(_ write: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        write(&json)
        return json.text
    }

    @Test func `options for a registration are written as browsers read them`() throws {
        let options = PasskeyPolicy.strict.creationOptions(for: user, challenge: .registration, excluding: [])
        #expect(text(options.write) + "\n" == (try fixture("creation-options.json")))
    }

    @Test func `options for a sign-in are written as browsers read them`() throws {
        let options = PasskeyPolicy.strict.requestOptions(challenge: .signIn)
        #expect(text(options.write) + "\n" == (try fixture("request-options.json")))
    }

    @Test func `passkeys that the person has are excluded`() throws {
        let existing = try [Sample.named("RS256"), Sample.named("soft-webauthn")].map { try $0.passkey() }
        let options = PasskeyPolicy.strict.creationOptions(
            for: user, challenge: .registration, excluding: existing)
        let (first, second) = (existing[0].id.base64URL, existing[1].id.base64URL)
        let expected = """
            "excludeCredentials":[{"type":"public-key","id":"\(first)","transports":["hybrid","internal"]},\
            {"type":"public-key","id":"\(second)"}]
            """
        #expect(text(options.write).contains(expected))
    }

    @Test(arguments: UserVerification.allCases)
    func `the wanted check of the user is named`(verification: UserVerification) {
        let policy = PasskeyPolicy(relyingParty: .cafe, userVerification: verification)
        let named = #""userVerification":"\#(verification.rawValue)""#
        let creation = policy.creationOptions(for: user, challenge: .registration, excluding: [])
        #expect(text(creation.write).contains(named))
        #expect(text(policy.requestOptions(challenge: .signIn).write).contains(named))
    }

    @Test func `an answer may take five minutes at most`() {
        #expect(Challenge.lifetime == .seconds(300))
    }

    @Test(arguments: [(15, false), (16, true), (32, true), (64, true), (65, false)])
    func `a challenge has 16 to 64 bytes`(count: Int, isAccepted: Bool) {
        #expect((Challenge([UInt8](repeating: 7, count: count)) != nil) == isAccepted)
    }
}
