import Conditions
import Geodesy
import Observations

/// The conditions that a page monitors, each with its machine, decided from what one browser tells (LA8).
struct PageConditions {
    private var machines: [ConditionStateMachine]
    /// The newest time that the conditions know.
    private var newest = ObservationTime(microseconds: 0)
    /// What the person allowed last, if that is known.
    private var permission: Permission?

    /// A position that is older by more than this comes from a clock that was set back; positions of one browser come in
    /// their order, and an older one may be its last.
    private static let clockTolerance = Duration.seconds(10)

    /// The browser is the only source of a page.
    private static let browser = ObservationSource("browser")

    /// Reads definitions one after the other: the number of a kind, then what the kind needs.
    ///
    /// A circle is 0, latitude, longitude, radius in metres. A polygon is 1, the number of its rings, and for each ring the
    /// number of its corners and their latitudes and longitudes; the outer ring comes first.
    init?(defined numbers: [Double]) {
        machines = []
        var rest = numbers[...]
        while let kind = rest.popFirst() {
            guard let condition = Self.condition(kind, &rest) else { return nil }
            machines.append(ConditionStateMachine(condition))
        }
    }

    private static func condition(_ kind: Double, _ numbers: inout ArraySlice<Double>) -> Condition? {
        switch kind {
        case 0: circle(&numbers).map { .circular($0) }
        case 1: polygon(&numbers).map { .polygon($0) }
        default: nil
        }
    }

    private static func circle(_ numbers: inout ArraySlice<Double>) -> CircularGeographicCondition? {
        guard let center = place(&numbers), let radius = numbers.popFirst() else { return nil }
        do throws(ConditionError) {
            return try CircularGeographicCondition(center: center, radius: radius)
        } catch {
            return nil
        }
    }

    private static func polygon(_ numbers: inout ArraySlice<Double>) -> PolygonGeographicCondition? {
        guard let count = numbers.popFirst(), count >= 1, count <= Double(numbers.count) else { return nil }
        var rings: [[Coordinate]] = []
        for _ in 0..<Int(count) {
            guard let ring = ring(&numbers) else { return nil }
            rings.append(ring)
        }
        do throws(PolygonError) {
            return PolygonGeographicCondition(
                try Polygon(outer: rings[0], holes: Array(rings.dropFirst())))
        } catch {
            return nil
        }
    }

    private static func ring(_ numbers: inout ArraySlice<Double>) -> [Coordinate]? {
        guard let count = numbers.popFirst(), count >= 0, count <= Double(numbers.count) else { return nil }
        var corners: [Coordinate] = []
        for _ in 0..<Int(count) {
            guard let corner = place(&numbers) else { return nil }
            corners.append(corner)
        }
        return corners
    }

    private static func place(_ numbers: inout ArraySlice<Double>) -> Coordinate? {
        guard let latitude = numbers.popFirst(), let longitude = numbers.popFirst() else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// Takes a position.
    ///
    /// - Returns: How many conditions changed.
    mutating func locate(_ fix: PositionFix, at time: ObservationTime) -> Int {
        let forgotten = time.advanced(by: Self.clockTolerance) < newest ? beginAnew(at: time) : 0
        return max(forgotten, observe(.position(fix), at: time))
    }

    /// Forgets what was decided by a clock that has been set back, and by that clock's time decides nothing more.
    ///
    /// - Returns: How many conditions changed.
    private mutating func beginAnew(at time: ObservationTime) -> Int {
        let known = machines.count { $0.state != .unknown }
        machines = machines.map { ConditionStateMachine($0.condition) }
        newest = time
        if let permission { _ = observe(.permission(permission), at: time) }
        return known
    }

    /// Takes what the person allows from now on.
    ///
    /// - Returns: How many conditions changed.
    mutating func permit(_ permission: Permission) -> Int {
        self.permission = permission
        return observe(.permission(permission), at: next)
    }

    /// Takes that no more positions come for now.
    ///
    /// - Returns: How many conditions changed.
    mutating func lose() -> Int { observe(.radio(.gone), at: next) }

    /// Just after all that the conditions know.
    ///
    /// The browser tells of permissions without a time, and its clock is not
    /// that of its positions.
    private var next: ObservationTime { newest.advanced(by: .microseconds(1)) }

    private mutating func observe(_ content: Observation.Content, at time: ObservationTime) -> Int {
        newest = max(newest, time)
        let observation = Observation(source: Self.browser, time: time, content: content)
        var changed = 0
        for index in machines.indices where machines[index].observe(observation) != nil { changed += 1 }
        return changed
    }

    /// The state of a condition, by its place among the definitions.
    func state(of index: Int) -> ConditionState? {
        machines.indices.contains(index) ? machines[index].state : nil
    }
}
