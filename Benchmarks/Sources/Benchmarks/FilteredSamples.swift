import CAllocations
import Foundation
import JSON
import Ranging

/// Signal strengths filtered, each with the distance that follows: `Benchmarks filtered FILE`.
///
/// The file has records of 3 bytes, in the order of time: the beacon's number (2, least significant byte first) and the
/// strength (1). They come 100 µs apart.
struct FilteredSamples {
    struct Unusable: Error {}

    private static let passes = 50
    private static let batch = 500

    private var batches: [[SignalBank.Sample]] = []
    private let count: Int
    private let beacons: Int

    /// Reads the samples.
    init(file: URL) throws {
        let bytes = Array(try Data(contentsOf: file))
        guard !bytes.isEmpty, bytes.count % 3 == 0 else { throw Unusable() }
        count = bytes.count / 3
        let samples = (0..<count).map { Self.sample(bytes, at: $0) }
        beacons = (samples.map(\.beacon).max() ?? 0) + 1
        for start in stride(from: 0, to: count, by: Self.batch) {
            batches.append(Array(samples[start..<min(start + Self.batch, count)]))
        }
    }

    private static func sample(_ bytes: [UInt8], at index: Int) -> SignalBank.Sample {
        SignalBank.Sample(
            beacon: Int(bytes[3 * index]) | Int(bytes[3 * index + 1]) << 8,
            rssi: Int8(bitPattern: bytes[3 * index + 2]), measuredPower: -59, microseconds: Int64(index) * 100
        )
    }

    /// Filters all of them several times, each time from the beginning, and tells of it in a line of JSON.
    func line() -> String {
        let clock = ContinuousClock()
        var distances: [Double] = []
        var sum = filter(&distances)
        let start = clock.now
        for _ in 0..<Self.passes { sum = filter(&distances) }
        let elapsed = start.duration(to: clock.now)
        var json = JSONWriter()
        json.object { json in
            json.member("rate", .number((Double(count * Self.passes) / (elapsed / .seconds(1))).description))
            json.member("sum", .number(sum.description))
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// The sum of the last batch's distances.
    @inline(never)
    private func filter(_ distances: inout [Double]) -> Double {
        var bank = SignalBank(beacons: beacons)
        for batch in batches { bank.update(batch, distances: &distances) }
        return distances.reduce(0, +)
    }
}
