import Beacons
import Bluetooth
import Formats
import Foundation
import JSON
import Observations
import Ranging

/// Writes what a scan hears, for people in lines and for programs in JSON.
enum ScanText {
    /// A number with one digit after the point.
    static func oneDigit(_ number: Double) -> String {
        let tenths = (number * 10).rounded()
        guard abs(tenths) < 1e9 else { return "far" }
        let whole = Int(tenths)
        return "\(whole < 0 ? "-" : "")\(abs(whole) / 10).\(abs(whole) % 10)"
    }

    /// A distance with the range of one sigma.
    static func distance(_ distance: DistanceEstimate?) -> String {
        guard let distance else { return "–" }
        let range = distance.range
        return "\(oneDigit(distance.metres)) m (\(oneDigit(range.lowerBound))–\(oneDigit(range.upperBound)))"
    }

    /// A strength.
    static func strength(_ level: Double?) -> String { level.map { "\(Int($0.rounded())) dBm" } ?? "–" }

    /// A line about a change.
    static func line(_ change: ScanBoard.Change, _ beacon: ScannedBeacon, at time: ObservationTime) -> String
    {
        let identity = "\(beacon.identity.kind)  \(beacon.identity.name.plain)"
        let name = beacon.spot.map { "\($0.plain)  " } ?? ""
        let what =
            switch change {
            case .gone: "gone"
            case .heard, .moved:
                "\(beacon.proximity.word)  \(strength(beacon.level))  \(distance(beacon.distance))"
            }
        return "\(time.rfc3339)  \(name)\(identity)  \(what)"
    }

    /// A JSON object about a beacon that was heard.
    static func json(_ beacon: ScannedBeacon) -> String {
        var writer = JSONWriter()
        writer.object { json in
            json.member("kind", "beacon")
            json.member("time", beacon.newest.rfc3339)
            json.member("format", beacon.identity.kind.description)
            if case .iBeacon(let identity) = beacon.identity {
                json.member("uuid", identity.uuid.description)
                json.member("major", Int(identity.major))
                json.member("minor", Int(identity.minor))
            } else {
                json.member("identity", beacon.identity.name)
            }
            if let spot = beacon.spot { json.member("spot", spot) }
            json.member("address", beacon.address.description)
            if let power = beacon.measuredPower { json.member("measuredPower", power) }
            json.member("count", beacon.count)
            if let level = beacon.level { json.member("rssi", (level * 10).rounded() / 10) }
            if let distance = beacon.distance {
                json.member("distanceMetres", rounded(distance.metres))
                json.member("nearestMetres", rounded(distance.range.lowerBound))
                json.member("farthestMetres", rounded(distance.range.upperBound))
            }
            json.member("proximity", beacon.proximity.word)
        }
        return writer.text
    }

    /// A JSON object about the radio.
    static func json(_ change: RadioChange, at time: ObservationTime) -> String {
        var writer = JSONWriter()
        writer.object { json in
            json.member("kind", "radio")
            json.member("time", time.rfc3339)
            switch change {
            case .on(let radio):
                json.member("state", "on")
                json.member("adapter", radio.adapter.description)
                if let address = radio.address { json.member("address", address.description) }
                if let mode = radio.mode { json.member("mode", mode.rawValue) }
                if let note = radio.note { json.member("note", note) }
            case .off(let failure): write("off", failure, to: &json)
            case .unavailable(let failure): write("unavailable", failure, to: &json)
            }
        }
        return writer.text
    }

    private static func write(_ state: String, _ failure: BluetoothFailure, to json: inout JSONWriter) {
        json.member("state", state)
        json.member("reason", failure.reason.rawValue)
        json.member("sentence", failure.sentence)
    }

    private static func rounded(_ metres: Double) -> Double { (metres * 100).rounded() / 100 }
}
