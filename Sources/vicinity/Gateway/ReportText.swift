import Beacons
import Essentials
import JSON

/// The parts of a report's JSON.
///
/// The part that is written to the disk ends after the last sighting, so that what belongs to the moment of sending can
/// follow: sightings that must not be stored, the time, and the gateway's health.
enum ReportText {
    /// How many sightings the server takes in a report.
    static let sightingsAtMost = 1_000

    /// The beginning of a report, up to its last sighting.
    static func beginning(
        until: Int64, isListening: Bool, sightings: ArraySlice<SightingBatch.Sighting>
    ) -> [UInt8] {
        var text = "{\"until\":\"\(Timestamp(millisecondsSinceEpoch: until))\","
        text += "\"listening\":\(isListening),\"sightings\":["
        return Array(text.utf8) + list(of: sightings)
    }

    /// Sightings with commas between them.
    static func list(of sightings: ArraySlice<SightingBatch.Sighting>) -> [UInt8] {
        var json = JSONWriter()
        json.array { json in
            for sighting in sightings { json.object { write(sighting, to: &$0) } }
        }
        return Array(json.bytes.dropFirst().dropLast())
    }

    /// Completes a report for sending.
    ///
    /// Sightings that were not stored come last, whenever they were heard; the server puts a report's sightings in order.
    ///
    /// - Parameters:
    ///   - beginning: The part from the disk.
    ///   - fleeting: Sightings that were not stored.
    ///   - sentAt: The present time of the gateway.
    ///   - health: Writes the members of the gateway's health.
    /// - Returns: The JSON of the whole report.
    static func report(
        _ beginning: [UInt8], fleeting: [UInt8], sentAt: Timestamp, health: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        var bytes = beginning
        if !fleeting.isEmpty {
            if bytes.last != UInt8(ascii: "[") { bytes.append(UInt8(ascii: ",")) }
            bytes += fleeting
        }
        bytes += Array("],\"sentAt\":\"\(sentAt)\",\"health\":".utf8)
        var json = JSONWriter()
        json.object(health)
        return bytes + json.bytes + [UInt8(ascii: "}")]
    }

    private static func write(_ sighting: SightingBatch.Sighting, to json: inout JSONWriter) {
        switch sighting.identity {
        case .beacon(let beacon):
            json.member("uuid", beacon.uuid.description)
            json.member("major", Int(beacon.major))
            json.member("minor", Int(beacon.minor))
        case .eddystone(let namespace, let instance):
            json.member("eddystone", digits(namespace, 20) + digits(UInt128(instance), 12))
        case .ephemeral(let value): json.member("ephemeral", digits(UInt128(value), 16))
        case .privateAddress(let value): json.member("address", digits(UInt128(value), 12))
        }
        json.member("rssi", sighting.rssi.map(Int.init) ?? 127)
        json.member("measuredPower", Int(sighting.measuredPower))
        json.member("time", Timestamp(millisecondsSinceEpoch: sighting.time).description)
        if sighting.count > 1 { json.member("count", sighting.count) }
    }

    private static func digits(_ value: UInt128, _ count: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
