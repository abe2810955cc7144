/// A rule, or a part of a rule, as data: it can be sent, and has the same value in Swift and in a page (TA1).
///
/// Every expression has a value. A rule holds when its value is true. There is no third truth value: in place
/// of a truth value, everything except true counts as false. A parameter that was never set therefore makes
/// no rule hold.
public indirect enum RuleExpression: Hashable, Sendable {
    /// A value that is written in the rule.
    case constant(RuleValue)
    /// The value of a parameter.
    case parameter(RuleText)
    /// A member of a value, by its declared name.
    case member(RuleText, of: RuleExpression)
    /// The payload of the donation at hand, in the condition of a filter.
    case payload
    /// The time of the donation at hand, in the condition of a filter.
    case donationTime
    /// The present moment.
    case now
    /// How many donations there are.
    case count(DonationQuery)
    /// The time of the oldest donation, or null without any.
    case oldest(DonationQuery)
    /// The time of the newest donation, or null without any.
    case newest(DonationQuery)
    /// The payload of the newest donation, or null without any.
    case newestPayload(DonationQuery)
    /// The donations as a list of records with `time` and `payload`, the oldest first; for ``derived(_:of:)``.
    case listed(DonationQuery)
    /// A comparison of two values.
    case comparison(RuleComparison, RuleExpression, RuleExpression)
    /// A search for a text in a text, or for an element in a list.
    case search(RuleSearch, in: RuleExpression, RuleExpression)
    /// A calculation with two numbers, or with a moment and seconds.
    case arithmetic(RuleArithmetic, RuleExpression, RuleExpression)
    /// The number of bytes of a text, of elements of a list, or of members of a record.
    case length(RuleExpression)
    /// The first value unless it is null, else the second.
    case otherwise(RuleExpression, RuleExpression)
    /// Whether each part is true; true without any (T38).
    case all([RuleExpression])
    /// Whether at least one part is true.
    case any([RuleExpression])
    /// Whether a part is not true.
    case not(RuleExpression)
    /// The result of a function of this process for a value; it cannot be sent (TD24).
    case derived(LocalFunction, of: RuleExpression)
}

/// A selection of the donations of an event.
public indirect enum DonationQuery: Hashable, Sendable {
    /// All donations of an event that are still kept (T55).
    case all(of: RuleText)
    /// The donations of a window that ends now (T59).
    case within(RuleWindow, DonationQuery)
    /// The donations for which an expression over their payload and time is true (T61).
    case filtered(DonationQuery, where: RuleExpression)
    /// The donations with the most frequent value of a member (T62).
    case largestSubset(DonationQuery, by: [RuleText])
    /// The donations with the least frequent value of a member (T63).
    case smallestSubset(DonationQuery, by: [RuleText])
}

/// How two values are compared; raw values are the codes in bytes.
public enum RuleComparison: UInt8, Hashable, Sendable, CaseIterable {
    /// The same value; numbers by their size.
    case equal = 0
    /// Another value.
    case notEqual = 1
    /// A smaller number, an earlier moment, a text that comes first by its bytes; false between other kinds.
    case less = 2
    /// Less, or equal.
    case lessOrEqual = 3
    /// A larger number, a later moment, a text that comes later by its bytes.
    case greater = 4
    /// Greater, or equal.
    case greaterOrEqual = 5
}

/// How a text or a list is searched; raw values are the codes in bytes.
public enum RuleSearch: UInt8, Hashable, Sendable, CaseIterable {
    /// A text contains another text, or a list contains an element.
    case contains = 0
    /// A text begins with another text.
    case hasPrefix = 1
    /// A text ends with another text.
    case hasSuffix = 2
}

/// How two numbers are combined into a third; raw values are the codes in bytes.
///
/// A moment plus or minus seconds is a moment, a moment minus another moment is seconds. An overflow and a
/// division by zero give null.
public enum RuleArithmetic: UInt8, Hashable, Sendable, CaseIterable {
    /// The sum.
    case plus = 0
    /// The difference.
    case minus = 1
    /// The product.
    case times = 2
    /// The quotient; of whole numbers the whole part.
    case dividedBy = 3
    /// The remainder of a division of whole numbers.
    case remainder = 4
}

/// Names a function that only this process has, such as the closure of a computed member.
public struct LocalFunction: Hashable, Sendable {
    /// The number by which the process knows the function.
    public let number: UInt32

    /// Names a function by its number.
    public init(number: UInt32) { self.number = number }
}
