public import Essentials

/// The items that a person wants to order, as their device sends them: identifiers and numbers, no prices.
///
/// A basket is not checked against a menu; ``priced(at:)`` does that.
public struct Basket: Hashable, Sendable {
    /// How many lines an order may have.
    public static let maximumLines = 50
    /// How many of one item a line may ask for.
    public static let quantities = 1...20
    /// How long a note may be, in Unicode scalars.
    public static let maximumNoteLength = 140

    /// The lines, in the order in which they were added.
    public let lines: [BasketLine]

    /// Makes a basket.
    public init(lines: [BasketLine]) {
        self.lines = lines
    }
}

/// An item of a basket with its choices.
public struct BasketLine: Hashable, Sendable {
    /// The item.
    public let item: ItemID
    /// How many of the item.
    public let quantity: Int
    /// The choices for each one.
    public let choices: [ChoiceSelection]
    /// The person's note for the kitchen.
    public let note: String?

    /// Makes a line.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - quantity: How many of the item.
    ///   - choices: The choices for each one.
    ///   - note: The person's note for the kitchen.
    public init(item: ItemID, quantity: Int = 1, choices: [ChoiceSelection] = [], note: String? = nil) {
        self.item = item
        self.quantity = quantity
        self.choices = choices
        self.note = note
    }
}

/// A choice that was taken for an item, and how often.
public struct ChoiceSelection: Hashable, Sendable {
    /// The choice.
    public let choice: ChoiceID
    /// How often it was taken for one item.
    public let quantity: Int

    /// Makes a selection.
    public init(choice: ChoiceID, quantity: Int = 1) {
        self.choice = choice
        self.quantity = quantity
    }
}
