public import Essentials

/// A mark that something is sold out, until an instant.
public struct SoldOutMark: Hashable, Sendable {
    /// An item or a choice.
    public enum Thing: Hashable, Sendable {
        /// An item of the menu.
        case item(ItemID)
        /// A choice, in every item.
        case choice(ChoiceID)
    }

    /// What is sold out.
    public let thing: Thing
    /// When it can be ordered again.
    public let until: Timestamp
}
