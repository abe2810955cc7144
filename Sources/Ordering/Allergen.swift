/// An allergen that the law of the European Union or of the United States names.
///
/// The fourteen of Regulation (EU) No 1169/2011, annex II, and the nine of the FALCPA with the FASTER Act are all
/// here. They differ in one place: the Union names cereals with gluten, the United States name wheat.
public enum Allergen: String, CaseIterable, Hashable, Sendable {
    /// Cereals that contain gluten: wheat, rye, barley, oats and related cereals.
    case gluten
    /// Wheat, which is also a cereal that contains gluten.
    case wheat
    /// Crustacean shellfish.
    case crustaceans
    /// Eggs.
    case eggs
    /// Fish.
    case fish
    /// Peanuts.
    case peanuts
    /// Soya.
    case soybeans
    /// Milk, with lactose.
    case milk
    /// Tree nuts.
    case nuts
    /// Celery.
    case celery
    /// Mustard.
    case mustard
    /// Sesame.
    case sesame
    /// Sulphur dioxide and sulphites.
    case sulphites
    /// Lupin.
    case lupin
    /// Molluscs.
    case molluscs

    /// The fourteen that the European Union lists.
    public static let europeanUnion: Set<Allergen> = Set(allCases).subtracting([.wheat])

    /// The nine major allergens of the United States.
    public static let unitedStates: Set<Allergen> = [
        .milk, .eggs, .fish, .crustaceans, .nuts, .peanuts, .wheat, .soybeans, .sesame,
    ]
}

extension Allergen: Comparable {
    /// Orders allergens by their words, so that lists are the same everywhere.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
