/// A rule, or a part of one, as data: it is evaluated alike in Swift and in a page, and it travels (TA1).
///
/// Every expression has a value. A rule holds when its value is true. There is no third truth value: where a truth value
/// is wanted, anything but true counts as false, so that a parameter that nobody set makes no rule hold.
public indirect enum RuleExpression: Hashable, Sendable {
    /// A value that the rule brings along.
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
    /// Two values compared.
    case comparison(RuleComparison, RuleExpression, RuleExpression)
    /// Two texts, or a list and what it may hold.
    case search(RuleSearch, in: RuleExpression, RuleExpression)
    /// Two numbers, or a moment and seconds.
    case arithmetic(RuleArithmetic, RuleExpression, RuleExpression)
    /// How many bytes a text, elements a list, or members a record has.
    case length(RuleExpression)
    /// The first value unless it is null, else the second.
    case otherwise(RuleExpression, RuleExpression)
    /// Whether each part is true; true without any (T38).
    case all([RuleExpression])
    /// Whether at least one part is true.
    case any([RuleExpression])
    /// Whether a part is not true.
    case not(RuleExpression)
    /// What a function of this process makes of a value; it does not travel (TD24).
    case derived(LocalFunction, of: RuleExpression)
}

/// Which donations of an event are meant.
public indirect enum DonationQuery: Hashable, Sendable {
    /// All donations of an event, as far as they are kept (T55).
    case all(of: RuleText)
    /// Those of a window that ends now (T59).
    case within(RuleWindow, DonationQuery)
    /// Those for which an expression over their payload and time is true (T61).
    case filtered(DonationQuery, where: RuleExpression)
    /// Those that have the most frequent value of a member in common (T62).
    case largestSubset(DonationQuery, by: [RuleText])
    /// Those that have the least frequent value of a member in common (T63).
    case smallestSubset(DonationQuery, by: [RuleText])
}

/// How two values are compared; raw values are the codes in which they travel.
public enum RuleComparison: UInt8, Hashable, Sendable, CaseIterable {
    /// The same value; numbers by their size.
    case equal = 0
    /// Another value.
    case notEqual = 1
    /// A smaller number, an earlier moment, a text that comes first by its bytes; false between other kinds.
    case less = 2
    /// Not more.
    case lessOrEqual = 3
    /// A larger one.
    case greater = 4
    /// Not less.
    case greaterOrEqual = 5
}

/// What is looked for in a text or a list; raw values are the codes in which they travel.
public enum RuleSearch: UInt8, Hashable, Sendable, CaseIterable {
    /// A text that has another in it, or a list that has an element.
    case contains = 0
    /// A text that begins with another.
    case hasPrefix = 1
    /// A text that ends with another.
    case hasSuffix = 2
}

/// How two numbers make a third; raw values are the codes in which they travel.
///
/// A moment plus or minus seconds is a moment, a moment minus another is seconds. What does not fit, and a division by
/// zero, is null.
public enum RuleArithmetic: UInt8, Hashable, Sendable, CaseIterable {
    /// The sum.
    case plus = 0
    /// The difference.
    case minus = 1
    /// The product.
    case times = 2
    /// The quotient; of whole numbers the whole part.
    case dividedBy = 3
    /// What is left of a whole division.
    case remainder = 4
}

/// Names a function that only this process has, such as the closure of a computed member.
public struct LocalFunction: Hashable, Sendable {
    /// The number by which the process knows the function.
    public let number: UInt32

    /// Names a function by its number.
    public init(number: UInt32) { self.number = number }
}
