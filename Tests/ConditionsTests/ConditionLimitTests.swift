import Conditions
import Testing

struct `The size of a tree` {
    @Test func `a tree has 16 levels at most, whatever it is made of`() throws {
        var tree = Surroundings.anyBeacon
        for level in 2...Condition.mostLevels {
            tree =
                switch level % 3 {
                case 0: try tree.negated()
                case 1: try tree.held(for: .seconds(1))
                default: try .any(of: [tree])
                }
            #expect(tree.levels == level)
        }
        let highest = tree
        #expect(throws: ConditionError.tooManyLevels) { try highest.negated() }
        #expect(throws: ConditionError.tooManyLevels) { try highest.held(for: .seconds(1)) }
        #expect(throws: ConditionError.tooManyLevels) { try Condition.all(of: [highest]) }
    }

    @Test func `a tree has 1000 leaves at most`() throws {
        let half = try Condition.any(of: Array(repeating: Surroundings.anyBeacon, count: 500))
        let whole = try Condition.all(of: [half, half])
        #expect(whole.leaves == Condition.mostLeaves)
        #expect(throws: ConditionError.tooManyLeaves) { try Condition.all(of: [whole, half]) }
    }

    @Test func `a combination of nothing is refused`() {
        #expect(throws: ConditionError.noParts) { try Condition.all(of: []) }
        #expect(throws: ConditionError.noParts) { try Condition.any(of: []) }
    }
}
