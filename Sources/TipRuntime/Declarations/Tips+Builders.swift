public import TipCore

/// Builds the lists of a tip: one element per line, with conditions and loops.
public protocol TipListBuilder {
    /// The elements of the list.
    associatedtype Element
}

extension TipListBuilder {
    /// Takes one element.
    public static func buildExpression(_ element: Element) -> [Element] { [element] }
    /// Takes several elements.
    public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
    /// Joins parts.
    public static func buildBlock(_ parts: [Element]...) -> [Element] { Array(parts.joined()) }
    /// Joins the elements of a loop.
    public static func buildArray(_ parts: [[Element]]) -> [Element] { Array(parts.joined()) }
    /// Takes the elements of a condition, or none.
    public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
    /// Takes the first branch.
    public static func buildEither(first part: [Element]) -> [Element] { part }
    /// Takes the second branch.
    public static func buildEither(second part: [Element]) -> [Element] { part }
    /// Takes elements that depend on the system.
    public static func buildLimitedAvailability(_ part: [Element]) -> [Element] { part }
}

extension Tips {
    /// Collects the buttons of a tip, and numbers them.
    @resultBuilder
    public enum ActionBuilder: TipListBuilder, Sendable {
        /// Buttons.
        public typealias Element = Action
        /// Gives each button its place (T105).
        public static func buildFinalResult(_ parts: [Action]) -> [Action] {
            parts.enumerated().map { $0.element.placed(at: $0.offset) }
        }
    }

    /// Collects the rules of a tip.
    @resultBuilder
    public enum RuleBuilder: TipListBuilder, Sendable {
        /// Rules.
        public typealias Element = Rule
    }

    /// Collects the options of a tip.
    @resultBuilder
    public enum OptionsBuilder: TipListBuilder, Sendable {
        /// Options of any kind.
        public typealias Element = any TipOption
    }

    /// Collects the tips of a group.
    @resultBuilder
    public enum GroupBuilder: TipListBuilder, Sendable {
        /// Tips of any type.
        public typealias Element = any Tip
    }
}
