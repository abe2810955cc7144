import Essentials
import JSON
import WorkplaceClient

/// The server's list of gateways as text for a terminal.
struct GatewayStatusText {
    /// How many unknown beacons are shown, as on the page.
    private static let sampleCount = 12
    /// How many seconds a clock may be wrong without harm.
    private static let clockTolerance = 2.0
    /// How many reports wait although the server answers.
    private static let usualQueue = 5

    private let gateways: [Gateway]
    private let now: Timestamp

    /// Reads the answer to `GET /api/v1/gateways`.
    init(_ answer: JSONValue, now: Timestamp) throws {
        gateways = try answer.reading { $0["gateways"].array { Gateway($0) } }
        self.now = now
    }

    /// The table of gateways, and below it the beacons that are nobody's badge.
    var text: String {
        guard !gateways.isEmpty else {
            return "You run no gateways. The campus file says where gateways are."
        }
        let heads = ["GATEWAY", "PLACE", "STATE", "LAST HEARD", "HEARS", "CLOCK", "WAITING"]
        // As on the page: what needs attention first, and the rest in the order of the campus.
        let ordered = gateways.filter(\.needsAttention) + gateways.filter { !$0.needsAttention }
        let rows = ordered.flatMap { [row(of: $0)] + advice(for: $0).map { ["", "  \($0)"] } }
        return ([Table([heads] + rows).text] + strangers).joined(separator: "\n\n")
    }

    private func row(of gateway: Gateway) -> [String] {
        [
            gateway.id, gateway.place, Self.name(ofState: gateway.state),
            gateway.heardAt.map { age(of: $0) } ?? "never",
            gateway.health.map { "\(Int($0.heardPerSecond.rounded()))/s" } ?? "–",
            gateway.clockAhead.map(Self.words(forClockAhead:)) ?? "–",
            gateway.health.map { $0.queued > Self.usualQueue ? "\($0.queued) reports" : "none" } ?? "–",
        ]
    }

    private func advice(for gateway: Gateway) -> [String] {
        let trouble: String? =
            switch gateway.state {
            case "deaf":
                "Its radio is off or gone: journalctl --unit vicinity-gateway says why, on the gateway."
            case "silent": "Look whether it has power and network."
            case "unheard": "It has a key and has not reported: look into its journal."
            default: nil
            }
        let lost = gateway.health.flatMap { health in
            health.dropped > 0
                ? "It lost \(health.dropped) reports, because its disk space for them was full." : nil
        }
        return [trouble, lost].compactMap(\.self)
    }

    private var strangers: [String] {
        // One that several gateways hear is shown once, where it is strongest.
        let heard = gateways.flatMap { gateway in gateway.unknown.map { (gateway.place, $0) } }
        let strongest = Dictionary(heard.map { ($0.1.name, $0) }) { one, other in
            (one.1.rssi ?? .min) >= (other.1.rssi ?? .min) ? one : other
        }
        let sample = strongest.values
            .sorted { ($0.1.rssi ?? .min, $1.1.name) > ($1.1.rssi ?? .min, $0.1.name) }
            .prefix(Self.sampleCount)
        let count = gateways.reduce(strongest.count) { $0 + $1.unknownCount - $1.unknown.count }
        guard count > 0 else { return [] }
        let head = "Heard in the last minute, but nobody's badge: \(count). The strongest:"
        let rows = sample.map { place, beacon in
            [beacon.name, place, beacon.rssi.map { "\($0) dBm" } ?? "–", "\(beacon.count) times"]
        }
        return [head + "\n" + Table([["BEACON", "HEARD AT", "STRENGTH", "TIMES"]] + rows, indent: 2).text]
    }

    /// As the page names states; a state of a later server as it is.
    private static func name(ofState state: String) -> String {
        switch state {
        case "unpaired": "not set up"
        case "unheard": "paired, never heard"
        case "deaf": "no radio"
        default: state
        }
    }

    private static func words(forClockAhead seconds: Double) -> String {
        let whole = Int(seconds.magnitude.rounded())
        return seconds.magnitude < clockTolerance ? "right" : "\(whole) s \(seconds > 0 ? "ahead" : "behind")"
    }

    /// A time that this machine's clock has not reached counts as now.
    private func age(of time: Timestamp) -> String {
        let seconds = time.duration(to: now).components.seconds
        return switch seconds {
        case ..<5: "just now"
        case ..<60: "\(seconds) s ago"
        case ..<3_600: "\(seconds / 60) min ago"
        case ..<86_400: "\(seconds / 3_600) h ago"
        default: "\(seconds / 86_400) days ago"
        }
    }
}

extension GatewayStatusText {
    private struct Gateway {
        let id: String
        let place: String
        let state: String
        let heardAt: Timestamp?
        let clockAhead: Double?
        let health: Health?
        let unknownCount: Int
        let unknown: [Beacon]

        /// Whether somebody should look at it.
        var needsAttention: Bool {
            switch state {
            case "silent", "deaf": true
            case "live":
                (health?.queued ?? 0) > GatewayStatusText.usualQueue
                    || (clockAhead ?? 0).magnitude >= GatewayStatusText.clockTolerance
            default: false
            }
        }

        init?(_ reader: JSONReader) {
            let id = reader["id"].string()
            let place = reader["spotName"].string()
            let state = reader["state"].string()
            let heardAt = reader["heardAt"].optional.flatMap {
                $0.text(as: { Timestamp($0) }, "must be a time")
            }
            let clockAhead = reader["clockAheadSeconds"].optional.flatMap { $0.double(in: -1e9...1e9) }
            let health = reader["health"].optional.flatMap { Health($0) }
            let unknownCount = reader["unknownCount"].integer(in: 0...Int.max)
            let unknown = reader["unknown"].array { Beacon($0) }
            guard let id, let place, let state, let unknownCount, let unknown else { return nil }
            self.id = id
            self.place = place
            self.state = state
            self.heardAt = heardAt
            self.clockAhead = clockAhead
            self.health = health
            self.unknownCount = unknownCount
            self.unknown = unknown
        }
    }

    private struct Health {
        let heardPerSecond: Double
        let queued: Int
        let dropped: Int

        init?(_ reader: JSONReader) {
            let rate = reader["heardPerSecond"].double(in: 0...1_000_000)
            let queued = reader["queued"].integer(in: 0...Int.max)
            let dropped = reader["dropped"].integer(in: 0...Int.max)
            guard let rate, let queued, let dropped else { return nil }
            heardPerSecond = rate
            self.queued = queued
            self.dropped = dropped
        }
    }

    private struct Beacon {
        let name: String
        let rssi: Int?
        let count: Int

        init?(_ reader: JSONReader) {
            let eddystone = reader["eddystone"].optional.flatMap { $0.string() }
            let numbers = ["major", "minor"].compactMap { name in
                reader[name].optional.flatMap { $0.integer(in: 0...65_535) }
            }
            let uuid = reader["uuid"].optional.flatMap { $0.string() }
            let count = reader["count"].integer(in: 0...Int.max)
            rssi = reader["rssi"].optional.flatMap { $0.integer(in: -128...127) }
            guard let count,
                let name = eddystone
                    ?? uuid.map({ "\($0) \(numbers.map(String.init).joined(separator: " "))" })
            else { return nil }
            self.name = name
            self.count = count
        }
    }
}
