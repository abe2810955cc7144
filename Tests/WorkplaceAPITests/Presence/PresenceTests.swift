import Essentials
import HTTPCore
import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

@testable import WorkplaceAPI

/// Consent to be followed, and what one's own devices report, over HTTP.
@Suite(.timeLimit(.minutes(1)))
struct PresenceTests {
    private static let following = "/api/v1/presence/following"
    private static let events = "/api/v1/presence/events"

    private static func body(
        _ number: Int = 1, _ spot: String = "main-room", _ state: String = "satisfied",
        time: Timestamp = Fixture.noon, device: String = "laptop"
    ) -> String {
        """
        {"device": "\(device)", "events": [
          {"number": \(number), "identifier": "\(spot)", "state": "\(state)", "time": "\(time)"}]}
        """
    }

    @Test
    func `following is off until one switches it on, and says why and since when`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let off = try await bench.get(Self.following, as: ada)
            #expect(off["following"] == false)
            #expect(off["since"] == nil)
            #expect(off["purpose"]?.text?.isEmpty == false)
            let on = try await bench.put(Self.following, #"{"following": true}"#, as: ada)
            #expect(on["following"] == true)
            #expect(on["since"]?.text == Fixture.noon.description)
            bench.clock.advance(by: .seconds(60))
            let again = try await bench.put(Self.following, #"{"following": true}"#, as: ada)
            #expect(again.bytes == on.bytes)
            let grace = try await bench.get(Self.following, as: try await bench.signIn("grace"))
            #expect(grace["following"] == false)
        }
    }

    @Test(arguments: [true, false])
    func `switching off and erasing leave nothing`(erases: Bool) async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            try await bench.put(Self.following, #"{"following": true}"#, as: ada)
            try await bench.post(Self.events, Self.body(), as: ada)
            #expect(try await bench.get(Self.following, as: ada)["cafe"] == "main-cafe")
            if erases {
                #expect(try await bench.delete(Self.following, as: ada).status == 204)
            } else {
                let answer = try await bench.put(Self.following, #"{"following": false}"#, as: ada)
                #expect(answer["following"] == false)
            }
            let bodies = try await bench.services.store.read { reading in
                try reading.feedEntries(after: 0, topics: [.person(Fixture.ada)], limit: 100)
                    .filter { $0.change.kind == FeedChange.presenceKind }.map(\.change.body)
            }
            #expect(bodies == ["{}"])
            try await bench.put(Self.following, #"{"following": true}"#, as: ada)
            #expect(try await bench.get(Self.following, as: ada)["cafe"] == nil)
        }
    }

    @Test
    func `events are acknowledged by number, however often they are sent`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            try await bench.put(Self.following, #"{"following": true}"#, as: ada)
            for _ in 0..<2 {
                let answer = try await bench.post(Self.events, Self.body(7), as: ada)
                #expect(answer.status == 200)
                #expect(answer.text == #"{"acknowledged":7}"#)
            }
            let late = try await bench.post(Self.events, Self.body(3, "main-room", "unsatisfied"), as: ada)
            #expect(late.text == #"{"acknowledged":7}"#)
            #expect(try await bench.get(Self.following, as: ada)["cafe"] == "main-cafe")
            let nothing = try await bench.post(Self.events, #"{"device": "laptop", "events": []}"#, as: ada)
            #expect(nothing.text == #"{"acknowledged":7}"#)
        }
    }

    @Test
    func `events without consent are refused by a code, also after it is withdrawn`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            #expect(try await bench.post(Self.events, Self.body(), as: ada).code == "consent-needed")
            try await bench.put(Self.following, #"{"following": true}"#, as: ada)
            try await bench.delete(Self.following, as: ada)
            let refused = try await bench.post(Self.events, Self.body(), as: ada)
            #expect(refused.status == 403)
            #expect(refused.code == "consent-needed")
        }
    }

    @Test
    func `somebody who only wants to be reminded at the door may report`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            try await bench.put("/api/v1/attendance/reminders", #"{"on": true}"#, as: ada)
            #expect(try await bench.post(Self.events, Self.body(1, "berlin-door"), as: ada).status == 200)
            #expect(try await bench.post(Self.events, Self.body(2), as: ada).status == 200)
            #expect(try await bench.get("/api/v1/attendance", as: ada)["pending.kind"] == "in")
            #expect(try await bench.get(Self.following, as: ada)["cafe"] == nil)
        }
    }

    @Test
    func `two cafés that are as near are both named`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            try await bench.put(Self.following, #"{"following": true}"#, as: ada)
            try await bench.post(Self.events, Self.body(1), as: ada)
            try await bench.post(Self.events, Self.body(2, "tokyo-room"), as: ada)
            let answer = try await bench.get(Self.following, as: ada)
            #expect(answer["cafe"] == nil)
            #expect(answer["candidates"] == ["main-cafe", "tokyo-cafe"])
        }
    }

    @Test
    func `the conditions are the spots with their beacons`() async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.get("/api/v1/presence/conditions", as: try await bench.signIn("ada"))
            #expect(
                answer.json?.elements.prefix(2) == [
                    [
                        "identifier": "berlin-door", "uuid": "6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3",
                        "major": 1,
                        "minor": 1,
                    ],
                    [
                        "identifier": "main-room", "uuid": "6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3", "major": 1,
                        "minor": 2, "cafe": "main-cafe",
                    ],
                ])
            #expect(answer.json?.elements.count == 4)
        }
    }

    @Test(arguments: [
        (#"{"device": "", "events": []}"#, "/device value"),
        (#"{"device": " a", "events": []}"#, "/device value"),
        (#"{"device": "a/b", "events": []}"#, "/device value"), (#"{"events": []}"#, "/device required"),
        (#"{"device": "a"}"#, "/events required"),
        (#"{"device": "a", "events": [], "latitude": 1}"#, "/latitude unknown-member"),
        (body(0), "/events/0/number value"), (body(1, ""), "/events/0/identifier value"),
        (body(1, "main-room", "inside"), "/events/0/state value"),
        (body().replacing(Fixture.noon.description, with: "noon"), "/events/0/time value"),
    ])
    func `a report that is misshapen names the field and changes nothing`(body: String, error: String)
        async throws
    {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            try await bench.put(Self.following, #"{"following": true}"#, as: ada)
            let before = try await bench.stateFingerprint()
            let answer = try await bench.post(Self.events, body, as: ada)
            #expect(answer.status == 400)
            #expect(answer.errors == [error])
            #expect(try await bench.stateFingerprint() == before)
        }
    }

    @Test
    func `W11: an event from the future is refused alone, and named`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            try await bench.put(Self.following, #"{"following": true}"#, as: ada)
            let later = Fixture.noon.advanced(by: .seconds(601))
            let answer = try await bench.post(Self.events, Self.body(7, time: later), as: ada)
            #expect(answer.status == 200)
            #expect(
                answer.text
                    == #"{"acknowledged":7,"refused":[{"pointer":"/events/0/time","code":"in-future"}]}"#)
            #expect(try await bench.get(Self.following, as: ada)["cafe"] == nil)
        }
    }

    @Test
    func
        `W2: the UUID, a place's major and a station's minor are one spot; others are counted, and nothing is guessed`()
        async throws
    {
        try await withAPIFixture { bench in
            let (ada, grace) = (try await bench.signIn("ada"), try await bench.signIn("grace"))
            for person in [ada, grace] {
                try await bench.put(Self.following, #"{"following": true}"#, as: person)
            }
            let conditions = try await bench.get("/api/v1/presence/conditions", as: ada).json?.elements ?? []
            #expect(Set(conditions.map { $0.at("uuid")?.text }).count == 1)
            let numbers = conditions.map { [$0.at("major")?.number, $0.at("minor")?.number] }
            #expect(numbers == [[1, 1], [1, 2], [2, 1], [2, 2]])
            #expect(Set(conditions.compactMap { $0.at("identifier")?.text }).count == 4)
            func report(_ number: Int, _ spot: String, _ major: Int, _ minor: Int, as client: Client)
                async throws
                -> Answer
            {
                let refinement = #""refinement": {"major": \#(major), "minor": \#(minor)}, "number""#
                return try await bench.post(
                    Self.events, Self.body(number, spot).replacing(#""number""#, with: refinement), as: client
                )
            }
            // Each number alone is a spot's; together they are none, or not the spot that the event names.
            let unknown = [
                ("main-room", 2, 2), ("main-room", 1, 1), ("main-room", 3, 2), ("main-room", 1, 9),
                ("main-rooms", 1, 2), ("Main-Room", 1, 2),
            ]
            for (place, (spot, major, minor)) in unknown.enumerated() {
                let answer = try await report(place + 1, spot, major, minor, as: ada)
                #expect(answer.text == #"{"acknowledged":\#(place + 1),"unknown":1}"#)
            }
            #expect(try await bench.get(Self.following, as: ada)["cafe"] == nil)
            let known = try await report(7, "main-room", 1, 2, as: ada)
            #expect(known.text == #"{"acknowledged":7}"#)
            #expect(try await bench.get(Self.following, as: ada)["cafe"] == "main-cafe")
            // A gateway's sightings are resolved in the same way, to the wearer and the gateway's spot.
            let key = try await bench.gateway("main-ear")
            func sighting(_ uuid: String, _ major: Int, _ minor: Int) -> String {
                """
                {"uuid": "\(uuid)", "major": \(major), "minor": \(minor), "rssi": -60, "measuredPower": -59, \
                "time": "\(bench.clock.timestamp)"}
                """
            }
            let badges = "B4D63E71-0C8F-4A5D-9E27-51F8A2C07D36"
            let strangers = [
                sighting(badges, 2, 101), sighting(badges, 1, 999),
                sighting("6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3", 1, 101),
            ]
            let heard = try await bench.report("main-ear", strangers.joined(separator: ","), as: key)
            #expect(heard["unknown"] == 3 && heard["accepted"] == 0)
            #expect(try await bench.get(Self.following, as: grace)["cafe"] == nil)
            let worn = try await bench.report("main-ear", sighting(badges, 1, 101), as: key)
            #expect(worn["unknown"] == 0 && worn["accepted"] == 1)
            #expect(try await bench.get(Self.following, as: grace)["cafe"] == "main-cafe")
        }
    }

    @Test
    func `a refinement is whole or it is a mistake`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            try await bench.put(Self.following, #"{"following": true}"#, as: ada)
            let half = Self.body().replacing(#""number""#, with: #""refinement": {"major": 1}, "number""#)
            #expect(
                try await bench.post(Self.events, half, as: ada).errors == [
                    "/events/0/refinement/minor required"
                ])
            let foreign = half.replacing(#"{"major": 1}"#, with: #"{"major": 1, "minor": 9}"#)
            #expect(try await bench.post(Self.events, foreign, as: ada).status == 200)
            #expect(try await bench.get(Self.following, as: ada)["cafe"] == nil)
        }
    }
}
