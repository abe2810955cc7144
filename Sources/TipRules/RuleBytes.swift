/// Writes values and rules as bytes, for pages and for stores (TA1).
///
/// One byte has the number of the form. The tree follows, each node before its parts: a code, then the data
/// for that code. Integers have seven bits in each byte, the lowest first, in as many bytes as they need;
/// signed integers have the sign in the lowest bit. Fractions are the eight bytes of IEEE 754, the lowest
/// first.
package struct RuleBytes {
    /// The form that is written, and the only one that is read.
    package static let form: UInt8 = 1

    package private(set) var bytes: [UInt8] = []

    /// Begins without bytes.
    package init() {}

    package mutating func write(_ byte: UInt8) { bytes.append(byte) }

    package mutating func write(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    package mutating func write(signed number: Int64) {
        write(UInt64(bitPattern: number << 1 ^ number >> 63))
    }

    package mutating func write(_ count: Int) { write(UInt64(count)) }

    package mutating func write(_ number: Double) {
        var bits = number.bitPattern
        for _ in 0..<8 {
            bytes.append(UInt8(truncatingIfNeeded: bits))
            bits >>= 8
        }
    }

    package mutating func write(_ text: RuleText) {
        write(text.utf8.count)
        bytes += text.utf8
    }

    package mutating func write(_ value: RuleValue) {
        switch value {
        case .null: write(ValueCode.null.rawValue)
        case .boolean(let truth): write((truth ? ValueCode.true : .false).rawValue)
        case .integer(let integer):
            write(ValueCode.integer.rawValue)
            write(signed: integer)
        // Not-a-number equals nothing, so each copy of it would count as a change.
        case .number(let number) where number.isNaN: write(ValueCode.null.rawValue)
        case .number(let number):
            write(ValueCode.number.rawValue)
            write(number)
        case .text(let text):
            write(ValueCode.text.rawValue)
            write(text)
        case .time(let time):
            write(ValueCode.time.rawValue)
            write(signed: time.microseconds)
        case .list(let elements):
            write(ValueCode.list.rawValue)
            write(elements.count)
            for element in elements { write(element) }
        case .record(let fields):
            write(ValueCode.record.rawValue)
            write(fields.count)
            for field in fields {
                write(field.name)
                write(field.value)
            }
        }
    }

    mutating func write(_ expression: RuleExpression) throws(RuleError) {
        guard let code = ExpressionCode(expression) else { throw .local }
        write(code.rawValue)
        switch expression {
        case .constant(let value): write(value)
        case .parameter(let name): write(name)
        case .member(let name, _): write(name)
        case .comparison(let comparison, _, _): write(comparison.rawValue)
        case .search(let search, _, _): write(search.rawValue)
        case .arithmetic(let operation, _, _): write(operation.rawValue)
        case .all(let parts), .any(let parts): write(parts.count)
        default: break
        }
        if let query = expression.query {
            try write(query)
        } else {
            for part in expression.parts { try write(part) }
        }
    }

    private mutating func write(_ query: DonationQuery) throws(RuleError) {
        switch query {
        case .all(let event):
            write(QueryCode.all.rawValue)
            write(event)
        case .within(let window, let inner):
            write(QueryCode.within.rawValue)
            write(UInt64(window.microseconds))
            try write(inner)
        case .filtered(let inner, let condition):
            write(QueryCode.filtered.rawValue)
            try write(inner)
            try write(condition)
        case .largestSubset(let inner, let path):
            write(QueryCode.largestSubset.rawValue)
            write(path)
            try write(inner)
        case .smallestSubset(let inner, let path):
            write(QueryCode.smallestSubset.rawValue)
            write(path)
            try write(inner)
        }
    }

    private mutating func write(_ path: [RuleText]) {
        write(path.count)
        for name in path { write(name) }
    }
}

enum ValueCode: UInt8 {
    case null = 0
    case `false` = 1
    case `true` = 2
    case integer = 3
    case number = 4
    case text = 5
    case time = 6
    case list = 7
    case record = 8
}

enum QueryCode: UInt8 {
    case all = 0
    case within = 1
    case filtered = 2
    case largestSubset = 3
    case smallestSubset = 4
}

enum ExpressionCode: UInt8 {
    case constant = 0
    case parameter = 1
    case member = 2
    case payload = 3
    case donationTime = 4
    case now = 5
    case count = 6
    case oldest = 7
    case newest = 8
    case newestPayload = 9
    case listed = 10
    case comparison = 11
    case search = 12
    case arithmetic = 13
    case length = 14
    case otherwise = 15
    case all = 16
    case any = 17
    case not = 18

    /// The code of an expression's kind; `nil` for a kind that cannot be sent.
    init?(_ expression: RuleExpression) {
        switch expression {
        case .constant: self = .constant
        case .parameter: self = .parameter
        case .member: self = .member
        case .payload: self = .payload
        case .donationTime: self = .donationTime
        case .now: self = .now
        case .count: self = .count
        case .oldest: self = .oldest
        case .newest: self = .newest
        case .newestPayload: self = .newestPayload
        case .listed: self = .listed
        case .comparison: self = .comparison
        case .search: self = .search
        case .arithmetic: self = .arithmetic
        case .length: self = .length
        case .otherwise: self = .otherwise
        case .all: self = .all
        case .any: self = .any
        case .not: self = .not
        case .derived: return nil
        }
    }
}

extension RuleExpression {
    /// The rule as bytes, which any program with the same form can evaluate.
    ///
    /// - Throws: ``RuleError/local`` for a rule that cannot be sent, and the errors of
    ///   ``check(allowsLocal:)``.
    public func bytes() throws(RuleError) -> [UInt8] {
        try check()
        var writing = RuleBytes()
        writing.write(RuleBytes.form)
        try writing.write(self)
        return writing.bytes
    }
}

extension RuleValue {
    /// The value as bytes.
    public var bytes: [UInt8] {
        var writing = RuleBytes()
        writing.write(RuleBytes.form)
        writing.write(self)
        return writing.bytes
    }
}
