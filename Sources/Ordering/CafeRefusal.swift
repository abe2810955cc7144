public import Essentials

/// All inconsistencies of a café.
public struct CafeRefusal: Error, Hashable, Sendable {
    /// The mistakes, at least one.
    public let mistakes: [CafeMistake]

    /// Makes a refusal.
    public init(mistakes: [CafeMistake]) {
        self.mistakes = mistakes
    }
}

/// One inconsistency of a café and its place.
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

    /// The inconsistency.
    public enum Reason: Hashable, Sendable {
        /// The café rounds the tax of whole orders and has more different rates than this.
        case tooManyTaxRates(maximum: Int)
        /// The hour is not one of 0 to 23.
        case dayBoundaryOutOfRange
        /// The undo window is negative.
        case negativeUndoWindow
        /// The identifier is repeated.
        case duplicateIdentifier(String)
        /// The price has another currency than the café.
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
        /// The defaults of a group are not among its choices, repeat one, or are more than its maximum.
        case impossibleDefaults
        /// The kilocalories are negative.
        case negativeKilocalories
        /// A dish for the diet contains the allergen.
        case contradictedDiet(Diet, by: Allergen)
    }

    /// Where it is.
    public let place: Place
    /// The inconsistency.
    public let reason: Reason

    /// Makes a mistake.
    public init(place: Place, reason: Reason) {
        self.place = place
        self.reason = reason
    }
}
