/// What is known about the allergens of a dish, a choice or an order line.
///
/// What is not declared is unknown, and unknown is never none: only a complete statement can clear an allergen.
public struct AllergenStatement: Hashable, Sendable {
    /// The allergens that are ingredients.
    public let contains: AllergenSet
    /// The allergens that may be there as traces and are not ingredients.
    public let mayContain: AllergenSet
    /// Whether every allergen that is not named is declared to be absent.
    public let isComplete: Bool

    /// Makes a statement; an allergen that is contained is not repeated among the traces.
    ///
    /// - Parameters:
    ///   - contains: The allergens that are ingredients.
    ///   - mayContain: The allergens that may be there as traces.
    ///   - isComplete: Whether everything that is not named is declared to be absent.
    public init(contains: AllergenSet, mayContain: AllergenSet, isComplete: Bool) {
        self.contains = contains
        self.mayContain = mayContain.subtracting(contains)
        self.isComplete = isComplete
    }

    /// Nothing was declared.
    public static let unknown = AllergenStatement(contains: [], mayContain: [], isComplete: false)

    /// Everything was declared.
    public static func declared(contains: AllergenSet, mayContain: AllergenSet) -> AllergenStatement {
        AllergenStatement(contains: contains, mayContain: mayContain, isComplete: true)
    }

    /// Returns what is known about two things that are served together.
    ///
    /// A part that is unknown makes the whole incomplete, but what the other part contains stays named.
    public func union(_ other: AllergenStatement) -> AllergenStatement {
        AllergenStatement(
            contains: contains.union(other.contains), mayContain: mayContain.union(other.mayContain),
            isComplete: isComplete && other.isComplete)
    }

    /// Tells what the statement says about one allergen.
    ///
    /// Wheat is a cereal that contains gluten, so wheat stands for gluten. A statement that names gluten leaves open
    /// whether the cereal is wheat.
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

/// What a statement says about one allergen.
public enum AllergenPresence: Hashable, Sendable {
    /// It is an ingredient.
    case contained
    /// It may be there.
    case possible
    /// It is declared not to be there.
    case absent
    /// Nothing is known; it must be treated as if it were there.
    case unknown
}
