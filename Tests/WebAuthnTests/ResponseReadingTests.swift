import Cryptography
import JSON
import Testing
import WebAuthn

struct ResponseReadingTests {
    private let sample = Sample.named("RS256")

    private func mistakes(in value: JSONValue) -> [String] {
        do throws(JSONMistakes) {
            if sample.registration.isRegistration == value.isRegistration {
                _ = try value.read { RegistrationResponse($0) }
            } else {
                _ = try value.read { AssertionResponse($0) }
            }
            return []
        } catch {
            return error.list.map { "\($0.path)" }
        }
    }

    @Test func `answers are read, with what browsers add`() throws {
        let more = sample.registration.setting("authenticatorAttachment", to: .null)
            .setting("publicKeyAlgorithm", to: -257).setting("newMember", to: ["a": []])
        #expect(
            try more.read { RegistrationResponse($0) }
                == sample.registration.read { RegistrationResponse($0) })
        let response = try sample.assertion.read { AssertionResponse($0) }
        #expect(response.userHandle == .lucia)
        #expect(try response.id == sample.passkey().id)
    }

    @Test(
        arguments: [
            ("id", "id"), ("rawId", "rawId"), ("type", "type"), ("response", "response"),
            ("clientDataJSON", "response.clientDataJSON"),
        ])
    func `a missing member is a mistake at its place`(member: String, path: String) {
        #expect(mistakes(in: sample.registration.setting(member, to: nil)) == [path])
        #expect(mistakes(in: sample.assertion.setting(member, to: nil)) == [path])
    }

    @Test func `each answer has members of its own`() {
        #expect(
            mistakes(in: sample.registration.setting("attestationObject", to: 1)) == [
                "response.attestationObject"
            ])
        for member in ["authenticatorData", "signature"] {
            #expect(mistakes(in: sample.assertion.setting(member, to: 1)) == ["response.\(member)"])
        }
    }

    @Test(arguments: ["", "A", "AA==", "A+//", "AB", "AAA A", "é"])
    func `bytes that are not base64url are a mistake`(text: String) {
        #expect(
            mistakes(in: sample.assertion.setting("signature", to: .string(text))) == ["response.signature"])
        #expect(mistakes(in: sample.assertion.setting("id", to: .string(text))) == ["id"])
        #expect(
            mistakes(in: sample.assertion.setting("userHandle", to: .string(text))) == ["response.userHandle"]
        )
    }

    @Test(arguments: [
        ("id", 1_024), ("clientDataJSON", 8_193), ("attestationObject", 32_769),
    ])
    func `too many bytes are a mistake`(member: String, count: Int) {
        let text = Base64URL.encode([UInt8](repeating: 0, count: count))
        #expect(mistakes(in: sample.registration.setting(member, to: .string(text))).count == 1)
    }

    @Test func `the identifier stands there twice`() {
        #expect(mistakes(in: sample.registration.setting("rawId", to: "AAAA")) == ["rawId"])
    }

    @Test func `only public keys are read`() {
        #expect(mistakes(in: sample.registration.setting("type", to: "password")) == ["type"])
    }

    @Test func `a way to the authenticator is a token`() {
        #expect(
            mistakes(in: sample.registration.setting("transports", to: ["usb", "a way"])) == [
                "response.transports[1]"
            ])
        #expect(mistakes(in: sample.registration.setting("transports", to: .null)) == [])
    }
}

extension JSONValue {
    fileprivate var isRegistration: Bool {
        guard case .object(let object) = self, case .object(let response)? = object["response"] else {
            return true
        }
        return response["signature"] == nil && response["authenticatorData"] == nil
    }
}
