/// Decides the proximity of one beacon, with hysteresis so that it does not flicker at a threshold (L137).
public struct ProximityStateMachine: Hashable, Sendable {
    /// The thresholds between the steps.
    public let thresholds: ProximityThresholds
    /// The proximity after the last distance.
    public private(set) var proximity = Proximity.unknown

    /// Starts with an unknown proximity.
    public init(thresholds: ProximityThresholds = .common) { self.thresholds = thresholds }

    /// Updates the proximity with the next distance, in metres; `nil` when the beacon is no longer heard.
    ///
    /// A step changes when the distance passes its threshold by the hysteresis. From ``Proximity/unknown``,
    /// the thresholds alone decide.
    ///
    /// - Returns: The proximity, if it changed.
    public mutating func update(metres: Double?) -> Proximity? {
        let next = metres.map(step(at:)) ?? .unknown
        guard next != proximity else { return nil }
        proximity = next
        return next
    }

    private func step(at metres: Double) -> Proximity {
        let plain = thresholds.proximity(metres: metres)
        guard proximity != .unknown, plain != .unknown else { return plain }
        if plain.rawValue > proximity.rawValue {
            return max(proximity, thresholds.proximity(metres: metres / (1 + thresholds.hysteresis)))
        }
        return min(proximity, thresholds.proximity(metres: metres / (1 - thresholds.hysteresis)))
    }

    private func max(_ left: Proximity, _ right: Proximity) -> Proximity {
        left.rawValue > right.rawValue ? left : right
    }

    private func min(_ left: Proximity, _ right: Proximity) -> Proximity {
        left.rawValue < right.rawValue ? left : right
    }
}
