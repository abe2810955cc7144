public import Essentials

/// A mark that something is sold out, until an instant.
public struct SoldOutMark: Hashable, Sendable {
    /// What is sold out.
    public enum Thing: Hashable, Sendable {
        /// An item of the menu.
        case item(ItemID)
        /// A choice, in whichever item it is.
        case choice(ChoiceID)
    }

    /// What is sold out.
    public let thing: Thing
    /// When it can be ordered again.
    public let until: Timestamp
}
