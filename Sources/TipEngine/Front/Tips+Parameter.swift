public import TipCore
import TipRules

extension Tips {
    /// A value of the program that rules can read: it is kept, and rules follow its changes (T41, T49).
    ///
    /// With the macro of `TipMacros` it is written `@Parameter static var isLoggedIn = false`; without it, as a constant:
    ///
    /// ```swift
    /// static let isLoggedIn = Tips.Parameter(id: "MyTip.isLoggedIn", false)
    /// …
    /// MyTip.isLoggedIn.wrappedValue = true
    /// ```
    public final class Parameter<Value: Codable & Sendable>: RuleInput, Sendable {
        /// The key of what is kept.
        public let id: String
        let name: RuleText
        let initial: Value
        let definition: ParameterDefinition
        private let refusal: TipKitError?

        /// Makes a parameter.
        ///
        /// - Parameters:
        ///   - id: The key of what is kept.
        ///   - initial: The value before it is set.
        ///   - options: Whether it is transient.
        ///   - formerly: Keys that it had before (TD18).
        public convenience init(
            id: String, _ initial: Value, _ options: ParameterOption..., formerly: [String] = []
        ) {
            self.init(id: id, initial, options, formerly)
        }

        /// Makes the parameter of a type's property, whose key is the names of both (T24).
        ///
        /// The type is named with all that it lies in, its module first, so that two types of one name share nothing.
        ///
        /// - Parameters:
        ///   - owner: The type.
        ///   - property: The property's name.
        ///   - initial: The value before it is set.
        ///   - options: Whether it is transient.
        ///   - formerly: Keys that it had before (TD18).
        public convenience init(
            _ owner: Any.Type, _ property: String, _ initial: Value, _ options: ParameterOption...,
            formerly: [String] = []
        ) {
            self.init(id: "\(QualifiedName.of(owner)).\(property)", initial, options, formerly)
        }

        private init(
            id: String, _ initial: Value, _ options: [ParameterOption], _ formerly: [String]
        ) {
            self.id = id
            self.initial = initial
            name = RuleText(id)
            let value = try? RuleValueEncoder.value(of: initial)
            refusal = value == nil ? .invalidPredicateValueType : nil
            definition = ParameterDefinition(
                initial: value ?? .null, isTransient: options.contains(.transient),
                formerNames: formerly.map { RuleText($0) })
        }

        /// The value; setting it changes statuses at once, and is made durable soon (TD19).
        public var wrappedValue: Value {
            get { TipStore.current.value(of: self) }
            set { TipStore.current.set(newValue, for: self) }
        }

        /// The parameter itself, as rules take it.
        public var projectedValue: Parameter<Value> { self }

        /// What stands for the value in a rule.
        public var ruleTerm: Term<Value> {
            var context = RuleContext()
            context.parameters[name] = definition
            context.refusal = refusal
            return Term(.parameter(name), context)
        }
    }

    /// How a parameter is kept.
    public struct ParameterOption: Hashable, Sendable {
        private enum Kind: Hashable, Sendable { case transient }
        private let kind: Kind

        /// The value is not kept: each process begins with the declared one (T50).
        public static let transient = ParameterOption(kind: .transient)
    }
}
