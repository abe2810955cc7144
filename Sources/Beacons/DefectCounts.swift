/// How often each ``FrameDefect`` occurred.
public struct DefectCounts: Hashable, Sendable {
    private var counts = [Int](repeating: 0, count: FrameDefect.allCases.count)

    /// Starts with all counts at zero.
    public init() {}

    /// The number of all defects.
    public var total: Int { counts.reduce(0, +) }

    /// The number of times that a defect was counted.
    public subscript(defect: FrameDefect) -> Int { counts[Int(defect.rawValue)] }

    /// Adds one to the count of a defect.
    public mutating func count(_ defect: FrameDefect) { counts[Int(defect.rawValue)] += 1 }

    /// Adds the counts of another counter.
    public mutating func add(_ other: DefectCounts) {
        for index in counts.indices { counts[index] += other.counts[index] }
    }
}
