public import Essentials

/// All mistakes of a basket.
public struct BasketRefusal: Error, Hashable, Sendable {
    /// The mistakes, at least one, in the order of the lines.
    public let mistakes: [BasketMistake]

    /// Makes a refusal.
    public init(mistakes: [BasketMistake]) {
        self.mistakes = mistakes
    }
}

/// One mistake of a basket and its place.
public struct BasketMistake: Hashable, Sendable {
    /// The kind of mistake.
    public enum Reason: Hashable, Sendable {
        /// The basket has no lines.
        case empty
        /// The basket has more lines than ``Basket/maximumLines``.
        case tooManyLines(maximum: Int)
        /// The café does not offer the item.
        case unknownItem(ItemID)
        /// The item has no such choice.
        case unknownChoice(ChoiceID)
        /// The line repeats the choice.
        case duplicateChoice(ChoiceID)
        /// Fewer choices of a group than its minimum.
        case tooFewChoices(ChoiceGroupID, minimum: Int)
        /// More choices of a group than its maximum.
        case tooManyChoices(ChoiceGroupID, maximum: Int)
        /// A choice exceeds its maximum quantity.
        case tooMany(of: ChoiceID, maximum: Int)
        /// A quantity is below 1, or that of a line is above ``Basket/quantities``.
        case quantityOutOfRange
        /// The note is longer than ``Basket/maximumNoteLength``.
        case noteTooLong(maximum: Int)
        /// The note has a line break, another control character, or too many combining marks in a row.
        case noteNotPlain
        /// The price does not fit 64 bits.
        case overflow
    }

    /// The index of the line; `nil` when the whole basket is meant.
    public let line: Int?
    /// The index of the selection within the line; `nil` when the whole line is meant.
    public let selection: Int?
    /// The kind of mistake.
    public let reason: Reason

    /// Makes a mistake.
    ///
    /// - Parameters:
    ///   - line: The index of the line.
    ///   - selection: The index of the selection within the line.
    ///   - reason: The kind of mistake.
    public init(line: Int? = nil, selection: Int? = nil, reason: Reason) {
        self.line = line
        self.selection = selection
        self.reason = reason
    }
}
