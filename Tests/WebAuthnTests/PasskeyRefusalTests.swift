import Cryptography
import JSON
import Testing
import WebAuthn

/// Each test changes one thing in answers that are in order.
struct PasskeyRefusalTests {
    private let sample = Sample.named("synced ES256")

    /// Expects the refusal of both answers.
    private func expect(
        _ refusal: PasskeyRefusal, of changed: Sample, location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(throws: refusal, sourceLocation: location) { try changed.passkey() }
        let passkey = try sample.passkey()
        #expect(throws: refusal, sourceLocation: location) { try changed.outcome(by: passkey) }
    }

    @Test func `each refusal has a code of its own and a sentence`() {
        #expect(Set(PasskeyRefusal.allCases.map(\.code)).count == PasskeyRefusal.allCases.count)
        #expect(Set(PasskeyRefusal.allCases.map(\.description)).count == PasskeyRefusal.allCases.count)
        #expect(PasskeyRefusal.wrongChallenge.code == "wrong-challenge")
        #expect(PasskeyRefusal.allCases.allSatisfy { $0.description.hasSuffix(".") })
    }

    // MARK: - Client data

    @Test(arguments: ["{", "null", "[]", #"{"type":7}"#, #"{"type":"webauthn.get"}"#, "\u{FEFF}{}"])
    func `client data that browsers do not write are refused`(text: String) throws {
        try expect(.malformedClientData, of: sample.changing("clientDataJSON") { _ in Array(text.utf8) })
    }

    @Test func `a member twice in the client data is refused`() throws {
        let changed = try sample.replacingInClientData("{", with: #"{"origin":"https://evil.example","#)
        try expect(.malformedClientData, of: changed)
    }

    @Test func `the answer to a registration is none to a sign-in`() throws {
        try expect(.wrongCeremony, of: sample.replacingInClientData("webauthn.", with: "payment."))
        let swapped = try sample.changing("clientDataJSON") { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            let other =
                text.contains(".get")
                ? text.replacing(".get", with: ".create") : text.replacing(".create", with: ".get")
            return Array(other.utf8)
        }
        try expect(.wrongCeremony, of: swapped)
    }

    @Test func `the answer to another challenge is refused`() throws {
        let passkey = try sample.passkey()
        #expect(throws: PasskeyRefusal.wrongChallenge) { try sample.passkey(challenge: .signIn) }
        #expect(throws: PasskeyRefusal.wrongChallenge) {
            try sample.outcome(by: passkey, challenge: .registration)
        }
        // The first byte, and a beginning of it.
        let ends = try sample.replacingInClientData(#""challenge":""#, with: #""challenge":"_"#)
        try expect(.wrongChallenge, of: ends)
        let empty = try sample.replacingInClientData(#""challenge":""#, with: #""challenge":"","x":""#)
        try expect(.wrongChallenge, of: empty)
    }

    @Test(arguments: [
        "http://cafe.example", "https://cafe.example:8443", "https://cafe.example/",
        "https://www.cafe.example",
        "https://cafe.example.evil.example", "https://evilcafe.example", "https://CAFE.example", "null", "",
    ])
    func `a page of another origin is refused`(origin: String) throws {
        try expect(.wrongOrigin, of: sample.replacingInClientData("https://cafe.example", with: origin))
    }

    @Test func `a page inside a page of another site is refused`() throws {
        let across = try sample.replacingInClientData(#""crossOrigin":false"#, with: #""crossOrigin":true"#)
        try expect(.crossOrigin, of: across)
        let framed = try sample.replacingInClientData(
            #""crossOrigin":false"#, with: #""topOrigin":"https://evil.example""#)
        try expect(.crossOrigin, of: framed)
        let odd = try sample.replacingInClientData(#""crossOrigin":false"#, with: #""crossOrigin":"no""#)
        try expect(.malformedClientData, of: odd)
    }

    // MARK: - Authenticator data

    @Test func `a passkey of another site is refused`() throws {
        let other = try sample.changingAuthenticatorData { $0[0] ^= 1 }
        // The helper that finds the data in the object needs the digest, so the object is changed as a whole.
        try expect(.wrongRelyingParty, of: other)
    }

    @Test func `a use that nobody confirmed is refused`() throws {
        try expect(.userNotPresent, of: sample.changingAuthenticatorData { $0[32] &= ~0x01 })
    }

    @Test func `a use without the required check of the user is refused`() throws {
        try expect(.userNotVerified, of: sample.changingAuthenticatorData { $0[32] &= ~0x04 })
    }

    @Test func `a copied passkey that cannot be copied is refused`() throws {
        try expect(.inconsistentBackup, of: sample.changingAuthenticatorData { $0[32] &= ~0x08 })
    }

    @Test func `a passkey that can be copied all of a sudden is refused`() throws {
        let bound = Sample.named("EdDSA that attests itself")
        let changed = try bound.changingAuthenticatorData { $0[32] |= 0x08 }
        #expect(throws: PasskeyRefusal.inconsistentBackup) { try changed.outcome(by: bound.passkey()) }
    }

    @Test func `bytes after the authenticator data are refused`() throws {
        try expect(.malformedAuthenticatorData, of: sample.changingAuthenticatorData { $0.append(0) })
    }

    @Test func `extensions must be a map, and must be there when they are announced`() throws {
        try expect(.malformedAuthenticatorData, of: sample.changingAuthenticatorData { $0[32] |= 0x80 })
        let list = try sample.changingAuthenticatorData {
            $0[32] |= 0x80
            $0.append(0x80)
        }
        try expect(.malformedAuthenticatorData, of: list)
    }

    @Test func `a registration without a passkey is refused, and so is a sign-in with one`() throws {
        let none = try sample.changingAuthenticatorData {
            $0[32] &= ~0x40
            $0 = Array($0.prefix(37))
        }
        #expect(throws: PasskeyRefusal.noCredential) { try none.passkey() }
        let attested = try Sample.authenticatorData(in: sample.bytes("attestationObject"))
        let more = try sample.changing("authenticatorData") { _ in attested }
        #expect(throws: PasskeyRefusal.malformedAuthenticatorData) {
            try more.outcome(by: sample.passkey())
        }
    }

    @Test(arguments: [0, 1024, 0xFFFF])
    func `an identifier without bytes or with too many is refused`(count: Int) throws {
        let changed = try sample.changingAuthenticatorData {
            guard $0.count > 55 else { return }
            $0[53] = UInt8(count >> 8)
            $0[54] = UInt8(count & 0xFF)
        }
        #expect(throws: PasskeyRefusal.credentialIDLength) { try changed.passkey() }
    }

    @Test func `an answer that names another passkey is refused`() throws {
        let changed = try sample.changingAuthenticatorData { if $0.count > 55 { $0[55] ^= 1 } }
        #expect(throws: PasskeyRefusal.wrongCredential) { try changed.passkey() }
        let other = try Sample.named("RS256").passkey()
        #expect(throws: PasskeyRefusal.wrongCredential) { try sample.outcome(by: other) }
    }

    // MARK: - Attestation

    @Test(arguments: [
        [], [0xA0], [0x80], [0xFF], [0xA1, 0x63, 0x66, 0x6D, 0x74, 0x64, 0x6E, 0x6F, 0x6E, 0x65],
    ])
    func `an attestation object without its members is refused`(bytes: [UInt8]) throws {
        // An empty one is refused as JSON already.
        guard !bytes.isEmpty else { return }
        let changed = try sample.changing("attestationObject") { _ in bytes }
        #expect(throws: PasskeyRefusal.malformedAttestation) { try changed.passkey() }
    }

    @Test func `a statement in the format for none is refused`() throws {
        let changed = try sample.changing("attestationObject") { object in
            Sample.attestationObject(
                around: try Sample.authenticatorData(in: object), statement: [0xA1, 0x61, 0x61, 0x01])
        }
        #expect(throws: PasskeyRefusal.malformedAttestation) { try changed.passkey() }
        let other = try sample.changing("attestationObject") { object in
            Sample.attestationObject(
                around: try Sample.authenticatorData(in: object), format: "new",
                statement: [0xA1, 0x61, 0x61, 0x01])
        }
        #expect(try other.passkey() == sample.passkey())
    }

    @Test func `bytes after the attestation object are refused`() throws {
        let changed = try sample.changing("attestationObject") { $0 + [0] }
        #expect(throws: PasskeyRefusal.malformedAttestation) { try changed.passkey() }
    }

    // MARK: - Keys and signatures

    @Test func `a point that is not on the curve is refused`() throws {
        let changed = try sample.changingAuthenticatorData { if $0.count > 55 { $0[$0.count - 1] ^= 1 } }
        #expect(throws: PasskeyRefusal.malformedKey) { try changed.passkey() }
    }

    @Test func `an algorithm that was not offered is refused`() throws {
        for (sample, offered) in [
            (sample, [.edDSA, .rs256]), (.named("RS256"), [.es256, .edDSA]),
            (.named("EdDSA that attests itself"), [.es256, .rs256]),
        ] as [(Sample, [COSEAlgorithm])] {
            let policy = PasskeyPolicy(relyingParty: .cafe, algorithms: offered)
            #expect(throws: PasskeyRefusal.algorithmNotOffered) { try sample.passkey(policy: policy) }
        }
    }

    @Test(arguments: Sample.ofEachAlgorithm)
    func `a signature, or what it covers, with one other bit is refused`(sample: Sample) throws {
        let passkey = try sample.passkey()
        for place in try [0, 1, sample.bytes("signature").count - 1] {
            let signature = try sample.changing("signature") { bytes in
                var bytes = bytes
                bytes[place] ^= 1
                return bytes
            }
            #expect(throws: PasskeyRefusal.wrongSignature) { try signature.outcome(by: passkey) }
        }
        let counted = try sample.changing("authenticatorData") { bytes in
            var bytes = bytes
            bytes[36] ^= 1
            return bytes
        }
        #expect(throws: PasskeyRefusal.wrongSignature) { try counted.outcome(by: passkey) }
        let said = try sample.replacingInClientData("against", with: "AGAINST")
        #expect(throws: PasskeyRefusal.wrongSignature) { try said.outcome(by: passkey) }
    }

    @Test func `the signature of another passkey is refused`() throws {
        let other = Sample.named("ES256 with a statement about its maker")
        let signature = try other.changing("signature") { _ in try sample.bytes("signature") }
        #expect(throws: PasskeyRefusal.wrongSignature) { try signature.outcome(by: other.passkey()) }
    }
}
