import Metrics
import Testing

struct PrometheusTextTests {
    private func text(_ families: MetricFamily...) -> String {
        String(decoding: PrometheusText.write(families), as: UTF8.self)
    }

    @Test func `a family without values is described`() {
        #expect(
            text(MetricFamily(.gauge, "tickets", "Open tickets.")) == """
                # HELP tickets Open tickets.
                # TYPE tickets gauge

                """)
    }

    @Test func `whole numbers have no fraction, and what is no number has the words of the format`() {
        var family = MetricFamily(.counter, "seconds_total", "Time.")
        family.add(3)
        family.add(0.25, MetricFamily.Label("of", "a"))
        family.add(.infinity, MetricFamily.Label("of", "b"), MetricFamily.Label("in", "c"))
        family.add(-.infinity)
        family.add(.nan)
        #expect(
            text(family) == """
                # HELP seconds_total Time.
                # TYPE seconds_total counter
                seconds_total 3
                seconds_total{of="a"} 0.25
                seconds_total{of="b",in="c"} +Inf
                seconds_total -Inf
                seconds_total NaN

                """)
    }

    @Test func `labels and help are escaped`() {
        var family = MetricFamily(.gauge, "cafes", "A \\ and\na new line.")
        family.add(1, MetricFamily.Label("cafe", "a \"b\" \\ c\nd"))
        #expect(
            text(family) == #"""
                # HELP cafes A \\ and\na new line.
                # TYPE cafes gauge
                cafes{cafe="a \"b\" \\ c\nd"} 1

                """#)
    }

    @Test func `the buckets of a histogram are cumulative and the last one holds all`() {
        let histogram = Histogram(.counts)
        for value: UInt64 in [1, 2, 1_000] { histogram.note(value) }
        var family = MetricFamily(.histogram, "writes", "Writes.")
        family.add(histogram.buckets, [MetricFamily.Label("of", "a")])
        let lines = text(family).split(separator: "\n")
        #expect(lines.contains(#"writes_bucket{of="a",le="1"} 1"#))
        #expect(lines.contains(#"writes_bucket{of="a",le="512"} 2"#))
        #expect(
            lines.suffix(3) == [
                #"writes_bucket{of="a",le="+Inf"} 3"#, #"writes_sum{of="a"} 1003"#,
                #"writes_count{of="a"} 3"#,
            ])
    }
}
