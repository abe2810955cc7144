/// Why bytes, or a tree from outside, are not a rule.
public enum RuleError: Error, Hashable, Sendable {
    /// The bytes end within a rule.
    case truncated
    /// The bytes go on after the rule.
    case trailingBytes
    /// The bytes were written in a form that this program does not know; the number is the form's.
    case unknownForm(UInt8)
    /// There is no expression, value or operator of the code.
    case unknownCode(UInt8)
    /// A number is an index into a table that does not have that entry.
    case notInTable(UInt64)
    /// Elements that must be in order are not.
    case outOfOrder
    /// A number is negative that cannot be.
    case negative(Int64)
    /// A count is impossibly large.
    case tooLarge(Int64)
    /// A number has more bytes than a 64-bit number needs.
    case numberTooLong
    /// The rule has more levels than ``RuleExpression/mostLevels``.
    case tooManyLevels
    /// The rule has more parts than ``RuleExpression/mostParts``.
    case tooManyParts
    /// The rule has a function of the process that made it, so it cannot leave that process (TD24).
    case local
    /// The condition of a filter queries donations; that would run a query for each donation.
    case queryInFilter
    /// A payload or the time of a donation is read outside the condition of a filter.
    case noDonationAtHand
}

extension RuleExpression {
    /// The most levels of a rule, its root and its leaves counted.
    public static let mostLevels = 64
    /// The most expressions, values and queries of a rule.
    public static let mostParts = 10_000

    /// Checks the limits, whether the rule can be sent, and whether payloads are only read inside filters.
    ///
    /// Rules of the program itself can be evaluated without a check; rules from outside are checked when they
    /// are read.
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
