/// Reads a JSON text from left to right; array accesses are checked, so no input can make it read beyond the bytes.
struct JSONParser {
    let bytes: [UInt8]
    private let limits: JSONLimits
    var position = 0

    init(bytes: [UInt8], limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    mutating func document() throws(JSONSyntaxError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw failure(.byteOrderMark) }
        skipSpace()
        let value = try value(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw failure(.trailingText) }
        return value
    }

    private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        guard position < bytes.count else { throw failure(.unexpectedEnd) }
        switch bytes[position] {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return .object(try object(depth: try deeper(depth)))
        case UInt8(ascii: "["): return .array(try array(depth: try deeper(depth)))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "t"): return try literal("true", .boolean(true))
        case UInt8(ascii: "f"): return try literal("false", .boolean(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: throw failure(.valueExpected)
        }
    }

    private func deeper(_ depth: Int) throws(JSONSyntaxError) -> Int {
        guard depth < limits.maximumDepth else { throw failure(.tooDeep(limit: limits.maximumDepth)) }
        return depth + 1
    }

    private mutating func array(depth: Int) throws(JSONSyntaxError) -> [JSONValue] {
        position += 1
        skipSpace()
        if skip(UInt8(ascii: "]")) { return [] }
        var elements: [JSONValue] = []
        elements.reserveCapacity(4)
        repeat {
            skipSpace()
            elements.append(try value(depth: depth))
            skipSpace()
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "]")) else { throw endOr(.commaOrEndExpected) }
        return elements
    }

    private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONObject {
        position += 1
        skipSpace()
        if skip(UInt8(ascii: "}")) { return JSONObject() }
        var members: [JSONObject.Member] = []
        // Most objects have a few members, and growing from one member costs more than the reserved room.
        members.reserveCapacity(4)
        var names = DistinctNames()
        repeat {
            skipSpace()
            let name = try name()
            guard names.insert(name.text, after: members) else {
                throw failure(.duplicateName(name.text), at: name.offset)
            }
            members.append(JSONObject.Member(name: name.text, value: try value(depth: depth)))
            skipSpace()
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "}")) else { throw endOr(.commaOrEndExpected) }
        return JSONObject(distinct: members)
    }

    /// Reads a name and its colon, up to the first byte of the value.
    private mutating func name() throws(JSONSyntaxError) -> (text: String, offset: Int) {
        let offset = position
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
            throw endOr(.nameExpected)
        }
        let text = try string()
        skipSpace()
        guard skip(UInt8(ascii: ":")) else { throw endOr(.colonExpected) }
        skipSpace()
        return (text, offset)
    }

    private mutating func literal(
        _ word: StaticString, _ value: JSONValue
    ) throws(JSONSyntaxError) -> JSONValue {
        let end = position + word.utf8CodeUnitCount
        let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard end <= bytes.count else {
            throw expected.starts(with: bytes[position...])
                ? failure(.unexpectedEnd, at: bytes.count) : failure(.valueExpected)
        }
        guard bytes[position..<end].elementsEqual(expected) else { throw failure(.valueExpected) }
        position = end
        return value
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
            default: return
            }
        }
    }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private func endOr(_ reason: JSONSyntaxError.Reason) -> JSONSyntaxError {
        failure(position == bytes.count ? .unexpectedEnd : reason)
    }

    func failure(_ reason: JSONSyntaxError.Reason, at offset: Int? = nil) -> JSONSyntaxError {
        JSONSyntaxError(reason: reason, offset: offset ?? position, in: bytes)
    }
}

/// The names of one object so far: a few are compared one by one, many are hashed.
private struct DistinctNames {
    private var names: Set<String> = []

    mutating func insert(_ name: String, after members: [JSONObject.Member]) -> Bool {
        guard members.count >= 16 else { return !members.contains { $0.name == name } }
        if names.isEmpty { names = Set(members.map(\.name)) }
        return names.insert(name).inserted
    }
}
