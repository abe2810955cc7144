/// The place where a person is, if it is known.
public enum PlaceChoice<Place: Hashable & Comparable & Sendable>: Hashable, Sendable {
    /// At none of the places.
    case none
    /// At this place.
    case place(Place)
    /// At one of these places, in their order; the person must say at which.
    case between([Place])

    /// The choice for a list of equally near places.
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
    /// The received signal strength less the strength that the beacon claims for one metre, in dB; greater is
    /// nearer.
    case measured(Double)
    /// Its condition is satisfied, but its signal is not heard at present.
    case unheard
    /// It is near by the report of a source without signal strengths.
    case unmeasured
}

/// The parameters of a choice among places.
struct PlaceChoicePolicy: Hashable, Sendable {
    /// The number of dB by which a place must exceed another to be nearer.
    var margin = 6.0
    /// How long the candidates must contradict the choice before it is given up.
    var patience: Duration = .seconds(3)
    /// How long a place stays chosen before another can be chosen, and how long a question stays before
    /// another is asked.
    var rest: Duration = .seconds(10)

    /// Makes the policy for following a person to a café.
    init() {}

    /// The nearest candidates, in their order.
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
