import Synchronization

/// Counts values by size, on any thread; nothing is lost and nothing waits.
///
/// A value costs two relaxed atomic additions. A reader may see the count of a value before its part of the sum.
public final class Histogram: Sendable {
    /// Up to which values each bucket counts.
    public struct Bounds: Sendable, Hashable {
        /// The maximum number of bounds.
        public static let limit = 15

        /// The bounds in the unit of the values, in ascending order.
        let values: [UInt64]
        /// What a value is divided by to give the unit that is shown.
        let scale: Double

        private init(_ values: [UInt64], scale: Double) {
            precondition(values.count <= Self.limit, "\(values.count) bounds are more than \(Self.limit)")
            precondition(
                zip(values, values.dropFirst()).allSatisfy(<), "the bounds are not in ascending order")
            self.values = values
            self.scale = scale
        }

        /// Bounds of durations in seconds.
        ///
        /// OpenTelemetry recommends those from 5 ms upwards; a server that answers within a millisecond needs two below.
        public static let requestDurations = Bounds(
            [1, 2.5, 5, 10, 25, 50, 75, 100, 250, 500, 750, 1_000, 2_500, 5_000, 10_000].map {
                UInt64($0 * 1_000_000)
            }, scale: 1_000_000_000)

        /// Bounds of counts: powers of two.
        public static let counts = Bounds((0...9).map { 1 << $0 }, scale: 1)
    }

    /// What a histogram has counted.
    public struct Buckets: Sendable, Hashable {
        /// The upper bounds of the buckets, without the last one, which has none.
        public let bounds: [Double]
        /// How many values each bucket holds, the last one those above all bounds.
        public let counts: [UInt64]
        /// The sum of all values.
        public let sum: Double
    }

    private let bounds: Bounds
    private let counts: InlineArray<16, Atomic<UInt64>> = InlineArray { _ in Atomic(0) }
    private let sum = Atomic<UInt64>(0)

    /// Makes an empty histogram.
    public init(_ bounds: Bounds) { self.bounds = bounds }

    /// Counts a value in the unit of the bounds.
    public func note(_ value: UInt64) {
        var bucket = 0
        while bucket < bounds.values.count, value > bounds.values[bucket] { bucket += 1 }
        counts[bucket].wrappingAdd(1, ordering: .relaxed)
        sum.wrappingAdd(value, ordering: .relaxed)
    }

    /// Counts a duration; a negative one counts as zero.
    public func note(_ duration: Duration) {
        note(UInt64(clamping: duration.attoseconds / 1_000_000_000))
    }

    /// What was counted so far.
    public var buckets: Buckets {
        Buckets(
            bounds: bounds.values.map { Double($0) / bounds.scale },
            counts: (0...bounds.values.count).map { counts[$0].load(ordering: .relaxed) },
            sum: Double(sum.load(ordering: .relaxed)) / bounds.scale)
    }
}
