public import Essentials

/// Work rules with the month from which they hold.
///
/// Rules begin with a month, so that a month has one version of them.
public struct DatedWorkRules: Hashable, Sendable {
    /// The first month; `nil` from the beginning.
    public let from: CalendarMonth?
    /// The rules.
    public let rules: WorkRules

    /// Makes a version of rules.
    public init(from: CalendarMonth?, _ rules: WorkRules) {
        self.from = from
        self.rules = rules
    }
}

extension [DatedWorkRules] {
    /// The rules that hold in a month; `nil` before the first ones.
    ///
    /// The versions are in the order of their months.
    public func rules(in month: CalendarMonth) -> WorkRules? {
        last { version in version.from.map { $0.first <= month.first } ?? true }?.rules
    }
}
