/// The path from the root of a ``ShellIndex`` to a cube; the insertion of the next shell starts from there.
struct CubeWay {
    private struct Step {
        var cube: Int
        var middle: SIMD3<Double>
        var reach: Double
    }

    private var steps: [Step] = []
    /// The cube at the end of the path.
    private(set) var cube = 0
    /// The middle of that cube.
    private(set) var middle = SIMD3<Double>()
    /// Half the edge of that cube.
    private(set) var half = ShellIndex.extent
    /// The largest outer radius inserted below that cube on this path.
    var reach = -Double.infinity

    /// Goes up until the cube contains a point and is wide enough for a shell.
    mutating func leave(for center: SIMD3<Double>, outer: Double, _ cubes: inout [ShellIndex.Cube]) {
        while !steps.isEmpty, !holds(center) || outer > 2 * half { back(&cubes) }
    }

    /// Goes down into a part of the cube.
    mutating func enter(_ part: Int, cube next: Int) {
        steps.append(Step(cube: cube, middle: middle, reach: reach))
        half /= 2
        middle = Self.middle(of: part, about: middle, half: half)
        cube = next
        reach = -.infinity
    }

    /// Records in all cubes of the path how far their shells reach.
    mutating func finish(_ cubes: inout [ShellIndex.Cube]) {
        while !steps.isEmpty { back(&cubes) }
        cubes[0].reach = max(cubes[0].reach, reach)
    }

    private mutating func back(_ cubes: inout [ShellIndex.Cube]) {
        guard let step = steps.popLast() else { return }
        cubes[cube].reach = max(cubes[cube].reach, reach)
        cube = step.cube
        middle = step.middle
        half *= 2
        reach = max(step.reach, reach)
    }

    /// A point on a wall belongs to the part with the larger coordinates.
    private func holds(_ point: SIMD3<Double>) -> Bool {
        point.x >= middle.x - half && point.x < middle.x + half && point.y >= middle.y - half
            && point.y < middle.y + half && point.z >= middle.z - half && point.z < middle.z + half
    }

    /// The part of a cube that contains a point.
    static func part(of point: SIMD3<Double>, about middle: SIMD3<Double>) -> Int {
        (point.x >= middle.x ? 1 : 0) | (point.y >= middle.y ? 2 : 0) | (point.z >= middle.z ? 4 : 0)
    }

    /// The middle of a part; `half` is half the part's edge.
    static func middle(of part: Int, about middle: SIMD3<Double>, half: Double) -> SIMD3<Double> {
        SIMD3(
            middle.x + (part & 1 == 0 ? -half : half), middle.y + (part & 2 == 0 ? -half : half),
            middle.z + (part & 4 == 0 ? -half : half))
    }
}
