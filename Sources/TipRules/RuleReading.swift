/// Reads values and rules from untrusted bytes.
package struct RuleReading {
    private var rest: ArraySlice<UInt8>
    private var parts = 0

    /// Begins to read bytes, and checks the number of the form, with which they begin.
    package init(_ bytes: [UInt8], form wanted: UInt8 = RuleBytes.form) throws(RuleError) {
        rest = bytes[...]
        let form = try byte()
        guard form == wanted else { throw .unknownForm(form) }
    }

    /// Restarts the count of parts, for the next of several values.
    package mutating func beginValue() { parts = 0 }

    package func finish() throws(RuleError) {
        guard rest.isEmpty else { throw .trailingBytes }
    }

    package mutating func byte() throws(RuleError) -> UInt8 {
        guard let byte = rest.popFirst() else { throw .truncated }
        return byte
    }

    package mutating func number() throws(RuleError) -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try byte()
            let bits = UInt64(byte & 0x7F)
            guard shift < 64, (bits << shift) >> shift == bits else { throw .numberTooLong }
            number |= bits << shift
            if byte < 0x80 { return number }
            shift += 7
        }
    }

    package mutating func signed() throws(RuleError) -> Int64 {
        let number = try number()
        return Int64(bitPattern: number >> 1 ^ (0 &- (number & 1)))
    }

    // Each element takes at least a byte, so a count above the number of bytes is refused.
    package mutating func count() throws(RuleError) -> Int {
        let number = try number()
        guard let count = Int(exactly: number), count <= rest.count else { throw .truncated }
        return count
    }

    private mutating func double() throws(RuleError) -> Double {
        var bits: UInt64 = 0
        for place in 0..<8 { bits |= UInt64(try byte()) << UInt64(place * 8) }
        return Double(bitPattern: bits)
    }

    package mutating func text() throws(RuleError) -> RuleText {
        let count = try count()
        let bytes = Array(rest.prefix(count))
        rest = rest.dropFirst(count)
        return RuleText(utf8: bytes)
    }

    // This comes before the node is made: a tree that is too deep could not be released again.
    private mutating func note(level: Int) throws(RuleError) {
        guard level <= RuleExpression.mostLevels else { throw .tooManyLevels }
        parts += 1
        guard parts <= RuleExpression.mostParts else { throw .tooManyParts }
    }

    package mutating func value(level: Int) throws(RuleError) -> RuleValue {
        try note(level: level)
        let code = try byte()
        switch ValueCode(rawValue: code) {
        case .null: return .null
        case .false: return .boolean(false)
        case .true: return .boolean(true)
        case .integer: return .integer(try signed())
        case .number:
            let number = try double()
            return number.isNaN ? .null : .number(number)
        case .text: return .text(try text())
        case .time: return .time(RuleTime(microseconds: try signed()))
        case .list:
            var elements: [RuleValue] = []
            for _ in 0..<(try count()) { elements.append(try value(level: level + 1)) }
            return .list(elements)
        case .record:
            var fields: [RuleField] = []
            for _ in 0..<(try count()) {
                let name = try text()
                fields.append(RuleField(name, try value(level: level + 1)))
            }
            return .record(fields)
        case nil: throw .unknownCode(code)
        }
    }

    package mutating func expression(level: Int) throws(RuleError) -> RuleExpression {
        try note(level: level)
        let code = try byte()
        guard let kind = ExpressionCode(rawValue: code) else { throw .unknownCode(code) }
        switch kind {
        case .constant: return .constant(try value(level: level))
        case .parameter: return .parameter(try text())
        case .member:
            let name = try text()
            return .member(name, of: try expression(level: level + 1))
        case .payload: return .payload
        case .donationTime: return .donationTime
        case .now: return .now
        case .count: return .count(try query(level: level + 1))
        case .oldest: return .oldest(try query(level: level + 1))
        case .newest: return .newest(try query(level: level + 1))
        case .newestPayload: return .newestPayload(try query(level: level + 1))
        case .listed: return .listed(try query(level: level + 1))
        case .length: return .length(try expression(level: level + 1))
        case .not: return .not(try expression(level: level + 1))
        case .all: return .all(try expressions(level: level + 1))
        case .any: return .any(try expressions(level: level + 1))
        case .comparison, .search, .arithmetic, .otherwise: return try pair(kind, level: level + 1)
        }
    }

    private mutating func pair(_ kind: ExpressionCode, level: Int) throws(RuleError) -> RuleExpression {
        let code = kind == .otherwise ? 0 : try byte()
        let left = try expression(level: level)
        let right = try expression(level: level)
        switch kind {
        case .comparison:
            guard let comparison = RuleComparison(rawValue: code) else { throw .unknownCode(code) }
            return .comparison(comparison, left, right)
        case .search:
            guard let search = RuleSearch(rawValue: code) else { throw .unknownCode(code) }
            return .search(search, in: left, right)
        case .arithmetic:
            guard let operation = RuleArithmetic(rawValue: code) else { throw .unknownCode(code) }
            return .arithmetic(operation, left, right)
        default: return .otherwise(left, right)
        }
    }

    private mutating func expressions(level: Int) throws(RuleError) -> [RuleExpression] {
        var parts: [RuleExpression] = []
        for _ in 0..<(try count()) { parts.append(try expression(level: level)) }
        return parts
    }

    private mutating func query(level: Int) throws(RuleError) -> DonationQuery {
        try note(level: level)
        let code = try byte()
        switch QueryCode(rawValue: code) {
        case .all: return .all(of: try text())
        case .within:
            let window = RuleWindow(microseconds: Int64(clamping: try number()))
            return .within(window, try query(level: level + 1))
        case .filtered:
            let inner = try query(level: level + 1)
            return .filtered(inner, where: try expression(level: level + 1))
        case .largestSubset:
            let path = try path()
            return .largestSubset(try query(level: level + 1), by: path)
        case .smallestSubset:
            let path = try path()
            return .smallestSubset(try query(level: level + 1), by: path)
        case nil: throw .unknownCode(code)
        }
    }

    private mutating func path() throws(RuleError) -> [RuleText] {
        var path: [RuleText] = []
        for _ in 0..<(try count()) { path.append(try text()) }
        return path
    }
}

extension RuleExpression {
    /// Reads a rule, strictly: every byte must belong to it.
    ///
    /// - Throws: ``RuleError``.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(bytes: [UInt8]) throws(RuleError) {
        var reading = try RuleReading(bytes)
        self = try reading.expression(level: 1)
        try reading.finish()
        try check()
    }
}

extension RuleValue {
    /// Reads a value, strictly: every byte must belong to it.
    ///
    /// - Throws: ``RuleError``.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(bytes: [UInt8]) throws(RuleError) {
        var reading = try RuleReading(bytes)
        self = try reading.value(level: 1)
        try reading.finish()
    }
}
