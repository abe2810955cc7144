public import TipCore

/// Counts how people used the tips, without counts that reveal a small group.
///
/// A number that is `nil` is hidden, not zero.
public struct TipStatistics: Hashable, Sendable {
    /// Groups of fewer people are hidden.
    public static let hiddenBelow = SmallGroups.hiddenBelow

    /// How many people were shown a tip, including tips that the catalogue no longer has.
    public let people: Int?
    /// How many people are not counted because their ledger or device cannot be read.
    public let unreadable: Int
    /// The tips of the catalogue in force, in its order.
    public let tips: [Tip]

    /// Counts how people used one tip.
    public struct Tip: Hashable, Sendable {
        /// The tip's identifier.
        public let id: TipID
        /// The tip's title.
        public let title: String
        /// Whether the tip is switched on.
        public let isOn: Bool
        /// How many people were shown the tip.
        public let people: Int?
        /// How often the tip was shown.
        public let displays: Int64?
        /// For how many seconds the tip was on a screen.
        public let seconds: Int64?
        /// How often people dismissed the tip without closing it.
        public let dismissed: Int?
        /// How often people chose one of its actions.
        public let acted: Int?
        /// For how many people the tip ended, by reason.
        public let ended: [Tips.InvalidationReason: Int?]
        /// The same people by platform.
        ///
        /// A person counts once, on the device that showed the tip most often. The list is empty when nobody
        /// was shown the tip, and when the groups are too small to be shown separately.
        public let platforms: [Group]
        /// The same people by language, which is the language of the device that showed the tip most often.
        public let languages: [Group]
    }

    /// A group of at least five people who were shown a tip; together the groups contain everybody.
    public struct Group: Hashable, Sendable {
        /// The platform or language, `other` for devices that are no longer known; `nil` for all small groups together.
        public let name: String?
        /// How many people are in the group.
        public let people: Int
        /// How often they were shown the tip.
        public let displays: Int64
        /// For how many seconds they were shown the tip.
        public let seconds: Int64
    }
}
