/// Something about a device's surroundings that is true, false, or not known.
///
/// Three kinds look at what is sensed (``circular(_:)``, ``polygon(_:)``, ``beacon(_:)``), one at the time of it
/// (``timeWindow(_:)``), and the others at what further conditions say, by the three-valued logic of Kleene: what is not
/// known decides only where it does not matter.
public enum Condition: Hashable, Sendable {
    /// The device is inside a circle on the ground.
    case circular(CircularGeographicCondition)
    /// The device is inside a polygon on the ground.
    case polygon(PolygonGeographicCondition)
    /// The device hears at least one beacon of a set.
    case beacon(BeaconIdentityCondition)
    /// It is a time within one of several windows.
    case timeWindow(TimeWindowCondition)
    /// Another condition has been satisfied without a break for some time.
    indirect case dwell(DwellCondition)
    /// Every part is satisfied; one that is not makes it unsatisfied, whatever is not known of the others.
    case all(CompoundCondition)
    /// At least one part is satisfied; one is enough, whatever is not known of the others.
    case any(CompoundCondition)
    /// Another condition is unsatisfied.
    indirect case not(NegatedCondition)
}

extension Condition {
    /// The most levels of a tree of conditions, its root and its leaves counted.
    public static let mostLevels = 16
    /// The most leaves of a tree of conditions.
    public static let mostLeaves = 1_000

    /// A condition that holds while every part does.
    ///
    /// - Throws: As ``CompoundCondition/init(_:)``.
    public static func all(of parts: [Condition]) throws(ConditionError) -> Condition {
        .all(try CompoundCondition(parts))
    }

    /// A condition that holds while at least one part does.
    ///
    /// - Throws: As ``CompoundCondition/init(_:)``.
    public static func any(of parts: [Condition]) throws(ConditionError) -> Condition {
        .any(try CompoundCondition(parts))
    }

    /// A condition that holds while this one does not.
    ///
    /// - Throws: As ``NegatedCondition/init(_:)``.
    public func negated() throws(ConditionError) -> Condition { .not(try NegatedCondition(self)) }

    /// A condition that holds once this one has held for some time without a break.
    ///
    /// - Throws: As ``DwellCondition/init(_:for:)``.
    public func held(for duration: Duration) throws(ConditionError) -> Condition {
        .dwell(try DwellCondition(self, for: duration))
    }

    /// How many levels the tree has.
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

    /// How many conditions of the tree look at what is sensed or at the time.
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

    /// The condition, if another may be put on top of it.
    func checkedAsPart() throws(ConditionError) -> Condition {
        guard levels < Self.mostLevels else { throw .tooManyLevels }
        return self
    }
}
