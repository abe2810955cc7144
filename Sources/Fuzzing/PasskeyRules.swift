import JSON
import WebAuthn

/// What holds for any bytes that are read as a part of a passkey's answer.
public enum PasskeyRules: Sendable {
    /// Bytes are refused, or are the one writing of a value; and what is read of them lies in them.
    public static func check(_ bytes: [UInt8]) throws(BrokenRule) {
        if let value = try? CBORDecoder.decode(bytes) {
            try BrokenRule.unless(written(value) == bytes, "A value has a second writing.")
            try BrokenRule.unless(
                (try? CBORDecoder.decode(bytes + [0])) == nil, "A byte after a value was passed over.")
            try BrokenRule.unless(
                bytes.isEmpty || (try? CBORDecoder.decode(bytes.dropLast())) == nil,
                "A value was cut and is one.")
        }
        if let key = try? CredentialPublicKey(bytes) {
            try BrokenRule.unless(key.bytes == bytes, "A key has other bytes than were read.")
        }
        if let data = try? AuthenticatorData(bytes) { try check(data, in: bytes) }
        if let object = try? AttestationObject(bytes) { try check(object.authenticatorData, in: bytes) }
        _ = try? ClientData(bytes)
        try checkAnswer(bytes)
        try checkCode(bytes)
    }

    private static func check(_ data: AuthenticatorData, in bytes: [UInt8]) throws(BrokenRule) {
        guard let attested = data.attested else { return }
        let part =
            attested.model + [UInt8(attested.id.bytes.count >> 8), UInt8(attested.id.bytes.count & 0xFF)]
            + attested.id.bytes + attested.keyBytes
        let isInside = bytes.indices.contains { bytes[$0...].starts(with: part) }
        try BrokenRule.unless(isInside, "A passkey was read that is not in the bytes.")
    }

    /// An answer is read, or refused with mistakes.
    private static func checkAnswer(_ bytes: [UInt8]) throws(BrokenRule) {
        guard let value = try? JSONValue(parsing: bytes) else { return }
        if let response = try? value.read({ AssertionResponse($0) }) {
            try BrokenRule.unless(
                CredentialID(base64URL: response.id.base64URL) == response.id, "An identifier changed.")
        }
        _ = try? value.read { RegistrationResponse($0) }
    }

    private static func checkCode(_ bytes: [UInt8]) throws(BrokenRule) {
        guard let code = RecoveryCode(typed: String(decoding: bytes, as: UTF8.self)) else { return }
        try BrokenRule.unless(
            RecoveryCode(typed: code.text) == code, "A recovery code changed when it was written.")
    }

    // MARK: - Writing

    private static func written(_ value: CBORValue) -> [UInt8] {
        switch value {
        case .integer(let integer): integer < 0 ? head(1, UInt64(-1 - integer)) : head(0, UInt64(integer))
        case .bytes(let bytes): head(2, UInt64(bytes.count)) + bytes
        case .text(let text): head(3, UInt64(text.utf8.count)) + Array(text.utf8)
        case .array(let values): head(4, UInt64(values.count)) + values.flatMap(written)
        case .map(let members):
            head(5, UInt64(members.count)) + members.flatMap { written($0.key) + written($0.value) }
        case .boolean(let boolean): [boolean ? 0xF5 : 0xF4]
        case .null: [0xF6]
        }
    }

    private static func head(_ major: UInt8, _ argument: UInt64) -> [UInt8] {
        let first = major << 5
        if argument < 24 { return [first | UInt8(argument)] }
        let byteCount = argument <= 0xFF ? 1 : argument <= 0xFFFF ? 2 : argument <= 0xFFFF_FFFF ? 4 : 8
        let short = UInt8(24 + byteCount.trailingZeroBitCount)
        return [first | short]
            + (0..<byteCount).reversed().map { UInt8(truncatingIfNeeded: argument >> (8 * UInt64($0))) }
    }
}
