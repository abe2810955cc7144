import Conditions
import Geodesy
import Observations

/// The conditions that a page monitors, each with its machine, decided from what one browser tells (LA8).
struct PageConditions {
    private var machines: [ConditionStateMachine]
    /// The newest time that the conditions know.
    private var newest = ObservationTime(microseconds: 0)

    /// The browser is the only source of a page.
    private static let browser = ObservationSource("browser")

    /// Reads definitions one after the other: the number of a kind, then what the kind needs.
    ///
    /// A circle is 0, latitude, longitude, radius in metres.
    init?(defined numbers: [Double]) {
        machines = []
        var rest = numbers[...]
        while let kind = rest.popFirst() {
            guard kind == 0, let circle = Self.circle(&rest) else { return nil }
            machines.append(ConditionStateMachine(.circular(circle)))
        }
    }

    private static func circle(_ numbers: inout ArraySlice<Double>) -> CircularGeographicCondition? {
        guard let latitude = numbers.popFirst(), let longitude = numbers.popFirst(),
            let radius = numbers.popFirst(),
            let center = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        do throws(ConditionError) {
            return try CircularGeographicCondition(center: center, radius: radius)
        } catch {
            return nil
        }
    }

    /// Takes a position.
    ///
    /// - Returns: How many conditions changed.
    mutating func locate(_ fix: PositionFix, at time: ObservationTime) -> Int {
        observe(.position(fix), at: time)
    }

    /// Takes what the person allows from now on.
    ///
    /// - Returns: How many conditions changed.
    mutating func permit(_ permission: Permission) -> Int { observe(.permission(permission), at: next) }

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
