/// How often each ``FrameDefect`` was met.
public struct DefectCounts: Hashable, Sendable {
    private var counts = [Int](repeating: 0, count: FrameDefect.allCases.count)

    /// Counts nothing yet.
    public init() {}

    /// How many defects were counted.
    public var total: Int { counts.reduce(0, +) }

    /// How often a defect was counted.
    public subscript(defect: FrameDefect) -> Int { counts[Int(defect.rawValue)] }

    /// Counts a defect once more.
    public mutating func count(_ defect: FrameDefect) { counts[Int(defect.rawValue)] += 1 }

    /// Adds what another counter has counted.
    public mutating func add(_ other: DefectCounts) {
        for index in counts.indices { counts[index] += other.counts[index] }
    }
}
