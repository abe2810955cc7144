import Conditions
import Essentials
import HTTPCore
import JSON
import Workplace

/// The presence of the signed-in person: whether pages follow them to their café, and reports of their devices.
struct PresenceRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [following, switching, erasing, conditions, reporting] }

    private var following: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/presence/following", access: .employee,
            operation: Operation(
                id: "getFollowing", summary: "Whether your pages follow you, why, and to which café.",
                tag: .presence, success: .json("Following"), isAboutPresence: true)
        ) { _, person in
            .json(try await services.presence.following(of: person.id).bytes)
        }
    }

    private var switching: APIRoute {
        APIRoute(
            method: .put, pattern: "/api/v1/presence/following", access: .employee,
            operation: Operation(
                id: "setFollowing",
                summary: "Switches following on or off; off erases at once what is held and kept for it.",
                tag: .presence, body: "FollowingRequest", success: .json("Following"), isAboutPresence: true)
        ) { request, person in
            let isOn = try request.body { reader -> Bool? in
                reader.refuseUnknownMembers(except: ["following"])
                return reader["following"].boolean()
            }
            if isOn {
                try await services.presence.follow(person.id)
            } else {
                try await services.presence.withdraw(person.id)
            }
            return .json(try await services.presence.following(of: person.id).bytes)
        }
    }

    private var erasing: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/presence/following", access: .employee,
            operation: Operation(
                id: "eraseFollowing",
                summary: "Switches following off and erases what is known of your presence.",
                tag: .presence, success: .empty, isAboutPresence: true)
        ) { _, person in
            try await services.presence.withdraw(person.id)
            return HTTPResponse(.noContent)
        }
    }

    private var conditions: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/presence/conditions", access: .employee,
            operation: Operation(
                id: "listPresenceConditions", summary: "The beacons of the spots that a device can monitor.",
                tag: .presence, success: .json("PresenceConditions"))
        ) { _, _ in
            return .json(try services.campuses.inForce().conditionBytes)
        }
    }

    private var reporting: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/presence/events", access: .employee,
            operation: Operation(
                id: "reportPresence",
                summary: "Takes changes that your own device decided; repeating is harmless.",
                tag: .presence, body: "PresenceReport", success: .json("PresenceReceipt"),
                problems: [.consentNeeded, .tooManyReports], isAboutPresence: true)
        ) { request, person in
            try services.intake.countReport(
                of: person.id, from: request.http.clientAddress, at: services.now())
            let body = try request.body { PresenceReportBody($0) }
            let receipt = try await services.presence.take(body.events, from: body.device, of: person.id)
            var json = JSONWriter()
            json.object { json in
                json.member("acknowledged", receipt.acknowledged)
                json.refused(receipt.refused, of: "events")
                if receipt.unknown > 0 { json.member("unknown", receipt.unknown) }
            }
            return .json(json.bytes)
        }
    }

}

/// The body of a request in which a device reports.
private struct PresenceReportBody {
    private static let eventsAtMost = 1_000

    let device: String
    let events: [DeviceEvent]

    init?(_ reader: JSONReader) {
        let device = reader["device"].text(
            as: { Self.isName($0) ? $0 : nil },
            "must be 1 to 128 letters, digits, '.', '_', '-', or spaces inside")
        let events = reader["events"].array(count: 0...Self.eventsAtMost) { DeviceEvent($0) }
        reader.refuseUnknownMembers(except: ["device", "events"])
        guard let device, let events else { return nil }
        self.device = device
        self.events = events
    }

    /// The rule for names of monitors (LD4).
    private static func isName(_ text: String) -> Bool {
        let bytes = text.utf8
        guard (1...128).contains(bytes.count), bytes.first != UInt8(ascii: " "),
            bytes.last != UInt8(ascii: " ")
        else { return false }
        return bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: " ._-".utf8.contains(byte)
            }
        }
    }
}

extension DeviceEvent {
    fileprivate init?(_ reader: JSONReader) {
        let number = reader["number"].integer(in: 1...Int64.max)
        let spot = reader["identifier"].string(length: 1...128)
        let state = reader["state"].text(
            as: { ConditionState(name: $0) }, "must be satisfied, unsatisfied, unknown or unmonitored")
        let time = reader["time"].time()
        let refinement = reader["refinement"].optional.map { Badge($0) }
        reader.refuseUnknownMembers(except: ["number", "identifier", "state", "time", "refinement"])
        guard let number, let spot, let state, let time else { return nil }
        self.init(number: number, spot: spot, state: state, time: time, refinement: refinement ?? nil)
    }
}

extension Badge {
    fileprivate init?(_ reader: JSONReader) {
        let major = reader["major"].integer(in: 0...65_535)
        let minor = reader["minor"].integer(in: 0...65_535)
        reader.refuseUnknownMembers(except: ["major", "minor"])
        guard let major, let minor else { return nil }
        self.init(major: UInt16(major), minor: UInt16(minor))
    }
}
