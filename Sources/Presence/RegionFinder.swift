import Conditions
import Geodesy

/// Finds the regions that a place lies in.
struct RegionFinder: Sendable {
    private var circles: [(circle: CircularGeographicCondition, key: ConditionKey)] = []

    mutating func insert(_ circle: CircularGeographicCondition, key: ConditionKey) {
        circles.append((circle, key))
    }

    mutating func remove(_ circle: CircularGeographicCondition, key: ConditionKey) {
        circles.removeAll { $0.key == key }
    }

    func forEach(containing place: Coordinate, _ body: (ConditionKey) -> Void) {
        for (circle, key) in circles where circle.radius - circle.center.distance(to: place) >= 0 { body(key) }
    }
}
