/// What a ``RegionIndex`` knows a region by.
public struct RegionNumber: Hashable, Comparable, Sendable {
    /// The number: from 0 on, without gaps but for removed regions, whose numbers are given again.
    public let rawValue: Int

    /// Makes a number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Orders by the numbers.
    public static func < (left: RegionNumber, right: RegionNumber) -> Bool { left.rawValue < right.rawValue }
}
