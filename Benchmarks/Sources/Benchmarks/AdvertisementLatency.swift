import Beacons
import Conditions
import Foundation
import JSON
import Observations
import Fences

/// How long it takes from an advertisement to the durable change that it makes: `Benchmarks advertised RATE SECONDS`.
///
/// Advertisements arrive at their times, whatever the evaluation does: what waits for the batch before waits in its
/// latency. One thread decodes and evaluates what has arrived, and waits until the changes are in the journal.
struct AdvertisementLatency {
    struct Unusable: Error {}

    private static let devices = 10_000
    private static let sites = 50
    /// Every device hears for the first time in the first second, which is not counted.
    private static let warmUp = 1.0
    private static let organisation = ProximityUUID(high: 0x5600_1C0B_51E5_4D45, low: 0x9E1A_77CE_2D5A_0001)
    private static let payloadCount = 30

    private let rate: Double
    private let payloads: [UInt8]
    private let count: Int
    /// How many pairs of a device and a condition exist where the device heard the beacon.
    private let expected: Int
    private let names = (0..<devices).map { PresenceWorkload.device($0) }
    private let source = ObservationSource("phone")
    private var table: ConditionTable
    private let clock = ContinuousClock()

    /// Prepares so many seconds of advertisements.
    init(rate: Double, seconds: Double) throws {
        self.rate = rate
        count = Int(rate * seconds)
        var payloads: [UInt8] = []
        payloads.reserveCapacity(count * Self.payloadCount)
        var pairs: Set<Int> = []
        for number in 0..<count {
            let device = number % Self.devices
            let (major, minor) = (device % Self.sites, Self.spot(of: device, at: Double(number) / rate))
            payloads += Self.payload(major: UInt16(major), minor: UInt16(minor))
            pairs.insert(device * 256 + 255)
            if minor > 0 { pairs.insert(device * 256 + minor) }
        }
        self.payloads = payloads
        expected = pairs.count
        let conditions = PresenceWorkload.beacons(5_000).mapValues { EvaluatedCondition($0) }
        table = ConditionTable(restoring: RestoredStates(), evaluating: conditions)
    }

    /// Each device moves on to the next spot every five seconds, each at its own moment.
    private static func spot(of device: Int, at second: Double) -> Int {
        (device / sites + Int(second / 5 + Double(device % 500) / 500)) % 100
    }

    private static func payload(major: UInt16, minor: UInt16) -> [UInt8] {
        [0x02, 0x01, 0x06, 0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15] + bytes(organisation.high)
            + bytes(organisation.low) + bytes(major) + bytes(minor) + [UInt8(bitPattern: -59)]
    }

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// Measures, and tells of it in a line of JSON.
    mutating func line() throws -> String {
        let path = "Benchmarks/.build/journal-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        var journal = try ChangeJournal.begin(path, with: table.snapshot)
        var (latencies, batches, events) = ([Double](), 0, 0)
        let start = clock.now
        var next = 0
        while next < count {
            let due = min(count, Int((start.duration(to: clock.now) / .seconds(1)) * rate))
            guard due > next else {
                usleep(50)
                continue
            }
            let (changes, arrivals) = try observe(next..<due)
            try journal.append(changes, of: table.conditions)
            let end = start.duration(to: clock.now) / .seconds(1)
            for arrival in arrivals where arrival >= Self.warmUp { latencies.append(end - arrival) }
            (next, batches, events) = (due, batches + 1, events + changes.count)
        }
        guard events == expected, !latencies.isEmpty else { throw Unusable() }
        latencies.sort()
        var json = JSONWriter()
        json.object { json in
            json.member("p50", .number(latencies[latencies.count / 2].description))
            json.member("p99", .number(latencies[latencies.count * 99 / 100].description))
            json.member("worst", .number(latencies[latencies.count - 1].description))
            json.member("events", .number(latencies.count.description))
            json.member("batches", .number(batches.description))
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// Decodes and evaluates some advertisements: what changed, and when what changed it arrived.
    private mutating func observe(_ numbers: Range<Int>) throws -> ([DeviceChange], [Double]) {
        var (changes, arrivals, found) = ([DeviceChange](), [Double](), [ConditionChange]())
        // A copy of the list, not of its bytes: the table is changed while they are read.
        let payloads = payloads
        let bytes = payloads.span
        for number in numbers {
            let first = number * Self.payloadCount
            guard
                let frame = try AdvertisingData.iBeacon(
                    in: bytes.extracting(first..<first + Self.payloadCount))
            else { throw Unusable() }
            let arrival = Double(number) / rate
            let sighting = BeaconSighting(
                identity: frame.identity, measuredPower: frame.measuredPower, rssi: -70)
            let time = ObservationTime(microseconds: 1_700_000_000_000_000 + Int64(arrival * 1_000_000))
            let device = names[number % Self.devices]
            table.observe(
                Observation(source: source, time: time, content: .sighting(sighting)), of: device,
                changes: &found)
            for change in found {
                changes.append(DeviceChange(device: device, change: change))
                arrivals.append(arrival)
            }
            found.removeAll(keepingCapacity: true)
        }
        return (changes, arrivals)
    }
}
