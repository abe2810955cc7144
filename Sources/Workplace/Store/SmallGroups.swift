/// Hides counts of one to four people or orders, and the counts that reveal them.
enum SmallGroups {
    /// Groups below this size are hidden.
    static let hiddenBelow = 5

    /// A count of people; `nil` from one to four.
    static func shown(_ people: Int) -> Int? { isSmall(people) ? nil : people }

    /// A number about people; `nil` when they are one to four.
    static func shown<Number>(_ number: Number, about people: Int) -> Number? {
        isSmall(people) ? nil : number
    }

    /// The sizes of the groups that make up a known total; `nil` where a size is hidden.
    ///
    /// A reader can subtract the shown sizes from the total. If a group is small, the groups of the next
    /// larger size are therefore hidden too. When no larger group is left to show, all sizes are hidden. Each
    /// hidden size can then have several values, also for a reader who knows this rule.
    static func shown(_ groups: [Int]) -> [Int?] {
        guard groups.contains(where: isSmall) else { return groups }
        let largeSizes = Set(groups.filter { $0 >= hiddenBelow }).sorted()
        guard largeSizes.count > 1 else { return groups.map { _ in nil } }
        return groups.map { $0 == 0 || $0 > largeSizes[0] ? $0 : nil }
    }

    private static func isSmall(_ people: Int) -> Bool { (1..<hiddenBelow).contains(people) }
}
