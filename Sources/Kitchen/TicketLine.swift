public import Essentials
public import Ordering

/// A line of a ticket, with the data that the kitchen needs to make it.
public struct TicketLine: Hashable, Sendable {
    /// The item.
    public let item: ItemID
    /// The item's name, in all the languages that the menu had.
    public let name: LocalizedText
    /// How many.
    public let quantity: Int
    /// The choices for each one.
    public let choices: [TicketChoice]
    /// The statement about the allergens of the item with its choices.
    public let allergens: AllergenStatement
    /// The person's note for the kitchen.
    public let note: String?
    /// The station that prepares it.
    public let station: StationID
    /// How many minutes it takes.
    public let prepMinutes: Int

    /// Makes a line, for example from stored rows.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - name: The item's name.
    ///   - quantity: How many.
    ///   - choices: The choices for each one.
    ///   - allergens: The statement about the allergens.
    ///   - note: The person's note for the kitchen.
    ///   - station: The station that prepares it.
    ///   - prepMinutes: How many minutes it takes.
    public init(
        item: ItemID, name: LocalizedText, quantity: Int, choices: [TicketChoice],
        allergens: AllergenStatement,
        note: String?, station: StationID, prepMinutes: Int = 0
    ) {
        self.item = item
        self.name = name
        self.quantity = quantity
        self.choices = choices
        self.allergens = allergens
        self.note = note
        self.station = station
        self.prepMinutes = prepMinutes
    }

    /// Copies the data that the kitchen needs from a line of an order.
    public init(_ line: OrderLine) {
        self.init(
            item: line.item, name: line.name, quantity: line.quantity,
            choices: line.choices.map { TicketChoice(name: $0.name, quantity: $0.quantity) },
            allergens: line.allergens, note: line.note, station: line.station,
            prepMinutes: line.prepMinutes)
    }
}

/// A choice as the kitchen reads it.
public struct TicketChoice: Hashable, Sendable {
    /// The choice's name, in all the languages that the menu had.
    public let name: LocalizedText
    /// How often it was taken for one item.
    public let quantity: Int

    /// Makes a choice.
    public init(name: LocalizedText, quantity: Int) {
        self.name = name
        self.quantity = quantity
    }
}
