import Beacons
import Essentials
import HTTPCore
import JSON
import Workplace

/// Reports of gateways, which show their own key instead of a session, and the list of gateways for people who run them.
struct GatewayRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [reporting, list, revoking] }

    private var reporting: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/gateways/{gateway}/reports", access: .gateway,
            operation: Operation(
                id: "reportSightings", summary: "Takes the badges that a gateway heard at its spot.",
                tag: .presence, body: "GatewayReport", success: .json("GatewayReceipt"),
                problems: [.tooManyReports], isAboutPresence: true)
        ) { request, gateway in
            let now = services.now()
            try services.intake.countReport(of: gateway.id, at: now)
            let report = try request.body { GatewayReport($0, now: now) }
            let receipt = try await services.presence.take(report, from: gateway)
            var json = JSONWriter()
            json.object { json in
                json.member("accepted", receipt.accepted)
                json.member("late", receipt.late)
                json.member("unknown", receipt.unknown)
                json.refused(receipt.refused, of: "sightings")
                json.member("clockAheadSeconds", Int(receipt.clockAhead.components.seconds))
                json.wanted(receipt.wants)
            }
            return .json(json.bytes)
        }
    }

    private var list: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/gateways", access: .gatewayManager,
            operation: Operation(
                id: "listGateways", summary: "The gateways that you manage, and how they are.",
                tag: .presence, success: .json("Gateways"), isTranslated: true, isAboutPresence: true)
        ) { request, person in
            let statuses = try await services.presence.statuses(keys: try await services.gateways.keys())
            let campus = try services.campuses.inForce()
            var json = JSONWriter()
            json.object { json in
                json.member("gateways") { json in
                    json.array { json in
                        for status in statuses
                        where Principal.person(person).mayManage(status.gateway, on: campus) {
                            json.object { status.write(to: &$0, on: campus, in: request.language) }
                        }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var revoking: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/gateways/{gateway}/key", access: .gatewayManager,
            operation: Operation(
                id: "revokeGatewayKey",
                summary: "Revokes the key of a gateway; its next report is refused. It can be paired again.",
                tag: .presence, success: .empty, problems: [.unknownGateway])
        ) { request, person in
            let gateway: GatewayID = try request.identifier(
                "gateway", orThrow: Problem(.unknownGateway, detail: "There is no gateway of that name."))
            try await services.gateways.revoke(gateway, by: person, from: request.http.clientAddress)
            return HTTPResponse(.noContent)
        }
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
        let sentAt = reader["sentAt"].optional?.time()
        let isListening = reader["listening"].optional?.boolean() ?? true
        let health = reader["health"].optional.flatMap { GatewayHealth($0) }
        reader.refuseUnknownMembers(except: ["until", "sightings", "sentAt", "listening", "health"])
        guard let until, let sightings else { return nil }
        self.init(
            until: until, sightings: sightings, isListening: isListening, sentAt: sentAt, health: health)
    }
}

extension GatewayHealth {
    fileprivate init?(_ reader: JSONReader) {
        let program = reader["program"].shortText()
        let adapter = reader["adapter"].shortText()
        let uptime = reader["uptimeSeconds"].integer(in: 0...Int64(Int32.max))
        let queued = reader["queued"].integer(in: 0...Int64(Int32.max))
        let dropped = reader["dropped"].integer(in: 0...Int64.max)
        let rate = reader["heardPerSecond"].double(in: 0...1_000_000)
        reader.refuseUnknownMembers(except: [
            "program", "adapter", "uptimeSeconds", "queued", "dropped", "heardPerSecond",
        ])
        guard let program, let adapter, let uptime, let queued, let dropped, let rate else { return nil }
        self.init(
            program: program, adapter: adapter, uptime: .seconds(uptime), queued: Int(queued),
            dropped: Int(dropped), heardPerSecond: rate)
    }
}

extension GatewayReport.Sighting {
    /// The value that HCI reports for a strength that it could not measure.
    private static let noStrength: Int64 = 127
    private static let countAtMost: Int64 = 100_000

    fileprivate init?(_ reader: JSONReader) {
        let identity = SightedIdentity(reader)
        let rssi = reader["rssi"].integer(in: -127...Self.noStrength)
        let measuredPower = reader["measuredPower"].integer(in: -128...127)
        let time = reader["time"].time()
        let count = reader["count"].optional?.integer(in: 1...Self.countAtMost) ?? 1
        reader.refuseUnknownMembers(except: [
            "uuid", "major", "minor", "eddystone", "ephemeral", "address", "rssi", "measuredPower", "time",
            "count",
        ])
        guard let identity, let rssi, let measuredPower, let time else { return nil }
        self.init(
            identity: identity, measuredPower: Int8(measuredPower),
            rssi: rssi == Self.noStrength ? nil : Int8(rssi), time: time, count: Int(count))
    }
}

extension SightedIdentity {
    /// Reads one kind of identity; without any other it must be the numbers of an iBeacon.
    fileprivate init?(_ reader: JSONReader) {
        if let eddystone = reader["eddystone"].optional {
            guard let bytes = eddystone.bytes(16) else { return nil }
            self = .eddystone(bytes)
        } else if let ephemeral = reader["ephemeral"].optional {
            guard let bytes = ephemeral.bytes(8) else { return nil }
            self = .ephemeral(bytes)
        } else if let address = reader["address"].optional {
            guard let bytes = address.bytes(6) else { return nil }
            self = .privateAddress(bytes.reduce(0) { $0 << 8 | UInt64($1) })
        } else {
            guard let beacon = BeaconIdentity(reader) else { return nil }
            self = .beacon(beacon)
        }
    }
}

extension BeaconIdentity {
    /// Reads the three members of an iBeacon's identity.
    init?(_ reader: JSONReader) {
        let uuid = reader["uuid"].text(as: { ProximityUUID($0) }, "must be a UUID")
        let major = reader["major"].integer(in: 0...65_535)
        let minor = reader["minor"].integer(in: 0...65_535)
        guard let uuid, let major, let minor else { return nil }
        self.init(uuid: uuid, major: UInt16(major), minor: UInt16(minor))
    }
}

extension JSONReader {
    /// Reads a time.
    func time() -> Timestamp? { text(as: { Timestamp($0) }, "must be a date-time of RFC 3339") }

    /// Reads a number of bytes in hexadecimal digits.
    func bytes(_ count: Int) -> [UInt8]? {
        text(
            as: { text in
                guard text.utf8.count == 2 * count else { return nil }
                return text.hexadecimalBytes
            }, "must be \(count) bytes in hexadecimal digits")
    }

    /// Reads a line of at most 200 characters.
    func shortText() -> String? {
        text(
            as: { $0.count <= 200 && $0.isPlainLine ? $0 : nil },
            "must be one line of at most 200 characters, without control characters")
    }

    /// Reads a time that is at most ten minutes in the future, because clocks differ.
    fileprivate func time(notAfter now: Timestamp) -> Timestamp? {
        guard let time = time() else { return nil }
        if time <= now.advanced(by: PresenceEvent.futureTolerance) { return time }
        note(.value, "must not be more than ten minutes in the future")
        return nil
    }
}

extension JSONWriter {
    /// Writes which identities that change the gateway should send; nothing when it should send none.
    fileprivate mutating func wanted(_ wants: GatewayReceipt.Wants) {
        guard wants.ephemeral || wants.addresses else { return }
        member("wants") { json in
            json.array { json in
                if wants.ephemeral { json.string("ephemeral") }
                if wants.addresses { json.string("address") }
            }
        }
    }

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

extension String {
    /// The bytes that the text writes in pairs of hexadecimal digits; `nil` for any other text.
    fileprivate var hexadecimalBytes: [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in self {
            guard character.isASCII, let digit = character.hexDigitValue.map(UInt8.init) else { return nil }
            if let first = high { bytes.append(first << 4 | digit) }
            high = high == nil ? digit : nil
        }
        return high == nil ? bytes : nil
    }
}
