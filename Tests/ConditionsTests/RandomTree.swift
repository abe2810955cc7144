import Conditions
import TestSupport

/// Trees of conditions from a seed, about the surroundings that the tests' streams are made of.
enum RandomTree {
    static func condition(levels: Int, using generator: inout SplitMix64) throws -> Condition {
        let kind = levels > 1 ? generator.next() % 9 : generator.next() % 5
        switch kind {
        case 0: return Surroundings.anyBeacon
        case 1: return Surroundings.beacon(UInt16(1 + generator.next() % 2))
        case 2: return try Surroundings.circle(radius: generator.number(from: 50, to: 200))
        case 3: return try Surroundings.ring(outer: 180, hole: generator.next() % 2 == 0 ? 60 : nil)
        case 4:
            let start = generator.number(from: 0, to: 300)
            return try Surroundings.window(start, start + generator.number(from: 20, to: 300))
        case 5: return try condition(levels: levels - 1, using: &generator).negated()
        case 6:
            let duration = Duration.seconds(Int(1 + generator.next() % 120))
            return try condition(levels: levels - 1, using: &generator).held(for: duration)
        default:
            let parts = try (0...generator.next() % 3).map { _ in
                try condition(levels: levels - 1, using: &generator)
            }
            return kind == 7 ? try .all(of: parts) : try .any(of: parts)
        }
    }
}
