public import TipCore
public import TipRules

/// What came of tips, counted over people; groups that are so small that they could be recognised are left out.
///
/// A number that is `nil` is hidden, not zero.
public struct TipStatistics: Hashable, Sendable {
    /// Groups of fewer people are hidden.
    public static let hiddenBelow = 5

    /// How many people were shown tips, also such as the catalogue no longer has.
    public let people: Int?
    /// How many ledgers could not be read, and are not counted.
    public let unreadable: Int
    /// The tips of the catalogue in force, in its order.
    public let tips: [Tip]
    /// What is tried out, in the order of the tips.
    public let experiments: [Experiment]

    /// What came of a tip.
    public struct Tip: Hashable, Sendable {
        /// Which tip.
        public let id: TipID
        /// What it says.
        public let title: String
        /// Whether it is shown at all.
        public let isOn: Bool
        /// What came of it with everybody to whom it was shown.
        public let all: Outcome
        /// The same by platform: everybody counts on the one on which they were shown the tip most often.
        ///
        /// Empty when it was shown to nobody, or when the groups are too small to tell them apart.
        public let platforms: [Group]
        /// The same by language: that of the device on which somebody was shown the tip most often.
        public let languages: [Group]
    }

    /// What came of a tip with some people.
    public struct Outcome: Hashable, Sendable {
        /// How many people it was shown to.
        public let people: Int?
        /// How often it was shown.
        public let displays: Int64?
        /// How long it was shown, in seconds.
        public let seconds: Int64?
        /// How often it was put aside without being closed.
        public let dismissed: Int?
        /// How often one of its actions was chosen.
        public let acted: Int?
        /// For how many people it ended, by the reason.
        public let ended: [Tips.InvalidationReason: Int?]
    }

    /// A group of at least five of those to whom a tip was shown; all groups together are everybody.
    public struct Group: Hashable, Sendable {
        /// What they have in common, `other` for devices that are no longer known; `nil` for all small groups together.
        public let name: String?
        /// What came of the tip with them.
        public let outcome: Outcome
    }

    /// What is tried out with a tip.
    ///
    /// People are counted where they belong, whether they were shown the tip or not; else those who happen to be where it
    /// appears would be compared with everybody. Their numbers are cut down to whole fives, and what is said of them holds for
    /// all numbers that may stand behind those.
    public struct Experiment: Hashable, Sendable {
        /// What it is called.
        public let name: String
        /// With which tip.
        public let tip: TipID
        /// The event that shows that the tip has helped.
        public let goal: RuleText?
        /// What the catalogue says about that event, to whoever reads it.
        public let goalAbout: String?
        /// From when on it is counted.
        public let from: RuleTime?
        /// Those who get the tip, in whatever words.
        public let exposed: Arm
        /// Those who do not.
        public let holdout: Arm
        /// How much larger the share of those who reached the goal is with the tip than without.
        public let difference: Difference?
        /// Those who get the tip in other words, each compared with those who do not get it.
        public let variants: [Variant]
    }

    /// Those who get the tip in certain words.
    public struct Variant: Hashable, Sendable {
        /// What the words are called.
        public let name: String
        /// Who they are.
        public let arm: Arm
        /// How much larger their share is than that of those who do not get the tip.
        public let difference: Difference?
    }

    /// A group of people who are compared, in whole fives.
    public struct Arm: Hashable, Sendable {
        /// How many they are: 20 stands for 20 to 24, and 0 for nobody.
        public let people: Int?
        /// How many of them have reached the goal, told in the same way.
        public let reached: Int?
    }

    /// The difference between two shares, and its bounds with at least 95 % confidence.
    public struct Difference: Hashable, Sendable {
        /// The difference of the shares, with the numbers in the middle of those that may stand behind what is told.
        public let estimate: Double
        /// The lower bound: the least one that any of those numbers give.
        public let low: Double
        /// The upper bound: the greatest one that any of those numbers give.
        public let high: Double
    }
}

extension TipStatistics {
    /// A number of people, hidden when they are few.
    static func shown(_ people: Int) -> Int? { (1..<hiddenBelow).contains(people) ? nil : people }

    /// A number about people, hidden when they are few.
    static func shown<Number>(_ number: Number, about people: Int) -> Number? {
        shown(people).map { _ in number }
    }

    /// The sizes of groups that make up a whole, without those from which a small one could be told.
    static func shown(_ groups: [Int]) -> [Int?] {
        zip(groups, SmallGroups.hidden(in: groups)).map { $1 ? nil : $0 }
    }
}
