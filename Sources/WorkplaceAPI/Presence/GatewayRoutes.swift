import Beacons
import Essentials
import HTTPCore
import JSON
import Workplace

/// Reports of gateways, which show their own key instead of a session.
struct GatewayRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] {
        [
            APIRoute(
                method: .post, pattern: "/api/v1/gateways/{gateway}/reports", access: .gateway,
                operation: Operation(
                    id: "reportSightings", summary: "Takes the badges that a gateway heard at its spot.",
                    tag: .presence, body: "GatewayReport", success: .json("GatewayReceipt"))
            ) { request, gateway in
                let now = services.now()
                let report = try request.body { GatewayReport($0, now: now) }
                let receipt = try await services.presence.take(report, from: gateway)
                var json = JSONWriter()
                json.object { json in
                    json.member("accepted", receipt.accepted)
                    json.member("late", receipt.late)
                    json.member("unknown", receipt.unknown)
                    json.refused(receipt.refused, of: "sightings")
                    json.member("clockAheadSeconds", Int(receipt.clockAhead.components.seconds))
                }
                return .json(json.bytes)
            }
        ]
    }
}

extension GatewayReport {
    fileprivate static let sightingsAtMost = 1_000

    /// Reads a report; an end more than ten minutes in the future is a mistake.
    fileprivate init?(_ reader: JSONReader, now: Timestamp) {
        let until = reader["until"].time(notAfter: now)
        let sightings = reader["sightings"].array(count: 0...Self.sightingsAtMost) { reader in
            Sighting(reader)
        }
        reader.refuseUnknownMembers(except: ["until", "sightings"])
        guard let until, let sightings else { return nil }
        self.init(until: until, sightings: sightings)
    }
}

extension GatewayReport.Sighting {
    /// The value that HCI reports for a strength that it could not measure.
    private static let noStrength: Int64 = 127

    fileprivate init?(_ reader: JSONReader) {
        let uuid = reader["uuid"].text(as: { ProximityUUID($0) }, "must be a UUID")
        let major = reader["major"].integer(in: 0...65_535)
        let minor = reader["minor"].integer(in: 0...65_535)
        let rssi = reader["rssi"].integer(in: -127...Self.noStrength)
        let measuredPower = reader["measuredPower"].integer(in: -128...127)
        let time = reader["time"].time()
        reader.refuseUnknownMembers(except: ["uuid", "major", "minor", "rssi", "measuredPower", "time"])
        guard let uuid, let major, let minor, let rssi, let measuredPower, let time else { return nil }
        self.init(
            identity: BeaconIdentity(uuid: uuid, major: UInt16(major), minor: UInt16(minor)),
            measuredPower: Int8(measuredPower), rssi: rssi == Self.noStrength ? nil : Int8(rssi), time: time)
    }
}

extension JSONReader {
    /// Reads a time.
    func time() -> Timestamp? { text(as: { Timestamp($0) }, "must be a date-time of RFC 3339") }

    /// Reads a time that is at most ten minutes in the future, because clocks differ.
    fileprivate func time(notAfter now: Timestamp) -> Timestamp? {
        guard let time = time() else { return nil }
        if time <= now.advanced(by: PresenceEvent.futureTolerance) { return time }
        note(.value, "must not be more than ten minutes in the future")
        return nil
    }
}

extension JSONWriter {
    /// Writes which parts of a report were refused for their time; nothing when all were accepted.
    mutating func refused(_ places: [Int], of list: String) {
        guard !places.isEmpty else { return }
        member("refused") { json in
            json.array { json in
                for place in places {
                    json.object { json in
                        json.member("pointer", "/\(list)/\(place)/time")
                        json.member("code", "in-future")
                    }
                }
            }
        }
    }
}
