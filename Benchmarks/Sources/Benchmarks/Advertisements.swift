import Beacons
import CAllocations
import Foundation
import JSON

/// Advertisements decoded to what a program keeps of a beacon: `Benchmarks advertisements FILE`.
///
/// The file has records of 40 bytes: address (6), signal strength (1), length of the data (1), data (32).
struct Advertisements {
    struct Unusable: Error {}

    /// What is kept of each advertisement.
    private struct Stored {
        var identity = BeaconIdentity(uuid: ProximityUUID(high: 0, low: 0), major: 0, minor: 0)
        var measuredPower: Int8 = 0
        var rssi: Int8 = 0
        var isBeacon = false
    }

    private static let recordCount = 40
    private static let passes = 20

    private let records: [UInt8]
    private var stored: [Stored]

    /// Reads the advertisements.
    init(file: URL) throws {
        records = Array(try Data(contentsOf: file))
        guard !records.isEmpty, records.count % Self.recordCount == 0 else { throw Unusable() }
        stored = Array(repeating: Stored(), count: records.count / Self.recordCount)
    }

    /// Decodes all of them several times, and tells of it in a line of JSON.
    mutating func line() -> String {
        let clock = ContinuousClock()
        Self.decode(records, into: &stored)
        let allocations = allocations_so_far()
        let start = clock.now
        for _ in 0..<Self.passes { Self.decode(records, into: &stored) }
        let elapsed = start.duration(to: clock.now)
        let allocated = allocations_so_far() - allocations
        let rate = Double(stored.count * Self.passes) / (elapsed / .seconds(1))
        var json = JSONWriter()
        json.object { json in
            json.member("rate", .number(rate.description))
            json.member("allocations", .number(allocated.description))
            json.member("beacons", .number(stored.count(where: \.isBeacon).description))
            json.member("sum", .number(sum.description))
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @inline(never)
    private static func decode(_ records: [UInt8], into stored: inout [Stored]) {
        let bytes = records.span
        var target = stored.mutableSpan
        for index in 0..<target.count {
            let offset = index * recordCount
            let data = bytes.extracting(offset + 8..<offset + 8 + Int(bytes[offset + 7]))
            target[index] = decoded(data, rssi: Int8(bitPattern: bytes[offset + 6]))
        }
    }

    /// A damaged advertisement is stored as none.
    @inline(__always)
    private static func decoded(_ data: Span<UInt8>, rssi: Int8) -> Stored {
        do throws(FrameDefect) {
            guard let frame = try AdvertisingData.iBeacon(in: data) else { return Stored() }
            return Stored(
                identity: frame.identity, measuredPower: frame.measuredPower, rssi: rssi, isBeacon: true)
        } catch {
            return Stored()
        }
    }

    /// A number that says whether the peer found the same.
    private var sum: Int {
        stored.filter(\.isBeacon).reduce(0) { sum, beacon in
            sum + Int(beacon.identity.major) + Int(beacon.identity.minor) + Int(beacon.measuredPower)
                + Int(beacon.rssi) + Int(beacon.identity.uuid.low & 0xFF)
        }
    }

    /// A scan response of a thermometer, as a controller reported it.
    static let packet: [UInt8] =
        [
            0x04, 0x3E, 0x27, 0x02, 0x01, 0x04, 0x00, 0xAB, 0x6F, 0xBF, 0x38, 0xC1, 0xA4, 27, 26, 0xFF, 0x4C,
            0, 2, 0x15,
        ]
        + Array("INTELLI_ROCKS_HW".utf8) + [0x50, 0x72, 0xF2, 0xFF, 0xC2, 0xCF]

    /// The frame of a packet's last report that has one.
    static func frame(in packet: [UInt8]) -> IBeaconFrame? {
        let packet = packet.span
        var frame: IBeaconFrame?
        do throws(FrameDefect) {
            try HCIEvent.forEachAdvertisingReport(in: packet) { report in
                do throws(FrameDefect) {
                    frame = try AdvertisingData.iBeacon(in: packet.extracting(report.data))
                } catch {}
            }
        } catch {}
        return frame
    }
}
