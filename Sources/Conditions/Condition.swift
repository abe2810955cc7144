/// A statement about a device's surroundings that is true, false or unknown.
///
/// Three kinds test observations (``circular(_:)``, ``polygon(_:)``, ``beacon(_:)``), and one tests their
/// time (``timeWindow(_:)``). The others combine conditions by Kleene's three-valued logic: an unknown part
/// makes the whole unknown only if the whole depends on it.
public enum Condition: Hashable, Sendable {
    /// The device is inside a circle on the ground.
    case circular(CircularGeographicCondition)
    /// The device is inside a polygon on the ground.
    case polygon(PolygonGeographicCondition)
    /// The device hears at least one beacon of a set.
    case beacon(BeaconIdentityCondition)
    /// The time is within one of several windows.
    case timeWindow(TimeWindowCondition)
    /// Another condition has been satisfied without a break for a certain duration.
    indirect case dwell(DwellCondition)
    /// Every part is satisfied; one unsatisfied part makes it unsatisfied, even if other parts are unknown.
    case all(CompoundCondition)
    /// At least one part is satisfied; one is enough, even if other parts are unknown.
    case any(CompoundCondition)
    /// Another condition is unsatisfied.
    indirect case not(NegatedCondition)
}

extension Condition {
    /// The maximum number of levels of a condition tree, including its root and its leaves.
    public static let mostLevels = 16
    /// The maximum number of leaves of a condition tree.
    public static let mostLeaves = 1_000

    /// A condition that is satisfied while every part is.
    ///
    /// - Throws: As ``CompoundCondition/init(_:)``.
    public static func all(of parts: [Condition]) throws(ConditionError) -> Condition {
        .all(try CompoundCondition(parts))
    }

    /// A condition that is satisfied while at least one part is.
    ///
    /// - Throws: As ``CompoundCondition/init(_:)``.
    public static func any(of parts: [Condition]) throws(ConditionError) -> Condition {
        .any(try CompoundCondition(parts))
    }

    /// A condition that is satisfied while this one is unsatisfied.
    ///
    /// - Throws: As ``NegatedCondition/init(_:)``.
    public func negated() throws(ConditionError) -> Condition { .not(try NegatedCondition(self)) }

    /// A condition that is satisfied after this one has been satisfied for a duration without a break.
    ///
    /// - Throws: As ``DwellCondition/init(_:for:)``.
    public func held(for duration: Duration) throws(ConditionError) -> Condition {
        .dwell(try DwellCondition(self, for: duration))
    }

    /// The number of levels of the tree.
    ///
    /// - Complexity: O(*n*) in the number of conditions.
    public var levels: Int {
        switch self {
        case .circular, .polygon, .beacon, .timeWindow: 1
        case .dwell(let dwell): dwell.condition.levels + 1
        case .not(let negated): negated.condition.levels + 1
        case .all(let compound), .any(let compound): compound.parts.reduce(0) { max($0, $1.levels) } + 1
        }
    }

    /// The number of leaves: conditions of the tree that test observations or the time.
    ///
    /// - Complexity: O(*n*) in the number of conditions.
    public var leaves: Int {
        switch self {
        case .circular, .polygon, .beacon, .timeWindow: 1
        case .dwell(let dwell): dwell.condition.leaves
        case .not(let negated): negated.condition.leaves
        case .all(let compound), .any(let compound): compound.parts.reduce(0) { $0 + $1.leaves }
        }
    }

    /// This condition, if a tree may have another level above it.
    func checkedAsPart() throws(ConditionError) -> Condition {
        guard levels < Self.mostLevels else { throw .tooManyLevels }
        return self
    }
}
