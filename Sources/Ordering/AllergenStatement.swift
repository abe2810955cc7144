/// A statement about the allergens of a dish, a choice or an order line.
///
/// An undeclared allergen is unknown, which does not mean absent: only a complete statement can exclude an
/// allergen.
public struct AllergenStatement: Hashable, Sendable {
    /// The allergens that are ingredients.
    public let contains: AllergenSet
    /// The allergens that may be present as traces and are not ingredients.
    public let mayContain: AllergenSet
    /// Whether all other allergens are declared to be absent.
    public let isComplete: Bool

    /// Makes a statement; an allergen that is contained is not repeated among the traces.
    ///
    /// - Parameters:
    ///   - contains: The allergens that are ingredients.
    ///   - mayContain: The allergens that may be present as traces.
    ///   - isComplete: Whether all other allergens are declared to be absent.
    public init(contains: AllergenSet, mayContain: AllergenSet, isComplete: Bool) {
        self.contains = contains
        self.mayContain = mayContain.subtracting(contains)
        self.isComplete = isComplete
    }

    /// The statement of an item without a declaration.
    public static let unknown = AllergenStatement(contains: [], mayContain: [], isComplete: false)

    /// Makes a complete statement.
    public static func declared(contains: AllergenSet, mayContain: AllergenSet) -> AllergenStatement {
        AllergenStatement(contains: contains, mayContain: mayContain, isComplete: true)
    }

    /// Returns the statement for two parts that are served together.
    ///
    /// An unknown part makes the result incomplete, but the allergens of the other part stay named.
    public func union(_ other: AllergenStatement) -> AllergenStatement {
        AllergenStatement(
            contains: contains.union(other.contains), mayContain: mayContain.union(other.mayContain),
            isComplete: isComplete && other.isComplete)
    }

    /// Returns the statement's answer about one allergen.
    ///
    /// Wheat contains gluten, so a statement that names wheat also says gluten. A statement that names gluten
    /// does not say whether the cereal is wheat.
    public func presence(of allergen: Allergen) -> AllergenPresence {
        if contains.contains(allergen) { return .contained }
        if allergen == .gluten, contains.contains(.wheat) { return .contained }
        if mayContain.contains(allergen) || isPossibleByKinship(allergen) { return .possible }
        return isComplete ? .absent : .unknown
    }

    private func isPossibleByKinship(_ allergen: Allergen) -> Bool {
        switch allergen {
        case .gluten: mayContain.contains(.wheat)
        case .wheat: contains.contains(.gluten) || mayContain.contains(.gluten)
        default: false
        }
    }
}

/// The answer of a statement about one allergen.
public enum AllergenPresence: Hashable, Sendable {
    /// It is an ingredient.
    case contained
    /// It may be present as traces.
    case possible
    /// It is declared to be absent.
    case absent
    /// Nothing is known; treat it as present.
    case unknown
}
