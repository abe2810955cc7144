/// Metrics in the text format of Prometheus, version 0.0.4.
public enum PrometheusText: Sendable {
    /// The media type.
    public static let mediaType: StaticString = "text/plain; version=0.0.4; charset=utf-8"

    /// Writes families, in their order.
    ///
    /// A family without values has its description too, so that a reader sees which there are.
    public static func write(_ families: [MetricFamily]) -> [UInt8] {
        var text = ""
        for family in families {
            text += "# HELP \(family.name) \(escapedHelp(family.help))\n"
            text += "# TYPE \(family.name) \(family.kind.rawValue)\n"
            for sample in family.samples { write(sample, of: family, to: &text) }
        }
        return Array(text.utf8)
    }

    private static func write(
        _ sample: MetricFamily.Sample, of family: MetricFamily, to text: inout String
    ) {
        switch sample.value {
        case .number(let value):
            text += "\(family.name)\(braces(sample.labels)) \(number(value))\n"
        case .histogram(let buckets):
            var count: UInt64 = 0
            for (index, bucket) in buckets.counts.enumerated() {
                count += bucket
                let bound = index < buckets.bounds.count ? number(buckets.bounds[index]) : "+Inf"
                let labels = sample.labels + [MetricFamily.Label("le", bound)]
                text += "\(family.name)_bucket\(braces(labels)) \(count)\n"
            }
            text += "\(family.name)_sum\(braces(sample.labels)) \(number(buckets.sum))\n"
            text += "\(family.name)_count\(braces(sample.labels)) \(count)\n"
        }
    }

    private static func braces(_ labels: [MetricFamily.Label]) -> String {
        guard !labels.isEmpty else { return "" }
        return "{" + labels.map { "\($0.name)=\"\(escapedValue($0.value))\"" }.joined(separator: ",") + "}"
    }

    /// A whole number without a fraction; the words of the format for what is no number.
    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }

    private static func escapedHelp(_ text: String) -> String {
        escaped(text) { $0 == "\\" ? "\\\\" : $0 == "\n" ? "\\n" : nil }
    }

    private static func escapedValue(_ text: String) -> String {
        escaped(text) { $0 == "\\" ? "\\\\" : $0 == "\n" ? "\\n" : $0 == "\"" ? "\\\"" : nil }
    }

    private static func escaped(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if let replaced = replacement(scalar) {
                result += replaced
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
