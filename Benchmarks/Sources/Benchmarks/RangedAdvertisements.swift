import Beacons
import CAllocations
import Foundation
import JSON
import Ranging

/// Advertisements ranged: from bytes to the distance of each beacon that is known, `Benchmarks ranged FILE`.
///
/// The file has records of 40 bytes: address (6), signal strength (1), length of the data (1), data (32). Each beacon in
/// it is known; they come 100 µs apart.
struct RangedAdvertisements {
    struct Unusable: Error {}

    private static let recordCount = 40
    private static let passes = 20
    private static let batch = 512

    private let records: [UInt8]
    private let registry: BeaconRegistry
    private var bank: SignalBank
    private var samples: [SignalBank.Sample] = []
    private var distances: [Double] = []
    private var microseconds: Int64 = 0
    private var ranged = 0
    private var sum = 0.0

    /// Reads the advertisements.
    init(file: URL) throws {
        records = Array(try Data(contentsOf: file))
        guard !records.isEmpty, records.count % Self.recordCount == 0 else { throw Unusable() }
        var identities: [BeaconIdentity] = []
        Self.forEachFrame(in: records) { frame, _, _ in identities.append(frame.identity) }
        registry = BeaconRegistry(identities)
        bank = SignalBank(beacons: registry.count)
        samples.reserveCapacity(Self.batch)
    }

    /// Ranges all of them several times, and tells of it in a line of JSON.
    mutating func line() -> String {
        let clock = ContinuousClock()
        range()
        let found = ranged
        let allocations = allocations_so_far()
        let start = clock.now
        for _ in 0..<Self.passes { range() }
        let elapsed = start.duration(to: clock.now)
        let allocated = allocations_so_far() - allocations
        let count = records.count / Self.recordCount * Self.passes
        var json = JSONWriter()
        json.object { json in
            json.member("rate", .number((Double(count) / (elapsed / .seconds(1))).description))
            json.member("allocations", .number(allocated.description))
            json.member("beacons", .number(found.description))
            json.member("mean", .number((sum / Double(ranged)).description))
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @inline(never)
    private mutating func range() {
        let (bytes, first) = (records, microseconds)
        Self.forEachFrame(in: bytes) { frame, rssi, index in
            guard let beacon = registry.number(of: frame.identity) else { return }
            samples.append(
                SignalBank.Sample(
                    beacon: beacon, rssi: rssi, measuredPower: frame.measuredPower,
                    microseconds: first + Int64(index) * 100))
            if samples.count == Self.batch { finishBatch() }
        }
        finishBatch()
        microseconds += Int64(records.count / Self.recordCount) * 100
    }

    private mutating func finishBatch() {
        bank.update(samples, distances: &distances)
        ranged += samples.count
        for distance in distances { sum += distance }
        samples.removeAll(keepingCapacity: true)
    }

    /// Goes through the frames; a damaged advertisement has none.
    @inline(__always)
    private static func forEachFrame(in records: [UInt8], _ body: (IBeaconFrame, Int8, Int) -> Void) {
        let bytes = records.span
        for index in 0..<bytes.count / recordCount {
            let offset = index * recordCount
            let data = bytes.extracting(offset + 8..<offset + 8 + Int(bytes[offset + 7]))
            do throws(FrameDefect) {
                guard let frame = try AdvertisingData.iBeacon(in: data) else { continue }
                body(frame, Int8(bitPattern: bytes[offset + 6]), index)
            } catch {}
        }
    }
}
