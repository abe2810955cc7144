public import Essentials

/// A dish or drink as one café offers it.
public struct MenuItem: Hashable, Sendable {
    /// The identifier, unique on the menu; another café may use it for a different dish.
    public let id: ItemID
    /// The displayed name.
    public let name: LocalizedText
    /// A sentence about the item, when there is one.
    public let summary: LocalizedText?
    /// The price as the menu shows it; the café's rules decide whether it includes tax; never negative.
    public let price: Money
    /// The class that decides the rate of tax.
    public let taxClass: TaxClassID
    /// The station that prepares it.
    public let station: StationID
    /// How many minutes the station works on it.
    public let prepMinutes: Int
    /// The statement about the allergens of the item without choices.
    public let allergens: AllergenStatement
    /// The groups of choices, in display order.
    public let groups: [ChoiceGroup]
    /// Whether the café counts its stock.
    public let hasCountedStock: Bool
    /// The name of its picture, a drawing of the pages or a photo; `nil` when it has none.
    public let picture: PictureID?
    /// The diets that it fits without choices; `nil` when the café does not say.
    public let diets: Set<Diet>?
    /// Its energy without choices, in kilocalories; `nil` when the café does not say.
    public let kilocalories: Int?
    /// When it is served, on the café's clock; `nil` when it is served whenever the café is open.
    public let servingHours: OpeningHours?

    /// Makes an item.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - name: The displayed name.
    ///   - summary: A sentence about the item.
    ///   - price: The price as the menu shows it.
    ///   - taxClass: The class that decides the rate of tax.
    ///   - station: The station that prepares it.
    ///   - prepMinutes: How many minutes the station works on it.
    ///   - allergens: The statement about its allergens without choices.
    ///   - groups: The groups of choices.
    ///   - hasCountedStock: Whether the café counts its stock.
    ///   - picture: The name of its picture.
    ///   - diets: The diets that it fits without choices.
    ///   - kilocalories: Its energy without choices.
    ///   - servingHours: When it is served.
    public init(
        id: ItemID, name: LocalizedText, summary: LocalizedText? = nil, price: Money, taxClass: TaxClassID,
        station: StationID, prepMinutes: Int, allergens: AllergenStatement, groups: [ChoiceGroup] = [],
        hasCountedStock: Bool = false, picture: PictureID? = nil, diets: Set<Diet>? = nil,
        kilocalories: Int? = nil, servingHours: OpeningHours? = nil
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
        self.picture = picture
        self.diets = diets?.closure
        self.kilocalories = kilocalories
        self.servingHours = servingHours
    }

    /// Returns the choice with an identifier, and its group; `nil` when the item has no such choice.
    ///
    /// - Complexity: O(*n*) in the number of the item's choices.
    public func choice(_ id: ChoiceID) -> (group: ChoiceGroup, choice: Choice)? {
        for group in groups {
            for choice in group.choices where choice.id == id { return (group, choice) }
        }
        return nil
    }
}
