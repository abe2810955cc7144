import Metrics
import Testing

struct HistogramTests {
    @Test func `a value counts in the first bucket whose bound it does not exceed`() {
        let histogram = Histogram(.counts)
        for value: UInt64 in [0, 1, 2, 3, 512, 513] { histogram.note(value) }
        #expect(histogram.buckets.bounds == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512])
        #expect(histogram.buckets.counts == [2, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1])
        #expect(histogram.buckets.sum == 1_031)
    }

    @Test func `durations are shown in seconds`() {
        let histogram = Histogram(.requestDurations)
        histogram.note(.microseconds(1_000))
        histogram.note(.milliseconds(3))
        histogram.note(.seconds(11))
        #expect(histogram.buckets.bounds.first == 0.001 && histogram.buckets.bounds.last == 10)
        #expect(histogram.buckets.counts == [1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
        #expect(histogram.buckets.sum == 11.004)
    }

    @Test func `a negative duration counts as zero`() {
        let histogram = Histogram(.requestDurations)
        histogram.note(.seconds(-1))
        #expect(histogram.buckets.counts.first == 1)
        #expect(histogram.buckets.sum == 0)
    }

    @Test func `nothing is lost when several tasks count`() async {
        let histogram = Histogram(.counts)
        let counter = EventCounter()
        await withDiscardingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for value: UInt64 in 0..<1_000 {
                        histogram.note(value)
                        counter.add()
                    }
                }
            }
        }
        #expect(histogram.buckets.counts.reduce(0, +) == 8_000)
        #expect(histogram.buckets.sum == 8 * 499_500)
        #expect(counter.value == 8_000)
    }
}
