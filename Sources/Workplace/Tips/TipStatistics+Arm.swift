extension TipStatistics.Arm {
    private static let step = 5

    /// Tells how many people reached the goal: nothing where those who did, or those who did not, are few.
    ///
    /// What is told is cut down to whole fives, so that one person more or less, as between two experiments that differ by
    /// one, makes no difference.
    init(telling reached: Int, of people: Int) {
        self.init(
            people: TipStatistics.shown(people).map { $0 - $0 % Self.step },
            reached: Self.isTold(reached, of: people) ? reached - reached % Self.step : nil)
    }

    private static func isTold(_ reached: Int, of people: Int) -> Bool {
        !TipStatistics.shown([reached, people - reached]).contains(nil)
    }

    /// How much larger the share of those who reached the goal is than another arm's; `nil` where numbers are hidden, or an arm
    /// is empty.
    ///
    /// It is made of what is told alone, and so tells nothing more. Cutting down is no noise: the smaller arm loses the larger
    /// part of its share, so that a tip that does nothing would seem to help. Therefore the bounds are the widest that any
    /// numbers behind the told ones give.
    ///
    /// - Complexity: O(1), a few hundred intervals.
    func difference(from other: Self) -> TipStatistics.Difference? {
        guard let share, let otherShare = other.share else { return nil }
        let others = other.possible
        let intervals = possible.flatMap { one in others.map { one.difference(from: $0).interval } }
        let estimate = share - otherShare
        return TipStatistics.Difference(
            estimate: estimate,
            low: intervals.reduce(estimate) { min($0, $1.lowerBound) },
            high: intervals.reduce(estimate) { max($0, $1.upperBound) })
    }

    /// The share of those who reached the goal, by the numbers in the middle of those that may stand behind the told ones;
    /// `nil` where one is hidden or nobody is there.
    public var share: Double? {
        guard let people, let reached else { return nil }
        return Proportion(Self.middle(reached), of: Self.middle(people))?.share
    }

    /// Nobody is told as nobody.
    private static func middle(_ told: Int) -> Int { told == 0 ? 0 : told + step / 2 }

    /// All numbers that may stand behind the told ones.
    private var possible: [Proportion] {
        guard let people, let reached else { return [] }
        return (people..<people + Self.step).flatMap { people in
            (reached..<reached + Self.step)
                .filter { Self.isTold($0, of: people) }
                .compactMap { Proportion($0, of: people) }
        }
    }
}
