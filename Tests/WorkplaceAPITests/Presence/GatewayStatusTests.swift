import Essentials
import HTTPCore
import JSON
import TestSupport
import Testing
import Workplace
import WorkplaceFixtures

@testable import WorkplaceAPI

/// Gateways as people who run them see, pair and revoke them, and the badges that they hand out.
@Suite(.timeLimit(.minutes(2)))
struct GatewayStatusTests {
    private func form(_ target: String, _ body: String, _ bench: APIFixture) async throws -> Answer {
        await bench.send(
            HTTPRequest(
                .post, target: target,
                fields: try HTTPFields([
                    ("Content-Type", "application/x-www-form-urlencoded"), ("Host", "vicinity.example"),
                ]), body: Array(body.utf8)))
    }

    /// Pairs a device as a gateway, and returns its key.
    private func pair(_ gateway: String, by client: Client, _ bench: APIFixture) async throws -> Answer {
        let begun = try await form("/oauth/device_authorization", "client_id=gateway", bench)
        let device = try #require(begun["device_code"]?.text)
        let code = try #require(begun["user_code"]?.text)
        let approved = try await bench.post(
            "/api/v1/pairings/\(code)/approval", #"{"gateway": "\#(gateway)"}"#, as: client)
        guard approved.status == 204 else { return approved }
        let grant = "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code"
        return try await form(
            "/oauth/token", "grant_type=\(grant)&client_id=gateway&device_code=\(device)", bench)
    }

    private func report(_ members: String, as key: Client, _ bench: APIFixture) async throws -> Answer {
        try await bench.post(
            "/api/v1/gateways/main-ear/reports",
            #"{"until": "\#(bench.clock.timestamp)", "sightings": []\#(members)}"#, as: key)
    }

    private func status(_ client: Client, _ bench: APIFixture) async throws -> JSONObject? {
        let answer = try await bench.get("/api/v1/gateways", as: client)
        return answer["gateways"]?.elements.compactMap { element -> JSONObject? in
            guard case .object(let object) = element else { return nil }
            return object
        }.first { $0["id"] == "main-ear" }
    }

    @Test func `a gateway is paired by a code, and its key takes the place of the one before`() async throws {
        try await withAPIFixture { bench in
            let ann = try await bench.signIn("ann")
            #expect(try await status(ann, bench)?["state"] == "unpaired")
            let first = try await pair("main-ear", by: ann, bench)
            #expect(first["gateway"] == "main-ear")
            let old = Client.bearer(try #require(first["access_token"]?.text))
            #expect(try await status(ann, bench)?["state"] == "unheard")
            #expect(try await report("", as: old, bench).status == 200)
            #expect(try await status(ann, bench)?["state"] == "live")
            bench.clock.advance(by: .seconds(1))
            let second = try await pair("main-ear", by: ann, bench)
            #expect(try await report("", as: old, bench).code == "gateway-key-revoked")
            let new = Client.bearer(try #require(second["access_token"]?.text))
            #expect(try await report("", as: new, bench).status == 200)
            // A gateway is no session.
            #expect(try await bench.get("/api/v1/session", as: new).status == 401)
        }
    }

    @Test func `only people who run gateways pair them, and only gateways of the campus`() async throws {
        try await withAPIFixture { bench in
            let mia = try await bench.signIn("mia")
            #expect(try await pair("main-ear", by: mia, bench).code == "forbidden")
            let ann = try await bench.signIn("ann")
            #expect(try await pair("nowhere", by: ann, bench).code == "unknown-gateway")
            let screen = try await form("/oauth/device_authorization", "client_id=kitchen", bench)
            let code = try #require(screen["user_code"]?.text)
            let wrong = try await bench.post(
                "/api/v1/pairings/\(code)/approval", #"{"gateway": "main-ear"}"#, as: ann)
            #expect(wrong.code == "forbidden")
        }
    }

    @Test func `health, clock, radio and silence are shown`() async throws {
        try await withAPIFixture { bench in
            let ann = try await bench.signIn("ann")
            let key = try await bench.gateway("main-ear")
            let ahead = bench.clock.timestamp.advanced(by: .seconds(7))
            let health = """
                , "sentAt": "\(ahead)", "health": {"program": "vicinity/1", "adapter": "hci0", "uptimeSeconds": 5, \
                "queued": 3, "dropped": 2, "heardPerSecond": 41.5}
                """
            #expect(try await report(health, as: key, bench)["clockAheadSeconds"] == 7)
            let shown = try #require(try await status(ann, bench))
            #expect(shown["clockAheadSeconds"] != nil)
            guard case .object(let health)? = shown["health"] else { throw Missing(what: "health") }
            #expect(health["dropped"] == 2)
            #expect(health["adapter"] == "hci0")
            #expect(try await report(#", "listening": false"#, as: key, bench).status == 200)
            #expect(try await status(ann, bench)?["state"] == "deaf")
            bench.clock.advance(by: .seconds(61))
            #expect(try await status(ann, bench)?["state"] == "silent")
            #expect(try await bench.delete("/api/v1/gateways/main-ear/key", as: ann).status == 204)
            #expect(try await status(ann, bench)?["state"] == "revoked")
            #expect(try await report("", as: key, bench).code == "gateway-key-revoked")
        }
    }

    @Test func `unknown numbers of a beacon are counted and shown, and change nothing else`() async throws {
        try await withAPIFixture { bench in
            let ann = try await bench.signIn("ann")
            let ada = try await bench.signIn("ada")
            try await bench.put("/api/v1/presence/following", #"{"following": true}"#, as: ada)
            let key = try await bench.gateway("main-ear")
            let now = bench.clock.timestamp
            func sighting(_ uuid: String, _ major: Int, _ minor: Int) -> String {
                """
                {"uuid": "\(uuid)", "major": \(major), "minor": \(minor), "rssi": -60, "measuredPower": -59, \
                "time": "\(now)"}
                """
            }
            let badges = "B4D63E71-0C8F-4A5D-9E27-51F8A2C07D36"
            // Each part alone is known; together they are nobody's.
            let unknown = [
                sighting(badges, 1, 999), sighting(badges, 2, 100),
                sighting("6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3", 1, 100),
            ]
            let body = #"{"until": "\#(now)", "sightings": [\#(unknown.joined(separator: ","))]}"#
            let receipt = try await bench.post("/api/v1/gateways/main-ear/reports", body, as: key)
            #expect(receipt["unknown"] == 3 && receipt["accepted"] == 0)
            #expect(try await bench.get("/api/v1/presence/following", as: ada)["cafe"] == nil)
            #expect(try await status(ann, bench)?["unknownCount"] == 3)
            let known = #"{"until": "\#(now)", "sightings": [\#(sighting(badges, 1, 100))]}"#
            #expect(
                try await bench.post("/api/v1/gateways/main-ear/reports", known, as: key)["accepted"] == 1)
            #expect(try await bench.get("/api/v1/presence/following", as: ada)["cafe"] == "main-cafe")
            bench.clock.advance(by: .seconds(61))
            #expect(try await status(ann, bench)?["unknownCount"] == 0)
        }
    }

    @Test func `the beacons of spots are known: they are not counted or shown as unknown`() async throws {
        try await withAPIFixture { bench in
            let ann = try await bench.signIn("ann")
            let key = try await bench.gateway("main-ear")
            let now = bench.clock.timestamp
            func sighting(_ minor: Int) -> String {
                """
                {"uuid": "6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3", "major": 1, "minor": \(minor), "rssi": -40, \
                "measuredPower": -59, "time": "\(now)"}
                """
            }
            // Two spots of the campus, and a number that no spot has.
            let sightings = [1, 2, 777].map(sighting).joined(separator: ",")
            let receipt = try await bench.report("main-ear", sightings, as: key)
            #expect(receipt["unknown"] == 1)
            let shown = try #require(try await status(ann, bench))
            #expect(shown["unknownCount"] == 1)
            #expect(shown["unknown"]?.elements.compactMap { $0.at("minor")?.number } == [777])
        }
    }

    @Test func `a badge is assigned, heard, shown to its wearer without its key, and taken away at once`()
        async throws
    {
        try await withAPIFixture { bench in
            let ann = try await bench.signIn("ann")
            let ada = try await bench.signIn("ada")
            try await bench.put("/api/v1/presence/following", #"{"following": true}"#, as: ada)
            let key = try await bench.gateway("main-ear")
            let secret = "00112233445566778899aabbccddeeff"
            let path = "/api/v1/people/ada/wearables"
            let phone = try await bench.post(path, #"{"kind": "phone", "key": "\#(secret)"}"#, as: ann)
            #expect(phone.status == 201)
            #expect(!phone.text.lowercased().contains(secret))
            let again = try await bench.post(path, #"{"kind": "phone", "key": "\#(secret)"}"#, as: ann)
            #expect(again.code == "wearable-taken")
            let taken = try await bench.post(
                path,
                #"{"kind": "beacon", "uuid": "B4D63E71-0C8F-4A5D-9E27-51F8A2C07D36", "major": 1, "minor": 101}"#,
                as: ann)
            #expect(taken.code == "wearable-taken")
            let uid = "000102030405060708090a0b0c0d0e0f"
            let badge = try await bench.post(
                path, #"{"kind": "eddystone", "eddystone": "\#(uid)", "label": "Blue"}"#, as: ann)
            let id = try #require(badge["id"]?.text)
            let now = bench.clock.timestamp
            let body = """
                {"until": "\(now)", "sightings": [{"eddystone": "\(uid)", "rssi": -60, "measuredPower": -59, \
                "time": "\(now)", "count": 3}]}
                """
            let receipt = try await bench.post("/api/v1/gateways/main-ear/reports", body, as: key)
            #expect(receipt["accepted"] == 1)
            #expect(receipt["wants"]?.elements == ["address"])
            #expect(try await bench.get("/api/v1/presence/following", as: ada)["cafe"] == "main-cafe")
            let export = try await bench.get("/api/v1/own-data/export", as: ada)
            #expect(export.text.contains("Blue") && !export.text.lowercased().contains(secret))
            #expect(try await bench.delete("\(path)/\(id)", as: ann).status == 204)
            let lost = try await bench.post("/api/v1/gateways/main-ear/reports", body, as: key)
            #expect(lost["accepted"] == 0 && lost["unknown"] == 1)
        }
    }
}
