/// A way of eating that a dish can be declared to fit.
///
/// A café declares the diets that a dish fits. A dish without a declaration is unknown, which does not mean that it
/// fits none: a filter never shows it as fitting.
public enum Diet: String, CaseIterable, Hashable, Sendable {
    /// Made by the rules of Islam.
    case halal
    /// Made by the rules of Judaism.
    case kosher
    /// Without anything from animals.
    case vegan
    /// Without meat and fish.
    case vegetarian

    /// The allergens that a dish for this diet cannot have as an ingredient.
    ///
    /// A trace does not contradict a diet; the statement about allergens names it.
    public var excluded: AllergenSet {
        switch self {
        case .halal: []
        case .kosher: [.crustaceans, .molluscs]
        case .vegan: [.milk, .eggs, .fish, .crustaceans, .molluscs]
        case .vegetarian: [.fish, .crustaceans, .molluscs]
        }
    }
}

extension Set<Diet> {
    /// The diets with those that they imply: vegan implies vegetarian.
    public var closure: Set<Diet> { contains(.vegan) ? union([.vegetarian]) : self }

    /// The first diet that a statement about allergens contradicts, with the allergen; `nil` when none is.
    ///
    /// - Complexity: O(1); there are few diets.
    public func contradiction(with allergens: AllergenStatement) -> (diet: Diet, allergen: Allergen)? {
        for diet in sorted(by: { $0.rawValue < $1.rawValue }) {
            for allergen in diet.excluded.intersection(allergens.contains) { return (diet, allergen) }
        }
        return nil
    }
}
