public import Essentials

/// Everything about a café that does not fit together, all at once.
public struct CafeRefusal: Error, Hashable, Sendable {
    /// The mistakes, at least one.
    public let mistakes: [CafeMistake]

    /// Makes a refusal.
    public init(mistakes: [CafeMistake]) {
        self.mistakes = mistakes
    }
}

/// One thing about a café that does not fit, and where.
public struct CafeMistake: Hashable, Sendable {
    /// A place in a café, given by indices.
    public enum Place: Hashable, Sendable {
        /// The café itself.
        case cafe
        /// A station.
        case station(Int)
        /// An item of a section of the menu.
        case item(section: Int, item: Int)
        /// A group of an item.
        case group(section: Int, item: Int, group: Int)
        /// A choice of a group.
        case choice(section: Int, item: Int, group: Int, choice: Int)
    }

    /// What does not fit.
    public enum Reason: Hashable, Sendable {
        /// The hour is not one of 0 to 23.
        case dayBoundaryOutOfRange
        /// The undo window is negative.
        case negativeUndoWindow
        /// The identifier stands there a second time.
        case duplicateIdentifier(String)
        /// The price is of another currency than the café's.
        case wrongCurrency(Currency)
        /// The price is negative.
        case negativePrice
        /// The café has no rate for the tax class.
        case unknownTaxClass(TaxClassID)
        /// The café has no such station.
        case unknownStation(StationID)
        /// The minutes of preparation are negative.
        case negativePrepMinutes
        /// The minimum is negative, above the maximum, or more than the choices can give.
        case impossibleGroup
        /// The maximum quantity of a choice is below 1.
        case maximumQuantityBelowOne
    }

    /// Where it is.
    public let place: Place
    /// What does not fit there.
    public let reason: Reason

    /// Makes a mistake.
    public init(place: Place, reason: Reason) {
        self.place = place
        self.reason = reason
    }
}
