/// The behaviour of a simulated person, within chance.
public enum SimulatedPerson: String, Hashable, Sendable, CaseIterable {
    /// Comes once or twice a day and uses known features.
    case regular
    /// Is new: comes often, and tries the features that tips suggest.
    case newcomer
    /// Finds features without tips.
    case explorer
    /// Closes every tip at once.
    case hasty
    /// Comes once a week.
    case occasional

    /// The words for such a person.
    public var words: String {
        switch self {
        case .regular: "a regular"
        case .newcomer: "a newcomer"
        case .explorer: "an explorer"
        case .hasty: "a hasty person"
        case .occasional: "an occasional visitor"
        }
    }

    /// The probability of a visit on a day, and the most visits.
    var visits: (onDay: Double, atMost: Int) {
        switch self {
        case .regular: (0.75, 2)
        case .newcomer: (0.9, 3)
        case .explorer: (0.75, 3)
        case .hasty: (0.75, 2)
        case .occasional: (0.15, 1)
        }
    }

    /// The probability of a usual action in a visit.
    var usual: Double { self == .occasional ? 0.7 : 0.5 }

    /// The probability of finding the feature of a tip without the tip, in a visit.
    var discovery: Double {
        switch self {
        case .explorer: 0.1
        case .newcomer: 0.01
        default: 0.02
        }
    }

    /// The probabilities of closing a tip and of following it, each time it is seen.
    var reaction: (closes: Double, follows: Double) {
        switch self {
        case .regular: (0.25, 0.2)
        case .newcomer: (0.1, 0.5)
        case .explorer: (0.3, 0.3)
        case .hasty: (1, 0)
        case .occasional: (0.3, 0.2)
        }
    }

    /// How long the person looks at a tip, in seconds.
    var looks: ClosedRange<Double> { self == .hasty ? 1...3 : 4...40 }
}
