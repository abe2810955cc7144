import Essentials
import HTTPCore
import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace
@testable import WorkplaceAPI

/// The changing code of an entrance over HTTP.
@Suite(.timeLimit(.minutes(1)))
struct DoorTests {
    private func code(_ bench: APIFixture, _ tablet: String = "door-berlin") async throws -> Answer {
        let client = try await bench.signIn(tablet, device: true)
        return try await bench.get("/api/v1/door-code", as: client, [("Host", "vicinity.example")])
    }

    private func scan(_ text: String?, _ bench: APIFixture) async throws -> Answer {
        try await bench.post("/api/v1/door-scans", #"{"code": "\#(text ?? "")"}"#)
    }

    private func punch(
        _ kind: String, scan: String?, _ bench: APIFixture, as client: Client, key: String = "a"
    ) async throws -> Answer {
        try await bench.post(
            "/api/v1/attendance/punches", #"{"kind": "\#(kind)", "scan": "\#(scan ?? "")"}"#, as: client,
            [("Idempotency-Key", key)])
    }

    @Test
    func
        `W14: a code of a door is scanned before signing in, and the punch after it is at the site of that door`()
        async throws
    {
        try await withAPIFixture { bench in
            let shown = try await code(bench)
            #expect(shown.status == 200)
            #expect(shown.fields["Cache-Control"] == "no-store")
            #expect(shown["entrance.name"] == "Front door")
            #expect(shown["site.name"] == "Berlin")
            let text = try #require(shown["code"]?.text)
            #expect(shown["address"]?.text == "http://vicinity.example/attendance#door=\(text)")
            let scanned = try await scan(text, bench)
            #expect(scanned.status == 201)
            #expect(scanned["entrance.id"] == "berlin-door")
            #expect(scanned["site"] == "berlin")
            // The person signs in meanwhile.
            bench.clock.advance(by: .seconds(300))
            let ada = try await bench.signIn("ada")
            let punched = try await punch("in", scan: scanned["scan"]?.text, bench, as: ada)
            #expect(punched.status == 201)
            #expect(punched["site.id"] == "berlin")
            #expect(punched["source"] == "door-code")
            #expect(punched["entrance.name"] == "Front door")
            #expect(try await bench.get("/api/v1/attendance", as: ada)["punches.0.source"] == "door-code")
            bench.clock.advance(by: .seconds(61))
            // One confirmation is enough, and the scan does not make another punch.
            let again = try await punch("in", scan: scanned["scan"]?.text, bench, as: ada, key: "b")
            #expect(again.code == "already-clocked-in")
        }
    }

    @Test
    func `W14: an old code is refused, and so is a scan that was not confirmed in time`() async throws {
        try await withAPIFixture { bench in
            let text = try await code(bench)["code"]?.text
            let scanned = try await scan(text, bench)
            bench.clock.advance(by: .seconds(60))
            let old = try await scan(text, bench)
            #expect(old.status == 410)
            #expect(old.code == "door-code-expired")
            bench.clock.advance(by: .seconds(540))
            let ada = try await bench.signIn("ada")
            let late = try await punch("in", scan: scanned["scan"]?.text, bench, as: ada)
            #expect(late.code == "door-code-expired")
            #expect(try await bench.get("/api/v1/attendance", as: ada)["state"] == "out")
            #expect(
                try await punch("in", scan: "berlin-door.AAAA", bench, as: ada).code == "unknown-door-code")
            #expect(try await scan("nothing", bench).code == "unknown-door-code")
            #expect(try await bench.post("/api/v1/door-scans", "{}").code == "invalid-request")
        }
    }

    @Test
    func
        `a tablet is paired with an entrance by who runs it, and shows nothing that counts once it is revoked`()
        async throws
    {
        try await withAPIFixture { bench in
            let admin = try await bench.signIn("ann")
            let tablet = try #require(DeviceID("paired"))
            let entrance = try #require(SpotID("berlin-door"))
            let screen = PairedScreen(
                id: tablet, name: "Door", role: .entrance, place: .entrance(entrance),
                pairedBy: try #require(PersonID("ann")), pairedAt: bench.clock.timestamp)
            try await bench.services.people.change { try $0.insert(screen) }
            let shown = try await code(bench, "paired")
            let listed = try await bench.get("/api/v1/screens", as: admin)
            #expect(listed["screens.0.entrance"] == "berlin-door")
            #expect(listed["screens.0.placeName"] == "Front door")
            #expect(listed["screens.0.siteName"] == "Berlin")
            #expect(try await bench.delete("/api/v1/screens/paired", as: admin).status == 204)
            #expect(try await scan(shown["code"]?.text, bench).code == "unknown-door-code")
        }
    }

    @Test
    func `only a tablet at an entrance gets a code`() async throws {
        try await withAPIFixture { bench in
            #expect(try await bench.get("/api/v1/door-code").code == "sign-in-required")
            for (name, isDevice) in [("mia", false), ("kitchen-main", true), ("kiosk-main", true)] {
                let client = try await bench.signIn(name, device: isDevice)
                #expect(try await bench.get("/api/v1/door-code", as: client).code == "forbidden")
            }
        }
    }
}
