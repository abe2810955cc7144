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

    /// Makes a choice.
    ///
    /// - Parameters:
    ///   - id: The identifier, unique within its item.
    ///   - name: The displayed name.
    ///   - price: The amount that it adds to the price of one item.
    ///   - allergens: The statement about its allergens.
    ///   - maximumQuantity: How often it can be chosen for one item.
    public init(
        id: ChoiceID, name: LocalizedText, price: Money, allergens: AllergenStatement,
        maximumQuantity: Int = 1
    ) {
        self.id = id
        self.name = name
        self.price = price
        self.allergens = allergens
        self.maximumQuantity = maximumQuantity
    }
}
