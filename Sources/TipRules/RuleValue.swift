/// A value in a rule: the value of a parameter, the payload of a donation, or an intermediate result.
public enum RuleValue: Hashable, Sendable {
    /// No value; also the result of a mistake, such as a division by zero or a missing member.
    case null
    /// True or false.
    case boolean(Bool)
    /// A whole number.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A text, by its bytes.
    case text(RuleText)
    /// A moment.
    case time(RuleTime)
    /// Several values in order.
    case list([RuleValue])
    /// Named values in order, such as the members of a payload.
    case record([RuleField])
}

extension RuleValue {
    /// Whether two values are of the same kind and equal; numbers compare as numbers, so both zeros are
    /// equal.
    @inline(never)
    public static func == (left: RuleValue, right: RuleValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.text(let left), .text(let right)): left == right
        case (.time(let left), .time(let right)): left == right
        case (.list(let left), .list(let right)): left == right
        case (.record(let left), .record(let right)): left == right
        default: false
        }
    }

    /// Hashes value by value.
    ///
    /// The code that the compiler synthesises for lists within records is many times as long, and every page
    /// loads it.
    @inline(never)
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0 as UInt64)
        case .boolean(let truth): hasher.combine((truth ? 1 : 2) as UInt64)
        case .integer(let integer): Self.hash(3, UInt64(bitPattern: integer), into: &hasher)
        // Both zeros are equal.
        case .number(let number): Self.hash(4, number == 0 ? 0 : number.bitPattern, into: &hasher)
        case .text(let text): Self.hash(5, text, into: &hasher)
        case .time(let time): Self.hash(6, UInt64(bitPattern: time.microseconds), into: &hasher)
        case .list(let elements):
            Self.hash(7, UInt64(elements.count), into: &hasher)
            for element in elements { element.hash(into: &hasher) }
        case .record(let fields):
            Self.hash(8, UInt64(fields.count), into: &hasher)
            for field in fields {
                Self.hash(9, field.name, into: &hasher)
                field.value.hash(into: &hasher)
            }
        }
    }

    private static func hash(_ kind: UInt64, _ word: UInt64, into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(word)
    }

    private static func hash(_ kind: UInt64, _ text: RuleText, into hasher: inout Hasher) {
        hasher.combine(kind)
        text.hash(into: &hasher)
    }
}

/// A named value of a record.
public struct RuleField: Hashable, Sendable {
    /// The member's name.
    public let name: RuleText
    /// The member's value.
    public let value: RuleValue

    /// Makes a member of its name and its value.
    public init(_ name: RuleText, _ value: RuleValue) {
        self.name = name
        self.value = value
    }
}

extension RuleValue {
    /// A member of a record, or null when the value is no record or has no such member.
    ///
    /// - Complexity: O(*n*) in the number of members.
    public subscript(name: RuleText) -> RuleValue {
        guard case .record(let fields) = self else { return .null }
        for field in fields where field.name == name { return field.value }
        return .null
    }

    /// The value at the end of a path of members.
    ///
    /// - Complexity: O(*n*) in the number of members on the way.
    public subscript(path path: [RuleText]) -> RuleValue {
        var value = self
        for name in path { value = value[name] }
        return value
    }

    /// Whether the value is the truth value true; anything else is not.
    public var isTrue: Bool { self == .boolean(true) }

    /// The number as a `Double`; `nil` when the value is not a number.
    var double: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        default: nil
        }
    }
}

extension RuleValue {
    enum Order {
        case ascending
        case same
        case descending
    }

    /// How the value compares with another; `nil` for kinds between which there is no order, and for not-a-number.
    func order(to other: RuleValue) -> Order? {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): Self.order(left, right)
        case (.text(let left), .text(let right)): Self.order(left, right)
        case (.time(let left), .time(let right)): Self.order(left, right)
        default:
            if let left = double, let right = other.double { Self.order(left, right) } else { nil }
        }
    }

    private static func order<Number: Comparable>(_ left: Number, _ right: Number) -> Order? {
        if left == right { return .same }
        if left < right { return .ascending }
        return left > right ? .descending : nil
    }

    /// Whether two values are equal in a rule: numbers compare by size, whatever their kind; not-a-number
    /// equals nothing.
    func equals(_ other: RuleValue) -> Bool {
        if let left = double, let right = other.double {
            if case (.integer(let left), .integer(let right)) = (self, other) { return left == right }
            return left == right
        }
        return self == other
    }
}
