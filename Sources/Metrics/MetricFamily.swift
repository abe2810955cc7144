/// Measured values of one kind, with their name and meaning.
public struct MetricFamily: Sendable, Hashable {
    /// What happens to a value over time.
    public enum Kind: String, Sendable {
        /// It only grows, until the program ends.
        case counter
        /// It goes up and down.
        case gauge
        /// Counts by size.
        case histogram
    }

    /// A name of what was measured, such as a route, with a value of it.
    public struct Label: Sendable, Hashable {
        let name: String
        let value: String

        /// Makes a label; the name consists of lower-case letters and underscores.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    enum Value: Sendable, Hashable {
        case number(Double)
        case histogram(Histogram.Buckets)
    }

    struct Sample: Sendable, Hashable {
        let labels: [Label]
        let value: Value
    }

    /// The name, with its unit at the end.
    public let name: String
    let help: String
    let kind: Kind
    private(set) var samples: [Sample] = []

    /// Makes a counter or gauge without values.
    ///
    /// - Parameters:
    ///   - kind: What happens to a value over time.
    ///   - name: The name, with its unit at the end, such as `vicinity_feed_lag_seconds`.
    ///   - help: What it means, in one sentence.
    public init(_ kind: Kind, _ name: String, _ help: String) {
        self.name = name
        self.help = help
        self.kind = kind
    }

    /// Makes a counter or gauge with one value.
    public init(_ kind: Kind, _ name: String, _ help: String, value: Double) {
        self.init(kind, name, help)
        add(value)
    }

    /// Makes a histogram without labels.
    public init(_ name: String, _ help: String, _ histogram: Histogram) {
        self.init(.histogram, name, help)
        add(histogram.buckets)
    }

    /// Adds a value.
    public mutating func add(_ value: Double, _ labels: Label...) {
        samples.append(Sample(labels: labels, value: .number(value)))
    }

    /// Adds what a histogram has counted.
    public mutating func add(_ buckets: Histogram.Buckets, _ labels: [Label] = []) {
        samples.append(Sample(labels: labels, value: .histogram(buckets)))
    }
}
