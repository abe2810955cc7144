import Cryptography
import Foundation
import JSON
import Testing
import WebAuthn

/// An authenticator's answers to both kinds of options; `Fixtures/passkeys.py` made them.
struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let isUserVerified: Bool
    /// What the Python package `webauthn` found in the answers; `null` where it cannot verify them.
    let expected: JSONValue
    var registration: JSONValue
    var assertion: JSONValue

    static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    static let all = read("passkeys.json")
    /// Answers of a browser to a page at `http://localhost:8765`; `Fixtures/chromium.py` made them.
    static let ofChromium = read("chromium.json")
    /// One of each algorithm.
    static let ofEachAlgorithm = [named("synced ES256"), named("EdDSA that attests itself"), named("RS256")]

    static func named(_ name: String) -> Sample {
        guard let sample = all.first(where: { $0.name == name }) else { fatalError("no sample \(name)") }
        return sample
    }

    private static func read(_ file: String) -> [Sample] {
        guard let bytes = try? Data(contentsOf: fixtures.appending(path: file)),
            let value = try? JSONValue(parsing: Array(bytes)),
            let samples = try? value.read({ $0.array { Sample($0) } })
        else { fatalError("Fixtures/\(file) cannot be read") }
        return samples
    }

    private init?(_ reader: JSONReader) {
        guard let name = reader["name"].string(), let isUserVerified = reader["isUserVerified"].boolean(),
            let registration = reader["registration"].value(), let assertion = reader["assertion"].value()
        else { return nil }
        self.name = name
        self.isUserVerified = isUserVerified
        self.registration = registration
        self.assertion = assertion
        expected = reader["expected"].optional?.value() ?? .null
    }

    var testDescription: String { name }

    /// The policy under which the sample is in order.
    var policy: PasskeyPolicy { isUserVerified ? .strict : .lenient }

    func passkey(policy: PasskeyPolicy? = nil, challenge: Challenge = .registration) throws -> Passkey {
        let response = try registration.read { RegistrationResponse($0) }
        return try (policy ?? self.policy).passkey(from: response, for: .lucia, challenge: challenge)
    }

    func outcome(
        by passkey: Passkey? = nil, policy: PasskeyPolicy? = nil, challenge: Challenge = .signIn,
        expecting person: UserHandle? = nil
    ) throws -> AssertionOutcome {
        let response = try assertion.read { AssertionResponse($0) }
        return try (policy ?? self.policy)
            .outcome(
                of: response, by: try passkey ?? self.passkey(), challenge: challenge, expecting: person)
    }
}

// MARK: - Damaging an answer

extension Sample {
    /// The sample with another text for each of some members of the answers' client data.
    func replacingInClientData(_ old: String, with new: String) throws -> Sample {
        try changing("clientDataJSON") { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            try #require(text.contains(old))
            return Array(text.replacing(old, with: new).utf8)
        }
    }

    /// The sample with other authenticator data; those of the registration lie in an attestation object of the format `none`.
    func changingAuthenticatorData(_ change: (inout [UInt8]) throws -> Void) throws -> Sample {
        try changing("authenticatorData") { bytes in
            var bytes = bytes
            try change(&bytes)
            return bytes
        }
        .changing("attestationObject") { object in
            var bytes = try Self.authenticatorData(in: object)
            try change(&bytes)
            return Self.attestationObject(around: bytes)
        }
    }

    /// The sample with other bytes for a member wherever one of the answers has it.
    func changing(
        _ member: String, in answers: [WritableKeyPath<Sample, JSONValue>] = [\.registration, \.assertion],
        _ change: ([UInt8]) throws -> [UInt8]
    ) throws -> Sample {
        var sample = self
        for path in answers {
            guard let bytes = Self.bytes(member, of: sample[keyPath: path]) else { continue }
            let text = Base64URL.encode(try change(bytes))
            sample[keyPath: path] = sample[keyPath: path].setting(member, to: .string(text))
        }
        return sample
    }

    /// The bytes of a member, of the assertion where both answers have it.
    func bytes(_ member: String) throws -> [UInt8] {
        try #require(Self.bytes(member, of: assertion) ?? Self.bytes(member, of: registration))
    }

    private static func bytes(_ member: String, of answer: JSONValue) -> [UInt8]? {
        guard case .object(let object) = answer, case .object(let response)? = object["response"],
            case .string(let text)? = response[member]
        else { return nil }
        return Base64URL.decode(text)
    }

    /// The byte string at the end of an attestation object, which begins with the digest of the site.
    static func authenticatorData(in object: [UInt8]) throws -> [UInt8] {
        let digest = SHA256.digest(of: "cafe.example".utf8)
        let start = try #require(object.indices.first { object[$0...].starts(with: digest) })
        return Array(object[start...])
    }

    static func attestationObject(
        around data: [UInt8], format: String = "none", statement: [UInt8] = [0xA0]
    ) -> [UInt8] {
        [0xA3] + text("fmt") + text(format) + text("attStmt") + statement + text("authData")
            + (data.count < 24
                ? [0x40 | UInt8(data.count)]
                : data.count < 256
                    ? [0x58, UInt8(data.count)] : [0x59, UInt8(data.count >> 8), UInt8(data.count & 0xFF)])
            + data
    }

    private static func text(_ text: String) -> [UInt8] { [0x60 | UInt8(text.utf8.count)] + Array(text.utf8) }
}

extension JSONValue {
    /// The answer with another value for a member of its response, or for a member of its own when the response has none.
    func setting(_ name: String, to value: JSONValue?) -> JSONValue {
        guard case .object(var object) = self else { return self }
        if object[name] == nil, case .object(var response)? = object["response"] {
            response[name] = value
            object["response"] = .object(response)
        } else {
            object[name] = value
        }
        return .object(object)
    }
}

extension PasskeyPolicy {
    static let strict = PasskeyPolicy(relyingParty: .cafe)
    static let lenient = PasskeyPolicy(relyingParty: .cafe, userVerification: .preferred)
}

extension RelyingParty {
    static let cafe: RelyingParty = {
        do {
            return try RelyingParty(id: "cafe.example", name: "Café", origins: ["https://cafe.example"])
        } catch { fatalError("\(error)") }
    }()
}

extension Challenge {
    static let registration = sample(0)
    static let signIn = sample(32)

    private static func sample(_ first: UInt8) -> Challenge {
        guard let challenge = Challenge(Array(first..<first + 32)) else { fatalError("32 bytes are refused") }
        return challenge
    }
}

extension UserHandle {
    static let lucia = sample("lucia-handle")
    static let omar = sample("omar-handle")

    private static func sample(_ text: String) -> UserHandle {
        guard let handle = UserHandle(Array(text.utf8)) else { fatalError("\(text) is refused") }
        return handle
    }
}
