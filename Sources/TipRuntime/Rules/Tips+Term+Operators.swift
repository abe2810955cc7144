import TipCore
import TipRules

// The operators of terms. Each also takes a plain value on either side.

extension Tips.Term {
    fileprivate func compared(_ comparison: RuleComparison, _ other: Tips.Term<Value>) -> Tips.Term<Bool> {
        combined(with: other) { .comparison(comparison, $0, $1) }
    }

    fileprivate func calculated(_ operation: RuleArithmetic, _ other: Tips.Term<Value>) -> Tips.Term<Value> {
        combined(with: other) { .arithmetic(operation, $0, $1) }
    }
}

extension Tips.Term where Value: Equatable & Encodable {
    /// Whether both are equal.
    public static func == (left: Self, right: Self) -> Tips.Term<Bool> {
        left.compared(.equal, right)
    }
    /// Whether both are equal.
    public static func == (left: Self, right: Value) -> Tips.Term<Bool> {
        left.compared(.equal, .constant(right))
    }
    /// Whether both are equal.
    public static func == (left: Value, right: Self) -> Tips.Term<Bool> {
        constant(left).compared(.equal, right)
    }
    /// Whether both differ.
    public static func != (left: Self, right: Self) -> Tips.Term<Bool> {
        left.compared(.notEqual, right)
    }
    /// Whether both differ.
    public static func != (left: Self, right: Value) -> Tips.Term<Bool> {
        left.compared(.notEqual, .constant(right))
    }
    /// Whether both differ.
    public static func != (left: Value, right: Self) -> Tips.Term<Bool> {
        constant(left).compared(.notEqual, right)
    }
}

extension Tips.Term where Value: Comparable & Encodable {
    /// Whether the first is less.
    public static func < (left: Self, right: Self) -> Tips.Term<Bool> {
        left.compared(.less, right)
    }
    /// Whether the first is less.
    public static func < (left: Self, right: Value) -> Tips.Term<Bool> {
        left.compared(.less, .constant(right))
    }
    /// Whether the first is less.
    public static func < (left: Value, right: Self) -> Tips.Term<Bool> {
        constant(left).compared(.less, right)
    }
    /// Whether the first is less, or equal.
    public static func <= (left: Self, right: Self) -> Tips.Term<Bool> {
        left.compared(.lessOrEqual, right)
    }
    /// Whether the first is less, or equal.
    public static func <= (left: Self, right: Value) -> Tips.Term<Bool> {
        left.compared(.lessOrEqual, .constant(right))
    }
    /// Whether the first is less, or equal.
    public static func <= (left: Value, right: Self) -> Tips.Term<Bool> {
        constant(left).compared(.lessOrEqual, right)
    }
    /// Whether the first is greater.
    public static func > (left: Self, right: Self) -> Tips.Term<Bool> {
        left.compared(.greater, right)
    }
    /// Whether the first is greater.
    public static func > (left: Self, right: Value) -> Tips.Term<Bool> {
        left.compared(.greater, .constant(right))
    }
    /// Whether the first is greater.
    public static func > (left: Value, right: Self) -> Tips.Term<Bool> {
        constant(left).compared(.greater, right)
    }
    /// Whether the first is greater, or equal.
    public static func >= (left: Self, right: Self) -> Tips.Term<Bool> {
        left.compared(.greaterOrEqual, right)
    }
    /// Whether the first is greater, or equal.
    public static func >= (left: Self, right: Value) -> Tips.Term<Bool> {
        left.compared(.greaterOrEqual, .constant(right))
    }
    /// Whether the first is greater, or equal.
    public static func >= (left: Value, right: Self) -> Tips.Term<Bool> {
        constant(left).compared(.greaterOrEqual, right)
    }
}

extension Tips.Term where Value: Numeric & Encodable {
    /// The sum.
    public static func + (left: Self, right: Self) -> Tips.Term<Value> {
        left.calculated(.plus, right)
    }
    /// The sum.
    public static func + (left: Self, right: Value) -> Tips.Term<Value> {
        left.calculated(.plus, .constant(right))
    }
    /// The sum.
    public static func + (left: Value, right: Self) -> Tips.Term<Value> {
        constant(left).calculated(.plus, right)
    }
    /// The difference.
    public static func - (left: Self, right: Self) -> Tips.Term<Value> {
        left.calculated(.minus, right)
    }
    /// The difference.
    public static func - (left: Self, right: Value) -> Tips.Term<Value> {
        left.calculated(.minus, .constant(right))
    }
    /// The difference.
    public static func - (left: Value, right: Self) -> Tips.Term<Value> {
        constant(left).calculated(.minus, right)
    }
    /// The product.
    public static func * (left: Self, right: Self) -> Tips.Term<Value> {
        left.calculated(.times, right)
    }
    /// The product.
    public static func * (left: Self, right: Value) -> Tips.Term<Value> {
        left.calculated(.times, .constant(right))
    }
    /// The product.
    public static func * (left: Value, right: Self) -> Tips.Term<Value> {
        constant(left).calculated(.times, right)
    }
}

extension Tips.Term where Value: BinaryInteger & Encodable {
    /// The whole quotient; null when divided by zero.
    public static func / (left: Self, right: Self) -> Tips.Term<Value> {
        left.calculated(.dividedBy, right)
    }
    /// The whole quotient; null when divided by zero.
    public static func / (left: Self, right: Value) -> Tips.Term<Value> {
        left.calculated(.dividedBy, .constant(right))
    }
    /// The whole quotient; null when divided by zero.
    public static func / (left: Value, right: Self) -> Tips.Term<Value> {
        constant(left).calculated(.dividedBy, right)
    }
    /// The remainder; null when divided by zero.
    public static func % (left: Self, right: Self) -> Tips.Term<Value> {
        left.calculated(.remainder, right)
    }
    /// The remainder; null when divided by zero.
    public static func % (left: Self, right: Value) -> Tips.Term<Value> {
        left.calculated(.remainder, .constant(right))
    }
    /// The remainder; null when divided by zero.
    public static func % (left: Value, right: Self) -> Tips.Term<Value> {
        constant(left).calculated(.remainder, right)
    }
}

extension Tips.Term where Value: FloatingPoint & Encodable {
    /// The quotient; null when divided by zero.
    public static func / (left: Self, right: Self) -> Tips.Term<Value> {
        left.calculated(.dividedBy, right)
    }
    /// The quotient; null when divided by zero.
    public static func / (left: Self, right: Value) -> Tips.Term<Value> {
        left.calculated(.dividedBy, .constant(right))
    }
    /// The quotient; null when divided by zero.
    public static func / (left: Value, right: Self) -> Tips.Term<Value> {
        constant(left).calculated(.dividedBy, right)
    }
}

extension Tips.Term where Value == Bool {
    /// Whether both are true.
    public static func && (left: Self, right: Self) -> Tips.Term<Bool> {
        left.combined(with: right) { .all([$0, $1]) }
    }
    /// Whether at least one is true.
    public static func || (left: Self, right: Self) -> Tips.Term<Bool> {
        left.combined(with: right) { .any([$0, $1]) }
    }
    /// Whether it is not true.
    public static prefix func ! (term: Self) -> Tips.Term<Bool> { term.map { .not($0) } }
}

extension Tips.Term {
    /// The first unless it is null, else the second.
    public static func ?? <Wrapped: Encodable>(left: Self, right: Wrapped) -> Tips.Term<Wrapped>
    where Value == Wrapped? {
        left.combined(with: Tips.Term<Wrapped>.constant(right)) { .otherwise($0, $1) }
    }
}

extension Tips.Term where Value == String {
    /// Whether the text contains another, by its bytes.
    public func contains(_ text: String) -> Tips.Term<Bool> { search(.contains, text) }
    /// Whether the text begins with another, by its bytes.
    public func hasPrefix(_ text: String) -> Tips.Term<Bool> { search(.hasPrefix, text) }
    /// Whether the text ends with another, by its bytes.
    public func hasSuffix(_ text: String) -> Tips.Term<Bool> { search(.hasSuffix, text) }

    private func search(_ search: RuleSearch, _ text: String) -> Tips.Term<Bool> {
        combined(with: .constant(text)) { .search(search, in: $0, $1) }
    }
}

extension Tips.Term where Value: Collection {
    /// Whether the value is empty.
    public var isEmpty: Tips.Term<Bool> {
        map { .comparison(.equal, .otherwise(.length($0), .constant(.integer(0))), .constant(.integer(0))) }
    }
}

extension Tips.Term where Value: Collection & Codable & Sendable {
    /// The number of elements; for a text the number of characters, which only this process can count.
    public var count: Tips.Term<Int> {
        Value.self == String.self ? derived { $0.count } : map { .length($0) }
    }
}

extension Tips.Term where Value: Collection, Value.Element: Equatable & Encodable {
    /// Whether the value contains an element.
    public func contains(_ element: Value.Element) -> Tips.Term<Bool> {
        combined(with: Tips.Term<Value.Element>.constant(element)) { .search(.contains, in: $0, $1) }
    }
    /// Whether the value contains an element.
    public func contains(_ element: Tips.Term<Value.Element>) -> Tips.Term<Bool> {
        combined(with: element) { .search(.contains, in: $0, $1) }
    }
}

extension Sequence where Element: Equatable & Encodable {
    /// Whether the value of a term is one of these elements.
    public func contains(_ term: Tips.Term<Element>) -> Tips.Term<Bool> {
        Tips.Term<[Element]>.constant(Array(self)).combined(with: term) { .search(.contains, in: $0, $1) }
    }
}

extension ClosedRange where Bound: Encodable {
    /// Whether the value of a term is in the range.
    public func contains(_ term: Tips.Term<Bound>) -> Tips.Term<Bool> {
        (lowerBound <= term) && (term <= upperBound)
    }
}

extension Range where Bound: Encodable {
    /// Whether the value of a term is in the range.
    public func contains(_ term: Tips.Term<Bound>) -> Tips.Term<Bool> {
        (lowerBound <= term) && (term < upperBound)
    }
}
