import Beacons
import Cryptography
import Essentials
import HTTPCore
import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace
@testable import WorkplaceAPI

/// What gateways report over HTTP, and what they are refused.
@Suite(.timeLimit(.minutes(1)))
struct GatewayTests {
    private static let badge = "B4D63E71-0C8F-4A5D-9E27-51F8A2C07D36"

    private static func sighting(minor: Int = 100, time: String, uuid: String = badge) -> String {
        """
        {"uuid": "\(uuid)", "major": 1, "minor": \(minor), "rssi": -60, "measuredPower": -59, "time": "\(time)"}
        """
    }

    private func following(_ body: (APIFixture, Client) async throws -> Void) async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            try await bench.put("/api/v1/presence/following", #"{"following": true}"#, as: ada)
            try await body(bench, ada)
        }
    }

    @Test
    func `a report is answered with what became of its sightings`() async throws {
        try await following { bench, ada in
            let gateway = try await bench.gateway("main-ear")
            try await bench.report("main-ear", as: gateway)
            let now = bench.clock.timestamp
            let sightings = [
                Self.sighting(time: "\(now)"), Self.sighting(minor: 999, time: "\(now)"),
                Self.sighting(time: "\(now.advanced(by: .seconds(-1)))"),
            ]
            let body = #"{"until": "\#(now)", "sightings": [\#(sightings.joined(separator: ","))]}"#
            let answer = try await bench.post("/api/v1/gateways/main-ear/reports", body, as: gateway)
            #expect(answer.status == 200)
            #expect(answer.text == #"{"accepted":1,"late":1,"unknown":1,"clockAheadSeconds":0}"#)
            let following = try await bench.get("/api/v1/presence/following", as: ada)
            #expect(following["cafe"] == "main-cafe")
        }
    }

    @Test
    func `a phone that was heard before an ordinary badge of the same report is not late`() async throws {
        try await following { bench, ada in
            let ann = try await bench.signIn("ann")
            let gateway = try await bench.gateway("main-ear")
            let key = CipherBlock(0..<16)
            let secret = (0..<16).map { "0" + String($0, radix: 16) }.joined()
            try await bench.post(
                "/api/v1/people/ada/wearables", #"{"kind": "phone", "key": "\#(secret)"}"#, as: ann)
            try await bench.report("main-ear", as: gateway)
            let start = bench.clock.timestamp
            bench.clock.advance(by: .seconds(1))
            let address = DeviceAddress(resolvableFrom: 1, key: key, using: .openSSL).value
            let phone = """
                {"address": "\(String(address, radix: 16))", "rssi": -60, "measuredPower": -59, \
                "time": "\(start.advanced(by: .milliseconds(200)))"}
                """
            // Grace's badge stands before the phone, as in every report of a gateway.
            let badge = Self.sighting(minor: 101, time: "\(start.advanced(by: .milliseconds(800)))")
            let answer = try await bench.report("main-ear", "\(badge), \(phone)", as: gateway)
            #expect(answer["accepted"] == 2 && answer["late"] == 0)
            #expect(try await bench.get("/api/v1/presence/following", as: ada)["cafe"] == "main-cafe")
            // What lies before the end of the report before is late, of either kind.
            let again = try await bench.report("main-ear", "\(badge), \(phone)", as: gateway)
            #expect(again["accepted"] == 0 && again["late"] == 2)
        }
    }

    @Test
    func `W10: a key is refused from the moment it is revoked, and nothing is taken`() async throws {
        try await following { bench, ada in
            let gateway = try await bench.gateway("main-ear")
            #expect(try await bench.report("main-ear", as: gateway).status == 200)
            try await bench.services.gateways.revoke(try #require(GatewayID("main-ear")))
            let before = try await bench.stateFingerprint()
            let refused = try await bench.report(
                "main-ear", Self.sighting(time: "\(bench.clock.timestamp)"), as: gateway)
            #expect(refused.status == 403)
            #expect(refused.code == "gateway-key-revoked")
            #expect(try await bench.stateFingerprint() == before)
            #expect(try await bench.get("/api/v1/presence/following", as: ada)["cafe"] == nil)
        }
    }

    @Test
    func `no key, an unknown one, a session and another gateway's are refused`() async throws {
        try await following { bench, ada in
            let gateway = try await bench.gateway("main-ear")
            let cases: [(target: String, client: Client, status: Int, code: String)] = [
                ("main-ear", .nobody, 401, "gateway-key-required"),
                ("main-ear", .bearer("made-up"), 401, "gateway-key-required"),
                ("main-ear", ada, 401, "gateway-key-required"),
                ("tokyo-ear", gateway, 403, "gateway-key-of-another"),
                ("nowhere", gateway, 403, "gateway-key-of-another"),
                ("No_Ear", gateway, 404, "unknown-gateway"),
            ]
            for (target, client, status, code) in cases {
                let answer = try await bench.report(target, as: client)
                #expect(answer.status == status, "\(target)")
                #expect(answer.code?.text == code, "\(target)")
            }
        }
    }

    @Test
    func `a gateway's key signs nobody in`() async throws {
        try await withAPIFixture { bench in
            let gateway = try await bench.gateway("main-ear")
            #expect(try await bench.get("/api/v1/session", as: gateway).status == 401)
        }
    }

    @Test
    func `a gateway that has left the campus is unknown`() async throws {
        try await withAPIFixture { bench in
            let gateway = try await bench.gateway("main-ear")
            var campus = TestCampus()
            campus.hasGateways = false
            try await bench.importCampus(campus)
            let answer = try await bench.report("main-ear", as: gateway)
            #expect(answer.status == 404)
            #expect(answer.code == "unknown-gateway")
        }
    }

    @Test(arguments: [
        ("until", #""yesterday""#, "/until value"), ("until", "null", "/until type"),
        ("sightings", "{}", "/sightings type"), ("place", "1", "/place unknown-member"),
    ])
    func `a report that is misshapen names the field`(member: String, value: String, error: String)
        async throws
    {
        try await following { bench, _ in
            var members = ["until": "\"\(bench.clock.timestamp)\"", "sightings": "[]"]
            members[member] = value
            try await bench.refuses("{\(members.map { "\"\($0)\": \($1)" }.joined(separator: ","))}", [error])
        }
    }

    @Test(arguments: [
        ("uuid", #""6E5C7A0D""#, "value"), ("uuid", "7", "type"), ("major", "65536", "value"),
        ("major", "-1", "value"), ("minor", "1.5", "type"), ("rssi", "128", "value"),
        ("rssi", "1e999", "type"),
        ("rssi", #""-60""#, "type"), ("measuredPower", "-129", "value"), ("time", #""2026-11-21""#, "value"),
        ("latitude", "52.5", "unknown-member"),
    ])
    func `a sighting that is misshapen names the field, and the whole report is refused`(
        member: String, value: String, code: String
    ) async throws {
        try await following { bench, _ in
            let now = bench.clock.timestamp
            var members = [
                "uuid": "\"\(Self.badge)\"", "major": "1", "minor": "100", "rssi": "-60",
                "measuredPower": "-59",
                "time": "\"\(now)\"",
            ]
            members[member] = value
            let bad = "{\(members.map { "\"\($0)\": \($1)" }.joined(separator: ","))}"
            let body = #"{"until": "\#(now)", "sightings": [\#(Self.sighting(time: "\(now)")), \#(bad)]}"#
            try await bench.refuses(body, ["/sightings/1/\(member) \(code)"])
        }
    }

    @Test(arguments: [(600, 200), (601, 400)])
    func `W11: a time may lie ten minutes in the future, not more`(seconds: Int, status: Int) async throws {
        try await following { bench, ada in
            let gateway = try await bench.gateway("main-ear")
            let time = bench.clock.timestamp.advanced(by: .seconds(seconds))
            let body = #"{"until": "\#(time)", "sightings": [\#(Self.sighting(time: "\(time)"))]}"#
            let answer = try await bench.post("/api/v1/gateways/main-ear/reports", body, as: gateway)
            #expect(answer.status == status)
            #expect(answer.errors == (status == 200 ? [] : ["/until value"]))
            if status == 200 { #expect(answer["clockAheadSeconds"] == 600) }
            let cafe = try await bench.get("/api/v1/presence/following", as: ada)["cafe"]
            #expect((cafe != nil) == (status == 200))
        }
    }

    @Test
    func `W11: a sighting after the end of its report is refused alone, and named`() async throws {
        try await following { bench, ada in
            let gateway = try await bench.gateway("main-ear")
            let now = bench.clock.timestamp
            let later = now.advanced(by: .seconds(3_600))
            let sightings = "\(Self.sighting(time: "\(later)")),\(Self.sighting(time: "\(now)"))"
            let answer = try await bench.report("main-ear", sightings, as: gateway)
            #expect(answer.status == 200)
            #expect(
                answer.text
                    == #"{"accepted":1,"late":0,"unknown":0,"#
                    + #""refused":[{"pointer":"/sightings/0/time","code":"in-future"}],"clockAheadSeconds":0}"#
            )
            #expect(try await bench.get("/api/v1/presence/following", as: ada)["cafe"] == "main-cafe")
        }
    }

    @Test
    func `what is no JSON, or too much of it, is refused`() async throws {
        try await following { bench, _ in
            let gateway = try await bench.gateway("main-ear")
            let answer = try await bench.post("/api/v1/gateways/main-ear/reports", "{", as: gateway)
            #expect(answer.code == "malformed-json")
            let many = Array(repeating: Self.sighting(time: "\(bench.clock.timestamp)"), count: 1_001)
            let body =
                #"{"until": "\#(bench.clock.timestamp)", "sightings": [\#(many.joined(separator: ","))]}"#
            let tooMany = try await bench.post("/api/v1/gateways/main-ear/reports", body, as: gateway)
            #expect(tooMany.errors == ["/sightings value"])
        }
    }
}

extension APIFixture {
    /// Issues a key to a gateway.
    func gateway(_ name: String) async throws -> Client {
        guard let id = GatewayID(name) else { throw Missing(what: name) }
        try await services.gateways.issue(SHA256.digest(of: "key of \(name)".utf8), to: id)
        return .bearer("key of \(name)")
    }

    /// Reports sightings up to now.
    @discardableResult
    func report(_ gateway: String, _ sightings: String = "", as client: Client) async throws -> Answer {
        try await post(
            "/api/v1/gateways/\(gateway)/reports",
            #"{"until": "\#(clock.timestamp)", "sightings": [\#(sightings)]}"#, as: client)
    }

    /// Sends a report that must be refused, name its mistakes and change nothing.
    fileprivate func refuses(_ body: String, _ errors: [String]) async throws {
        let gateway = try await gateway("main-ear")
        let before = try await stateFingerprint()
        let answer = try await post("/api/v1/gateways/main-ear/reports", body, as: gateway)
        #expect(answer.status == 400)
        #expect(answer.errors == errors)
        #expect(try await stateFingerprint() == before)
    }
}
