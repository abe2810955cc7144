import Beacons
import Cryptography
import Essentials
import HTTPCore
import JSON
import Workplace

/// Badges and phones: a person's own, and those of everybody for the people who hand them out.
struct WearableRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [own, everybody, list, assigning, removing] }

    private var own: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/presence/wearables", access: .person,
            operation: Operation(
                id: "listOwnWearables", summary: "The badges and phones by which gateways hear you.",
                tag: .presence, success: .json("OwnWearables"))
        ) { _, person in
            let wearer = try await services.wearables.wearer(person.id)
            var json = JSONWriter()
            json.object { wearer.writeWearables(to: &$0) }
            return .json(json.bytes)
        }
    }

    private var everybody: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/wearables", access: .wearableManager,
            operation: Operation(
                id: "listWearers",
                summary: "Everybody by name, with the badges and phones by which gateways hear them.",
                tag: .presence, success: .json("Wearers"))
        ) { _, actor in
            let wearers = try await services.wearables.wearers()
            try await services.dataLooks.recordAtEverybody(by: actor.id, of: .wearables)
            var json = JSONWriter(capacity: 128 * wearers.count)
            json.object { json in
                json.member("people") { json in
                    json.array { json in
                        for wearer in wearers {
                            json.object { json in
                                json.member("id", wearer.id.rawValue)
                                json.member("name", wearer.person?.name ?? wearer.id.rawValue)
                                if wearer.person == nil { json.member("hasLeft", true) }
                                wearer.writeWearables(to: &json)
                            }
                        }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var list: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/people/{person}/wearables", access: .wearableManager,
            operation: Operation(
                id: "listWearables", summary: "The badges and phones by which gateways hear a person.",
                tag: .presence, success: .json("Wearables"), problems: [.unknownPerson])
        ) { request, actor in
            let person = try request.wearer()
            let wearables = try await services.wearables.wearables(of: person)
            try await services.dataLooks.record(by: actor.id, of: .wearables, at: [person])
            var json = JSONWriter()
            json.object { json in
                json.member("wearables") { json in
                    json.array { json in
                        for wearable in wearables { json.object { wearable.write(to: &$0) } }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var assigning: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/people/{person}/wearables", access: .wearableManager,
            operation: Operation(
                id: "assignWearable",
                summary: "Says that a person wears a badge or carries a phone. A key is never shown again.",
                tag: .presence, body: "NewWearable", success: .json("Wearable", .created),
                problems: [.unknownPerson, .wearableTaken, .tooManyWearables],
                isAboutPresence: true)
        ) { request, actor in
            let now = services.now()
            let body = try request.body { NewWearable($0, now: now) }
            let wearable = try await services.wearables.assign(
                body.identity, label: body.label, to: try request.wearer(), by: actor,
                from: request.http.clientAddress)
            var json = JSONWriter()
            json.object { wearable.write(to: &$0) }
            var response = HTTPResponse.json(json.bytes)
            response.status = .created
            return response
        }
    }

    private var removing: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/people/{person}/wearables/{wearable}",
            access: .wearableManager,
            operation: Operation(
                id: "removeWearable",
                summary:
                    "Takes a badge or phone away from a person; the next report does not count for them.",
                tag: .presence, success: .empty, problems: [.unknownPerson, .unknownWearable],
                isAboutPresence: true)
        ) { request, actor in
            let wearable: WearableID = try request.identifier(
                "wearable",
                orThrow: Problem(.unknownWearable, detail: "The person has no such badge or phone."))
            try await services.wearables.remove(
                wearable, of: try request.wearer(), by: actor, from: request.http.clientAddress)
            return HTTPResponse(.noContent)
        }
    }
}

extension APIRequest {
    fileprivate func wearer() throws -> PersonID {
        try identifier("person", orThrow: Problem(.unknownPerson, detail: "There is no such person."))
    }
}

extension WearableService.Wearer {
    /// Writes the badge of the campus file, if there is one, and the wearables.
    fileprivate func writeWearables(to json: inout JSONWriter) {
        if let badge { json.member("badge", Wearable.Identity.beacon(badge).shown) }
        json.member("wearables") { json in
            json.array { json in
                for wearable in wearables { json.object { wearable.write(to: &$0) } }
            }
        }
    }
}

extension Wearable {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("id", id.rawValue)
        json.member("kind", identity.kind)
        json.member("label", label)
        json.member("shown", identity.shown)
        json.member("assignedAt", assignedAt)
    }
}

/// The body of a request that assigns a wearable.
private struct NewWearable {
    let identity: Wearable.Identity
    let label: String

    init?(_ reader: JSONReader, now: Timestamp) {
        let label = reader["label"].optional.map { $0.shortText() } ?? ""
        let identity: Wearable.Identity?
        switch reader["kind"].text(as: Kind.init(rawValue:), "must be beacon, eddystone, ephemeral or phone")
        {
        case .beacon?:
            identity = BeaconIdentity(reader).map { .beacon($0) }
            reader.refuseUnknownMembers(except: ["kind", "label", "uuid", "major", "minor"])
        case .eddystone?:
            identity = reader["eddystone"].bytes(16).map { .eddystone($0) }
            reader.refuseUnknownMembers(except: ["kind", "label", "eddystone"])
        case .phone?:
            identity = reader["key"].bytes(16).map { .phone(CipherBlock($0)) }
            reader.refuseUnknownMembers(except: ["kind", "label", "key"])
        case .ephemeral?:
            identity = Self.ephemeral(reader, now)
            reader.refuseUnknownMembers(except: ["kind", "label", "key", "rotationExponent", "counter"])
        case nil: return nil
        }
        guard let label, let identity else { return nil }
        self.identity = identity
        self.label = label
    }

    private enum Kind: String { case beacon, eddystone, ephemeral, phone }

    private static func ephemeral(_ reader: JSONReader, _ now: Timestamp) -> Wearable.Identity? {
        let bytes = reader["key"].bytes(16)
        let exponent = reader["rotationExponent"].integer(in: 0...15)
        let counter = reader["counter"].integer(in: 0...Int64(UInt32.max))
        guard let bytes, let exponent, let counter,
            let key = EphemeralBeaconKey(
                identityKey: CipherBlock(bytes), rotationExponent: UInt8(exponent))
        else { return nil }
        return .ephemeral(key, zero: now.advanced(by: .seconds(-counter)))
    }
}
