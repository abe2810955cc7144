public import Essentials

/// Something that changes an item, such as oat milk, an extra shot or no onions.
public struct Choice: Hashable, Sendable {
    /// The identifier, unique within its item.
    public let id: ChoiceID
    /// The displayed name.
    public let name: LocalizedText
    /// The amount that it adds to the price of one item each time it is chosen; never negative.
    public let price: Money
    /// The statement about its allergens.
    public let allergens: AllergenStatement
    /// How often it can be chosen for one item.
    public let maximumQuantity: Int
    /// The diets that it fits; `nil` when the café does not say.
    public let diets: Set<Diet>?
    /// The energy that it adds each time it is chosen, in kilocalories; `nil` when the café does not say.
    public let kilocalories: Int?

    /// Makes a choice.
    ///
    /// - Parameters:
    ///   - id: The identifier, unique within its item.
    ///   - name: The displayed name.
    ///   - price: The amount that it adds to the price of one item.
    ///   - allergens: The statement about its allergens.
    ///   - maximumQuantity: How often it can be chosen for one item.
    ///   - diets: The diets that it fits.
    ///   - kilocalories: The energy that it adds each time it is chosen.
    public init(
        id: ChoiceID, name: LocalizedText, price: Money, allergens: AllergenStatement,
        maximumQuantity: Int = 1, diets: Set<Diet>? = nil, kilocalories: Int? = nil
    ) {
        self.id = id
        self.name = name
        self.price = price
        self.allergens = allergens
        self.maximumQuantity = maximumQuantity
        self.diets = diets?.closure
        self.kilocalories = kilocalories
    }
}
