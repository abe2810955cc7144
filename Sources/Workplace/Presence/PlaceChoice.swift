/// Where somebody is, as far as it can be told.
public enum PlaceChoice<Place: Hashable & Comparable & Sendable>: Hashable, Sendable {
    /// At none of the places.
    case none
    /// At this place.
    case place(Place)
    /// At one of these places, in their order; only the person can say at which.
    case between([Place])

    /// What a list of places that are as near amounts to.
    init(_ nearest: [Place]) {
        switch nearest.count {
        case 0: self = .none
        case 1: self = .place(nearest[0])
        default: self = .between(nearest)
        }
    }
}

/// How near a candidate is.
enum Nearness: Hashable, Sendable {
    /// The received signal strength, less the one that the beacon claims for a metre, in dB; greater is nearer.
    case measured(Double)
    /// It counts as near by its condition, but its signal is not heard at present.
    case unheard
    /// It is near by the word of a source that tells no strength.
    case unmeasured
}

/// How a choice among places is made.
struct PlaceChoicePolicy: Hashable, Sendable {
    /// How many dB a place must be ahead of another to be nearer.
    var margin = 6.0
    /// How long the choice must not have been what the candidates say before it is given up.
    var patience: Duration = .seconds(3)
    /// How long one place stays chosen before another can be, and one question stands before another is asked.
    var rest: Duration = .seconds(10)

    /// The policy of a café that follows a person.
    init() {}

    /// The candidates that no other is nearer than, in their order.
    func nearest<Place: Comparable>(of candidates: [Place: Nearness]) -> [Place] {
        candidates.filter { candidate in
            !candidates.contains { isNearer($0.value, than: candidate.value) }
        }.keys.sorted()
    }

    private func isNearer(_ one: Nearness, than other: Nearness) -> Bool {
        switch (one, other) {
        case (.measured(let one), .measured(let other)): one - other >= margin
        case (.measured, .unheard): true
        default: false
        }
    }
}
