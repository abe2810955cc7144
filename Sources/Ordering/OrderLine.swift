public import Essentials

/// A line of an order as it was sold; later edits of the menu do not change it.
public struct OrderLine: Hashable, Sendable {
    /// The item.
    public let item: ItemID
    /// The item's name, in all the languages that the menu had.
    public let name: LocalizedText
    /// The choices, in the order of the person's basket.
    public let choices: [OrderChoice]
    /// The price of one with its choices, as the menu showed it.
    public let unitPrice: Money
    /// How many.
    public let quantity: Int
    /// The café's earnings from the line, without tax.
    public private(set) var net: Money
    /// The rate of tax at the time.
    public let taxRate: TaxRate
    /// The tax of the line: its own, or its share of a tax that was rounded for several lines.
    public private(set) var tax: Money
    /// The cost of the line: net and tax together.
    public private(set) var total: Money
    /// The statement about the allergens of the item with its choices.
    public let allergens: AllergenStatement
    /// The station that prepares it.
    public let station: StationID
    /// How many minutes the station works on one.
    public let prepMinutes: Int
    /// The person's note for the kitchen.
    public let note: String?

    /// Makes a line, for example from stored rows.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - name: The item's name.
    ///   - choices: The choices.
    ///   - unitPrice: The price of one with its choices.
    ///   - quantity: How many.
    ///   - amount: The net amount and the tax.
    ///   - taxRate: The rate of tax.
    ///   - allergens: The statement about the allergens.
    ///   - station: The station that prepares it.
    ///   - prepMinutes: How many minutes the station works on one.
    ///   - note: The person's note for the kitchen.
    /// - Throws: `MoneyError` when net and tax cannot be added.
    public init(
        item: ItemID, name: LocalizedText, choices: [OrderChoice], unitPrice: Money, quantity: Int,
        amount: TaxedAmount, taxRate: TaxRate, allergens: AllergenStatement, station: StationID,
        prepMinutes: Int,
        note: String?
    ) throws(MoneyError) {
        self.item = item
        self.name = name
        self.choices = choices
        self.unitPrice = unitPrice
        self.quantity = quantity
        net = amount.net
        self.taxRate = taxRate
        tax = amount.tax
        total = try amount.net.adding(amount.tax)
        self.allergens = allergens
        self.station = station
        self.prepMinutes = prepMinutes
        self.note = note
    }

    /// Returns the line with another split into net amount and tax.
    func charging(_ amount: TaxedAmount) throws(MoneyError) -> OrderLine {
        var line = self
        line.net = amount.net
        line.tax = amount.tax
        line.total = try amount.net.adding(amount.tax)
        return line
    }
}

/// A choice of an order line as it was sold.
public struct OrderChoice: Hashable, Sendable {
    /// The choice.
    public let choice: ChoiceID
    /// Its name, in all the languages that the menu had.
    public let name: LocalizedText
    /// The amount that it added to the price of one item, each time.
    public let price: Money
    /// How often it was taken for one item.
    public let quantity: Int

    /// Makes a choice of an order line.
    public init(choice: ChoiceID, name: LocalizedText, price: Money, quantity: Int) {
        self.choice = choice
        self.name = name
        self.price = price
        self.quantity = quantity
    }
}
