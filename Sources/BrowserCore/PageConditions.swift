import Conditions
import Geodesy
import Observations

/// The conditions that a page monitors, each with its machine, decided from what one browser tells (LA8).
struct PageConditions {
    private var machines: [ConditionStateMachine]

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

    /// Takes what the browser tells.
    ///
    /// - Returns: How many conditions changed.
    mutating func observe(_ content: Observation.Content, at time: ObservationTime) -> Int {
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
