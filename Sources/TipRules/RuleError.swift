/// Why bytes, or a tree from outside, are no rule.
public enum RuleError: Error, Hashable, Sendable {
    /// The bytes end within a rule.
    case truncated
    /// The bytes go on after the rule.
    case trailingBytes
    /// The bytes were written in a form that this program does not know; the number is the form's.
    case unknownForm(UInt8)
    /// There is no expression, value or operator of the code.
    case unknownCode(UInt8)
    /// A number names an entry of a table that does not have it.
    case notInTable(UInt64)
    /// What must be in order is not.
    case outOfOrder
    /// A number is negative where none can be.
    case negative(Int64)
    /// A number is larger than anything that can have been counted.
    case tooLarge(Int64)
    /// A number takes more bytes than there are in 64 bits.
    case numberTooLong
    /// The rule has more levels than ``RuleExpression/mostLevels``.
    case tooManyLevels
    /// The rule has more parts than ``RuleExpression/mostParts``.
    case tooManyParts
    /// The rule has a function of the process that made it, and stays there (TD24).
    case local
    /// The condition of a filter asks for donations; each donation would start another count.
    case queryInFilter
    /// A payload or the time of a donation is asked for where there is no donation at hand.
    case noDonationAtHand
}

extension RuleExpression {
    /// The most levels of a rule, its root and its leaves counted.
    public static let mostLevels = 64
    /// The most expressions, values and queries of a rule.
    public static let mostParts = 10_000

    /// Checks what the type alone does not: the limits, that it can travel, and where payloads stand.
    ///
    /// Rules that the program makes need no check to be evaluated; rules from outside get one when they are read.
    ///
    /// - Parameter allowsLocal: Whether functions of this process may occur.
    /// - Throws: ``RuleError/tooManyLevels``, ``RuleError/tooManyParts``, ``RuleError/local``,
    ///   ``RuleError/queryInFilter``, ``RuleError/noDonationAtHand``.
    /// - Complexity: O(*n*) in the number of expressions.
    public func check(allowsLocal: Bool = false) throws(RuleError) {
        var check = RuleCheck(allowsLocal: allowsLocal)
        try check.visit(self, level: 1, isInFilter: false)
    }
}

private struct RuleCheck {
    let allowsLocal: Bool
    var parts = 0

    mutating func visit(_ expression: RuleExpression, level: Int, isInFilter: Bool) throws(RuleError) {
        try count(level: level)
        switch expression {
        case .derived where !allowsLocal: throw .local
        case .payload where !isInFilter, .donationTime where !isInFilter: throw .noDonationAtHand
        case .constant(let value):
            // In bytes, expression and value are two parts.
            try count(level: level)
            try visit(value, level: level)
        default: break
        }
        if let query = expression.query {
            guard !isInFilter else { throw .queryInFilter }
            try visit(query, level: level + 1)
        } else {
            for part in expression.parts { try visit(part, level: level + 1, isInFilter: isInFilter) }
        }
    }

    private mutating func visit(_ query: DonationQuery, level: Int) throws(RuleError) {
        try count(level: level)
        switch query {
        case .all: break
        case .within(_, let inner), .largestSubset(let inner, _), .smallestSubset(let inner, _):
            try visit(inner, level: level + 1)
        case .filtered(let inner, let condition):
            try visit(inner, level: level + 1)
            try visit(condition, level: level + 1, isInFilter: true)
        }
    }

    private mutating func visit(_ value: RuleValue, level: Int) throws(RuleError) {
        switch value {
        case .list(let elements):
            for element in elements {
                try count(level: level + 1)
                try visit(element, level: level + 1)
            }
        case .record(let fields):
            for field in fields {
                try count(level: level + 1)
                try visit(field.value, level: level + 1)
            }
        default: break
        }
    }

    private mutating func count(level: Int) throws(RuleError) {
        guard level <= RuleExpression.mostLevels else { throw .tooManyLevels }
        parts += 1
        guard parts <= RuleExpression.mostParts else { throw .tooManyParts }
    }
}
