import HTTPCore
import JSON

extension APIRequest {
    private static let keyField = "Idempotency-Key"

    /// The key by which the server recognises a repeated request.
    ///
    /// - Throws: A `Problem` with code `idempotency-key-required` without a key, and with code `invalid-request` for a
    ///   malformed one.
    func idempotencyKey() throws -> String {
        guard let key = http.fields[Self.keyField] else {
            throw Problem(
                .idempotencyKeyRequired,
                detail: "Send an Idempotency-Key, so that a repeated request takes effect only once.")
        }
        let isValid = key.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }
        guard isValid, (1...64).contains(key.utf8.count) else {
            throw Problem.invalidParameter(
                Self.keyField, "must have 1 to 64 letters, digits, hyphens or underscores")
        }
        return key
    }

    /// The key of a request that may go without one.
    func optionalIdempotencyKey() throws -> String? {
        http.fields[Self.keyField] == nil ? nil : try idempotencyKey()
    }
}

extension Operation.Parameter {
    /// The parameter that ``APIRequest/idempotencyKey()`` reads.
    static func idempotencyKey(_ summary: String, isRequired: Bool = true) -> Operation.Parameter {
        Operation.Parameter(
            name: "Idempotency-Key", place: .header, summary: summary, isRequired: isRequired,
            schema: ["type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[A-Za-z0-9_-]+$"])
    }
}
