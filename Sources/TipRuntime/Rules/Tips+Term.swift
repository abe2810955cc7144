import Synchronization
public import TipCore
public import TipRules

extension Tips {
    /// A value in a rule that is being written: operations on it are recorded as data and not executed.
    ///
    /// A rule's closure gets terms in place of values, runs once, and returns an expression (TD24). Members
    /// are found by name. A stored member becomes data; a computed member becomes a function that stays in
    /// this process.
    @dynamicMemberLookup
    public struct Term<Value>: Sendable {
        /// The recorded expression.
        public let expression: RuleExpression
        let context: RuleContext

        init(_ expression: RuleExpression, _ context: RuleContext = RuleContext()) {
            self.expression = expression
            self.context = context
        }

        func map<Other>(_ transform: (RuleExpression) -> RuleExpression) -> Term<Other> {
            Term<Other>(transform(expression), context)
        }

        func combined<Other, Result>(
            with other: Term<Other>, _ transform: (RuleExpression, RuleExpression) -> RuleExpression
        ) -> Term<Result> {
            Term<Result>(transform(expression, other.expression), context.union(other.context))
        }
    }
}

extension Tips.Term where Value: Encodable {
    /// A term for a plain value; null, with the refusal, for a value that rules cannot hold (T48).
    static func constant(_ value: Value) -> Tips.Term<Value> {
        do {
            return Tips.Term(.constant(try RuleValueEncoder.value(of: value)))
        } catch {
            var context = RuleContext()
            context.refusal = .invalidPredicateValueType
            return Tips.Term(.constant(.null), context)
        }
    }
}

extension Tips.Term where Value: Codable & Sendable {
    /// A member of the value (T53).
    public subscript<Member: Codable & Sendable>(dynamicMember keyPath: any KeyPath<Value, Member> & Sendable)
        -> Tips.Term<Member>
    {
        if let names = MemberNames.names(of: keyPath) {
            return map { names.reduce($0) { .member($1, of: $0) } }
        }
        return derived { $0[keyPath: keyPath] }
    }

    /// The result of a function of this process for the value; a rule with it cannot be sent.
    func derived<Result: Codable & Sendable>(_ function: @escaping @Sendable (Value) -> Result)
        -> Tips.Term<Result>
    {
        let name = LocalFunction.next()
        var context = context
        context.functions[name] = { value, _ in
            guard let whole = try? RuleValueDecoder.decode(Value.self, from: value),
                let result = try? RuleValueEncoder.value(of: function(whole))
            else { return RuleAnswer(value: .null) }
            return RuleAnswer(value: result)
        }
        return Tips.Term<Result>(.derived(name, of: expression), context)
    }
}

extension LocalFunction {
    private static let last = Atomic<UInt32>(0)

    /// A name for a function that is unique in this process.
    static func next() -> LocalFunction {
        LocalFunction(number: last.wrappingAdd(1, ordering: .relaxed).newValue)
    }
}
