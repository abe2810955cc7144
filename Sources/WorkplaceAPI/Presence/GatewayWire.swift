import Beacons
import Cryptography
import Essentials
import JSON
import Workplace

extension GatewayStatus {
    /// Writes the members of the gateway's wire form.
    func write(to json: inout JSONWriter, on campus: Campus, in language: WireLanguage) {
        json.member("id", gateway.id.rawValue)
        json.member("site", site.id.rawValue)
        json.member("siteName", language.text(site.name))
        json.member("spot", gateway.spot.rawValue)
        json.member(
            "spotName", campus.spot(gateway.spot).map { language.text($0.name) } ?? gateway.spot.rawValue)
        json.member("state", state.rawValue)
        json.member("pairedAt", optional: pairedAt)
        json.member("heardAt", optional: heardAt)
        if let clockAhead { json.member("clockAheadSeconds", clockAhead / .seconds(1)) }
        if let health { json.member("health") { json in json.object { health.write(to: &$0) } } }
        json.member("unknownCount", unknown.count)
        json.member("unknown") { json in
            json.array { json in
                for entry in unknown.sample { json.object { entry.write(to: &$0) } }
            }
        }
    }
}

extension GatewayHealth {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("program", program)
        json.member("adapter", adapter)
        json.member("uptimeSeconds", uptime.components.seconds)
        json.member("queued", queued)
        json.member("dropped", dropped)
        json.member("heardPerSecond", heardPerSecond)
    }
}

extension UnknownBeacons.Entry {
    fileprivate func write(to json: inout JSONWriter) {
        switch identity {
        case .beacon(let beacon):
            json.member("uuid", beacon.uuid.description)
            json.member("major", Int(beacon.major))
            json.member("minor", Int(beacon.minor))
        case .eddystone(let bytes): json.member("eddystone", Hexadecimal.encode(bytes))
        // The registry of unknown beacons does not take identities that change.
        case .ephemeral, .privateAddress: break
        }
        json.member("count", count)
        if let rssi { json.member("rssi", Int(rssi)) }
        json.member("heardAt", heardAt)
    }
}
