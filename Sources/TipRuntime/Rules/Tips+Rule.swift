public import TipCore
public import TipRules

extension Tips {
    /// One condition of a tip, over parameters and events (T38).
    ///
    /// The usual form takes a closure that computes with proxies. Such a rule is data: it can be sent, and a
    /// page evaluates it with the same result. The same closure over plain values stays in this process
    /// (TD24).
    ///
    /// ```swift
    /// var rules: [Rule] {
    ///     Rule(Self.$isLoggedIn) { $0 == true }
    ///     Rule(Self.visits) { $0.donations.donatedWithin(.days(3)).count > 2 }
    /// }
    /// ```
    public struct Rule: Sendable {
        /// The rule as data.
        public let expression: RuleExpression
        let context: RuleContext

        init(_ term: Term<Bool>) {
            // A rule with a refusal must never hold.
            expression = term.context.refusal == nil ? term.expression : .constant(.boolean(false))
            context = term.context
        }

        /// Makes a rule of data, such as one that was received.
        public init(_ expression: RuleExpression) { self.init(Term(expression)) }

        /// Combines rules.
        public init(_ operation: CompoundOperation, @RuleBuilder _ rules: () -> [Rule]) {
            let rules = rules()
            let parts = rules.map(\.expression)
            let context = rules.reduce(into: RuleContext()) { $0.formUnion($1.context) }
            self.init(Term(operation == .conjunction ? .all(parts) : .any(parts), context))
        }

        /// How rules are combined (T44).
        public enum CompoundOperation: Hashable, Sendable {
            /// All must hold.
            case conjunction
            /// At least one must hold.
            case disjunction
        }

        /// The rule that holds when this one does not.
        public static prefix func ! (rule: Rule) -> Rule {
            Rule(Term<Bool>(rule.expression, rule.context).map { .not($0) })
        }

        /// Why the rule can never hold: it uses a value that rules cannot hold (T48).
        public var refusal: TipKitError? { context.refusal }

        /// The rule as bytes that a page or another program evaluates.
        ///
        /// - Throws: `RuleError.local` for a rule that uses functions of this process (TD24).
        public func bytes() throws(RuleError) -> [UInt8] { try expression.bytes() }
    }

    /// An input of a rule: a parameter or an event.
    public protocol RuleInput: Sendable {
        /// The term for the input in a rule that is being written.
        associatedtype RuleTerm
        /// The plain value that a rule of this process gets instead.
        associatedtype RuleSnapshot
        /// The term for the input in a rule that is being written.
        var ruleTerm: RuleTerm { get }
        /// The result of a closure of this process for the input, as a term.
        func localTerm(_ predicate: @escaping @Sendable (RuleSnapshot) -> Bool) -> Term<Bool>
    }
}

extension Tips.Rule {
    /// A rule over a parameter or an event.
    public init<First: Tips.RuleInput>(_ first: First, _ predicate: (First.RuleTerm) -> Tips.Term<Bool>) {
        self.init(predicate(first.ruleTerm))
    }

    /// A rule over two parameters or events.
    public init<First: Tips.RuleInput, Second: Tips.RuleInput>(
        _ first: First, _ second: Second,
        _ predicate: (First.RuleTerm, Second.RuleTerm) -> Tips.Term<Bool>
    ) {
        self.init(predicate(first.ruleTerm, second.ruleTerm))
    }

    /// A rule over three parameters or events.
    public init<First: Tips.RuleInput, Second: Tips.RuleInput, Third: Tips.RuleInput>(
        _ first: First, _ second: Second, _ third: Third,
        _ predicate: (First.RuleTerm, Second.RuleTerm, Third.RuleTerm) -> Tips.Term<Bool>
    ) {
        self.init(predicate(first.ruleTerm, second.ruleTerm, third.ruleTerm))
    }

    /// A rule over the plain value of a parameter, or the plain donations of an event, which stays in this process.
    ///
    /// It is evaluated again when its input changes. Changes of other values that the closure reads are not
    /// noticed. Pass every value that the rule reads as an input.
    @_disfavoredOverload
    public init<Input: Tips.RuleInput>(
        _ input: Input, _ predicate: @escaping @Sendable (Input.RuleSnapshot) -> Bool
    ) {
        self.init(input.localTerm(predicate))
    }
}

extension Tips.Parameter {
    /// The result of a closure for the value.
    public func localTerm(_ predicate: @escaping @Sendable (Value) -> Bool) -> Tips.Term<Bool> {
        ruleTerm.derived(predicate)
    }
}

extension Tips.Event {
    /// The result of a closure for the donations.
    public func localTerm(_ predicate: @escaping @Sendable (Snapshot) -> Bool) -> Tips.Term<Bool> {
        let donations = ruleTerm.donations
        let name = LocalFunction.next()
        var context = donations.context
        context.functions[name] = { listed, now in
            let evaluation = LocalEvaluation(now: now)
            let holds = LocalEvaluation.$current.withValue(evaluation) { predicate(Snapshot(listed: listed)) }
            return RuleAnswer(value: .boolean(holds), nextChange: evaluation.nextChange)
        }
        return Tips.Term(.derived(name, of: .listed(donations.query)), context)
    }
}
