import JSON

// Members of documents and tokens, `nil` where they are missing or of another type.
extension JSONObject {
    init?(parsing bytes: [UInt8]) {
        guard case .object(let object)? = try? JSONValue(parsing: bytes, limits: JSONLimits(maximumDepth: 16))
        else { return nil }
        self = object
    }

    func text(_ name: String) -> String? {
        guard case .string(let text)? = self[name] else { return nil }
        return text
    }

    func boolean(_ name: String) -> Bool? {
        guard case .boolean(let boolean)? = self[name] else { return nil }
        return boolean
    }

    func object(_ name: String) -> JSONObject? {
        guard case .object(let object)? = self[name] else { return nil }
        return object
    }

    func texts(_ name: String) -> [String]? {
        guard case .array(let values)? = self[name] else { return nil }
        let texts = values.compactMap { value -> String? in
            if case .string(let text) = value { text } else { nil }
        }
        return texts.count == values.count ? texts : nil
    }

    /// One text or a list of them, as audiences are written.
    func textOrTexts(_ name: String) -> [String]? { text(name).map { [$0] } ?? texts(name) }

    /// A time in seconds, whose fraction is cut off.
    func date(_ name: String) -> NumericDate? {
        switch self[name] {
        case .integer(let seconds)? where (0...(1 << 53)).contains(seconds):
            NumericDate(secondsSinceEpoch: seconds)
        case .number(let digits)?:
            Double(digits)
                .flatMap { (0...0x1p53).contains($0) ? Int64($0) : nil }
                .map(NumericDate.init(secondsSinceEpoch:))
        default: nil
        }
    }
}
