public import TipCore
import TipRules

extension Tips {
    /// A stored value of the program that rules read and follow (T41, T49).
    ///
    /// With the macro of `TipMacros` it is written `@Parameter static var isLoggedIn = false`; without it, as a constant:
    ///
    /// ```swift
    /// static let isLoggedIn = Tips.Parameter(id: "MyTip.isLoggedIn", false)
    /// …
    /// MyTip.isLoggedIn.wrappedValue = true
    /// ```
    public final class Parameter<Value: Codable & Sendable>: RuleInput, Sendable {
        /// The key of the stored value.
        public let id: String
        let name: RuleText
        let initial: Value
        let definition: ParameterDefinition
        private let refusal: TipKitError?

        /// Makes a parameter.
        ///
        /// - Parameters:
        ///   - id: The key of the stored value.
        ///   - initial: The value before it is set.
        ///   - options: Whether it is transient.
        ///   - formerly: Keys that it had before (TD18).
        public convenience init(
            id: String, _ initial: Value, _ options: ParameterOption..., formerly: [String] = []
        ) {
            self.init(id: id, initial, options, formerly)
        }

        /// Makes the parameter of a type's property; its key has both names (T24).
        ///
        /// The key has the qualified name of the type, so that two types with the same name share nothing.
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

        /// The term for the value in a rule.
        public var ruleTerm: Term<Value> {
            var context = RuleContext()
            context.parameters[name] = definition
            context.refusal = refusal
            return Term(.parameter(name), context)
        }
    }

    /// How a parameter is stored.
    public struct ParameterOption: Hashable, Sendable {
        private enum Kind: Hashable, Sendable { case transient }
        private let kind: Kind

        /// The value is not stored: each process starts with the declared one (T50).
        public static let transient = ParameterOption(kind: .transient)
    }
}
