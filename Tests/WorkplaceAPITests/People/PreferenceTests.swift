import Essentials
import HTTPCore
import JSON
import Testing
import Workplace
import WorkplaceFixtures

@testable import WorkplaceAPI

/// The language and the formats that people choose for all of their devices.
@Suite(.timeLimit(.minutes(1)))
struct PreferenceTests {
    private static let address = "/api/v1/preferences"

    @Test(arguments: [
        ("language", #""pt-BR""#), ("formats", #""es-UY""#), ("zone", #""Europe/Madrid""#),
        ("calendar", #""japanese""#), ("firstDay", #""sat""#), ("clock", #""24""#),
    ])
    func `W132: each choice stands by itself and can go back to the system's`(name: String, value: String)
        async throws
    {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            #expect(try await bench.get(Self.address, as: ada).text == "{}")
            let changed = try await bench.patch(Self.address, #"{"\#(name)": \#(value)}"#, as: ada)
            #expect(changed.text == #"{"\#(name)":\#(value)}"#)
            // On another device, with the sign-in.
            let other = try await bench.signIn("ada")
            #expect(try await bench.get("/api/v1/session", as: other)["preferences"] == changed.json)
            let system = try await bench.patch(Self.address, #"{"\#(name)": null}"#, as: other)
            #expect(system.text == "{}")
        }
    }

    @Test(arguments: [
        ("language", "never a tag!"), ("formats", "1"), ("zone", "EST"), ("zone", "Mars/Base"),
        ("calendar", "moon"),
        ("firstDay", "noon"), ("clock", "13"),
    ])
    func `a choice that cannot be is refused, and nothing changes`(name: String, value: String) async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let body = #"{"clock": "24", "\#(name)": "\#(value)"}"#
            let refused = try await bench.patch(
                Self.address, name == "clock" ? #"{"clock": "13"}"# : body, as: ada)
            #expect(refused.code == "invalid-request")
            #expect(refused.errors == ["/\(name) value"])
            #expect(try await bench.get(Self.address, as: ada).text == "{}")
        }
    }

    @Test func `unknown choices are kept, and each person has their own`() async throws {
        try await withAPIFixture { bench in
            let (ada, grace) = (try await bench.signIn("ada"), try await bench.signIn("grace"))
            try await bench.patch(Self.address, #"{"later": {"depth": [1, 2]}, "clock": "24"}"#, as: ada)
            try await bench.patch(Self.address, #"{"clock": "12"}"#, as: ada)
            let kept = try await bench.get(Self.address, as: ada)
            #expect(kept["later.depth.1"] == 2)
            #expect(kept["clock"] == "12")
            #expect(try await bench.get(Self.address, as: grace).text == "{}")
        }
    }

    @Test func `more than four kilobytes are refused`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let text = String(repeating: "x", count: Preferences.mostBytes)
            let refused = try await bench.patch(Self.address, #"{"later": "\#(text)"}"#, as: ada)
            #expect(refused.code == "preferences-too-large")
            #expect(try await bench.get(Self.address, as: ada).text == "{}")
        }
    }
}
