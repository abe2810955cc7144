import Ranging
import Testing

@Suite struct ProximityTests {
    @Test(arguments: [
        (0.01, Proximity.immediate), (0.499, .immediate), (0.5, .near), (2.999, .near), (3, .far),
        (60, .far), (.infinity, .far), (.nan, .unknown),
    ])
    func `L129: immediate within half a metre, near within three`(metres: Double, proximity: Proximity) {
        #expect(ProximityThresholds.common.proximity(metres: metres) == proximity)
    }

    @Test func `the numbers are Core Location's`() {
        let all: [Proximity] = [.unknown, .immediate, .near, .far]
        #expect(all.map(\.rawValue) == [0, 1, 2, 3])
    }

    /// Distances one after another, each with the proximity that follows.
    private static let walks: [[(metres: Double?, proximity: Proximity)]] = [
        [(2.9, .near), (3.1, .near), (3.5, .near), (3.61, .far), (2.9, .far), (2.41, .far), (2.39, .near)],
        [(0.4, .immediate), (0.55, .immediate), (0.61, .near), (0.45, .near), (0.39, .immediate)],
        [(0.4, .immediate), (3.1, .near), (3.7, .far), (0.45, .near), (0.1, .immediate), (9, .far)],
        [(9, .far), (nil, .unknown), (2.9, .near), (nil, .unknown), (nil, .unknown), (3, .far)],
        [(9, .far), (.nan, .unknown)],
    ]

    @Test(arguments: walks.indices)
    func `L137: a step changes only past its border`(walk: Int) {
        var machine = ProximityStateMachine()
        for step in Self.walks[walk] {
            let before = machine.proximity
            let change = machine.update(metres: step.metres)
            #expect(machine.proximity == step.proximity, "\(step)")
            #expect(change == (before == step.proximity ? nil : step.proximity))
        }
    }

    @Test(arguments: [
        (0.0, 3.0, 0.2), (-1, 3, 0.2), (3, 3, 0), (0.5, .infinity, 0.2), (0.5, .nan, 0.2), (0.5, 3, -0.1),
        (0.5, 3, 1), (2.1, 3, 0.2),
    ])
    func `thresholds that mean nothing are refused`(immediate: Double, near: Double, hysteresis: Double) {
        #expect(ProximityThresholds(immediate: immediate, near: near, hysteresis: hysteresis) == nil)
    }
}
