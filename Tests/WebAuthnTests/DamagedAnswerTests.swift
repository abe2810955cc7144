import Testing
import TestSupport
import WebAuthn

/// Answers that are cut or damaged anywhere are refused, and never trap.
struct DamagedAnswerTests {
    @Test(arguments: Sample.all)
    func `an attestation object cut anywhere is refused`(sample: Sample) throws {
        let whole = try sample.bytes("attestationObject")
        for count in 1..<whole.count {
            let cut = try sample.changing("attestationObject") { Array($0.prefix(count)) }
            #expect(throws: PasskeyRefusal.malformedAttestation) { try cut.passkey() }
        }
    }

    @Test(arguments: Sample.all)
    func `authenticator data cut anywhere are refused`(sample: Sample) throws {
        let passkey = try sample.passkey()
        let attested = try Sample.authenticatorData(in: sample.bytes("attestationObject"))
        for count in 0..<attested.count {
            let cut = try sample.changing("attestationObject") { _ in
                Sample.attestationObject(around: Array(attested.prefix(count)))
            }
            #expect(throws: PasskeyRefusal.self) { try cut.passkey() }
        }
        for count in try 1..<sample.bytes("authenticatorData").count {
            let cut = try sample.changing("authenticatorData") { Array($0.prefix(count)) }
            #expect(throws: PasskeyRefusal.malformedAuthenticatorData) { try cut.outcome(by: passkey) }
        }
    }

    @Test(arguments: Sample.ofEachAlgorithm)
    func `an assertion with one other bit in what is signed is refused`(sample: Sample) throws {
        let passkey = try sample.passkey()
        for member in ["authenticatorData", "signature", "clientDataJSON"] {
            for place in try sample.bytes(member).indices {
                let changed = try sample.changing(member, in: [\.assertion]) { bytes in
                    var bytes = bytes
                    bytes[place] ^= 1 << UInt8(place % 8)
                    return bytes
                }
                #expect(throws: PasskeyRefusal.self, "\(member) \(place)") {
                    try changed.outcome(by: passkey)
                }
            }
        }
    }

    @Test(arguments: Sample.all)
    func `an attestation object with one other bit is refused or is another passkey`(sample: Sample) throws {
        let whole = try sample.bytes("attestationObject")
        for place in whole.indices {
            let changed = try sample.changing("attestationObject") { bytes in
                var bytes = bytes
                bytes[place] ^= 1 << UInt8(place % 8)
                return bytes
            }
            do {
                _ = try changed.passkey()
            } catch {
                #expect(error is PasskeyRefusal, "\(place)")
            }
        }
    }

    @Test func `random bytes in the place of any part are refused`() throws {
        var generator = SplitMix64(seed: 15)
        let sample = Sample.named("RS256")
        let passkey = try sample.passkey()
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 1...120, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            let object = try sample.changing("attestationObject") { _ in bytes }
            #expect(throws: PasskeyRefusal.self) { try object.passkey() }
            let data = try sample.changing("authenticatorData") { _ in bytes }
            #expect(throws: PasskeyRefusal.self) { try data.outcome(by: passkey) }
        }
    }
}
