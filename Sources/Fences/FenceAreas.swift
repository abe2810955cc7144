public import Conditions
import Geodesy

/// Named circles, prepared once for any number of ``DurableFences``.
///
/// Copies share the circles. So if the devices are distributed over several fences, the circles are in memory
/// once.
public struct FenceAreas: Sendable {
    let table: FenceTable<Ground>
    let conditions: TableConditions
    /// The circles by their numbers.
    let areas: [TableCondition]

    /// Prepares circles.
    ///
    /// - Parameter circles: The circles with their names, which must differ.
    /// - Complexity: O(*n* log *n*) in the number of circles.
    public init(_ circles: some Sequence<(ConditionName, CircularGeographicCondition)>) {
        var conditions = TableConditions()
        var shapes: [Circle] = []
        var areas: [TableCondition] = []
        for (name, circle) in circles {
            precondition(conditions.condition(name) == nil, "two circles are called \(name.text)")
            conditions.set(.circular(circle), policy: ConditionPolicy(), for: name)
            guard let area = conditions.condition(name),
                let shape = Circle(center: circle.center, radius: circle.radius)
            else { preconditionFailure("a condition has every radius that a circle has") }
            areas.append(area)
            shapes.append(shape)
        }
        var table = FenceTable<Ground>()
        _ = table.insert(contentsOf: shapes)
        self.table = table
        self.conditions = conditions
        self.areas = areas
    }

    /// The name of the circle with a number.
    public func name(of number: UInt32) -> ConditionName { areas[Int(number)].name }
}
