import JSON
import Ordering

// Statements about allergens.
extension JSONReader {
    /// Reads `"unknown"`, or the allergens that an item contains and may contain.
    func allergenStatement() -> AllergenStatement? {
        if case .string(let word)? = optional?.value() {
            if word == "unknown" { return .unknown }
            note(.value, "must be \"unknown\" or an object with \"contains\" and \"mayContain\"")
            return nil
        }
        refuseMembers(except: ["contains", "mayContain"])
        var named = Declarations()
        let contains = self["contains"].allergens(among: &named)
        let mayContain = self["mayContain"].allergens(among: &named)
        guard let contains, let mayContain else { return nil }
        return .declared(contains: contains, mayContain: mayContain)
    }

    /// Reads a list of distinct diets, which the allergens of the same thing must not contradict.
    ///
    /// - Parameter allergens: The statement beside it; `nil` when it could not be read.
    /// - Returns: The diets, or `nil` after a mistake.
    func diets(beside allergens: AllergenStatement?) -> Set<Diet>? {
        var named = Declarations()
        let list = array { reader -> Diet? in
            guard let diet = reader.word(of: Diet.allCases) else { return nil }
            return named.declare(diet.rawValue, at: reader).map { _ in diet }
        }
        guard let diets = list.map({ Set($0) }) else { return nil }
        guard let allergens, let (diet, allergen) = diets.contradiction(with: allergens) else { return diets }
        note(.value, "has \"\(diet.rawValue)\", but the allergens contain \"\(allergen.rawValue)\"")
        return nil
    }

    /// Reads a list of distinct allergens; an empty list when the member is missing.
    private func allergens(among named: inout Declarations) -> AllergenSet? {
        guard let list = optional else { return [] }
        return list.array { reader -> Allergen? in
            guard let allergen = reader.word(of: Allergen.allCases.sorted()) else { return nil }
            return named.declare(allergen.rawValue, at: reader).map { _ in allergen }
        }.map { AllergenSet($0) }
    }
}
