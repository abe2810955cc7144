public import Essentials

/// A dish or drink as one café offers it.
public struct MenuItem: Hashable, Sendable {
    /// The identifier, unique on the menu; another café may use it for a different dish.
    public let id: ItemID
    /// The displayed name.
    public let name: LocalizedText
    /// A sentence about the item, when there is one.
    public let summary: LocalizedText?
    /// The price as the menu shows it, with or without tax as the café's rules say; never negative.
    public let price: Money
    /// The class that decides the rate of tax.
    public let taxClass: TaxClassID
    /// Where it is prepared.
    public let station: StationID
    /// How many minutes the station works on it.
    public let prepMinutes: Int
    /// The allergens of the item without choices, as far as they are known.
    public let allergens: AllergenStatement
    /// What can be chosen for it, in the order in which it is shown.
    public let groups: [ChoiceGroup]
    /// Whether the café counts its stock.
    public let hasCountedStock: Bool

    /// Makes an item.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - name: What people read.
    ///   - summary: A sentence about the item.
    ///   - price: The price as the menu shows it.
    ///   - taxClass: The class that decides the rate of tax.
    ///   - station: Where it is prepared.
    ///   - prepMinutes: How many minutes the station works on it.
    ///   - allergens: What is known about its allergens, before any choice.
    ///   - groups: What can be chosen for it.
    ///   - hasCountedStock: Whether the café counts its stock.
    public init(
        id: ItemID, name: LocalizedText, summary: LocalizedText? = nil, price: Money, taxClass: TaxClassID,
        station: StationID, prepMinutes: Int, allergens: AllergenStatement, groups: [ChoiceGroup] = [],
        hasCountedStock: Bool = false
    ) {
        self.id = id
        self.name = name
        self.summary = summary
        self.price = price
        self.taxClass = taxClass
        self.station = station
        self.prepMinutes = prepMinutes
        self.allergens = allergens
        self.groups = groups
        self.hasCountedStock = hasCountedStock
    }

    /// Returns the choice of that identifier with its group, or `nil` when the item has no such choice.
    ///
    /// - Complexity: O(*n*) in the number of the item's choices.
    public func choice(_ id: ChoiceID) -> (group: ChoiceGroup, choice: Choice)? {
        for group in groups {
            for choice in group.choices where choice.id == id { return (group, choice) }
        }
        return nil
    }
}
