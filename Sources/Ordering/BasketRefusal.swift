public import Essentials

/// Everything that is wrong with a basket, all at once.
public struct BasketRefusal: Error, Hashable, Sendable {
    /// The mistakes, at least one, in the order of the lines.
    public let mistakes: [BasketMistake]

    /// Makes a refusal.
    public init(mistakes: [BasketMistake]) {
        self.mistakes = mistakes
    }
}

/// One thing that is wrong with a basket, and where.
public struct BasketMistake: Hashable, Sendable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// The basket has no lines.
        case empty
        /// The basket has more lines than ``Basket/maximumLines``.
        case tooManyLines(maximum: Int)
        /// The café does not offer the item.
        case unknownItem(ItemID)
        /// The item has no such choice.
        case unknownChoice(ChoiceID)
        /// The choice stands in the line a second time.
        case duplicateChoice(ChoiceID)
        /// Fewer of a group were taken than must be.
        case tooFewChoices(ChoiceGroupID, minimum: Int)
        /// More of a group were taken than may be.
        case tooManyChoices(ChoiceGroupID, maximum: Int)
        /// One choice was taken more often than it may be.
        case tooMany(of: ChoiceID, maximum: Int)
        /// A quantity is below 1, or that of a line is above ``Basket/quantities``.
        case quantityOutOfRange
        /// The note is longer than ``Basket/maximumNoteLength``.
        case noteTooLong(maximum: Int)
        /// The note has a line break, another control character, or more combining marks in a row than are drawn.
        case noteNotPlain
        /// The price does not fit 64 bits.
        case overflow
    }

    /// The index of the line; `nil` when the whole basket is meant.
    public let line: Int?
    /// The index of the selection within the line; `nil` when the whole line is meant.
    public let selection: Int?
    /// What is wrong there.
    public let reason: Reason

    /// Makes a mistake.
    ///
    /// - Parameters:
    ///   - line: The index of the line.
    ///   - selection: The index of the selection within the line.
    ///   - reason: What is wrong there.
    public init(line: Int? = nil, selection: Int? = nil, reason: Reason) {
        self.line = line
        self.selection = selection
        self.reason = reason
    }
}
