import Cryptography
import Essentials
import HTTPCore
import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace
@testable import WorkplaceAPI

/// Who sees and hands out badges, and what a wearer sees of their own.
@Suite(.timeLimit(.minutes(1)))
struct WearableRoutesTests {
    private static let path = "/api/v1/people/ada/wearables"
    private static let uid = "000102030405060708090a0b0c0d0e0f"
    private static let badge = #"{"kind": "eddystone", "eddystone": "\#(uid)", "label": "Blue"}"#

    /// Opens a session of a new person with one role.
    private func client(of grant: String, _ bench: APIFixture) async throws -> Client {
        let person = try #require(PersonID(grant.replacing(/\W/, with: "-")))
        let english = try #require(LanguageTag("en"))
        try await bench.services.people.add(
            Directory.Entry(
                person: person, name: "Holder of \(grant)", grants: [try #require(RoleGrant(grant))],
                language: english, locale: english),
            signInName: nil, by: person, from: "")
        let token = "token of \(grant)"
        _ = try await bench.services.sessions.open(
            for: .person(person), tokenDigest: SHA256.digest(of: token.utf8), antiForgeryToken: "csrf")
        return .bearer(token)
    }

    @Test(arguments: [
        "facilities@cafe:main-cafe", "facilities@site:berlin", "administrator@site:berlin", "manager",
    ])
    func `a role for one site or café neither sees nor hands out badges`(grant: String) async throws {
        try await withAPIFixture { bench in
            let ann = try await bench.signIn("ann")
            let id = try #require(try await bench.post(Self.path, Self.badge, as: ann)["id"]?.text)
            let scoped = try await client(of: grant, bench)
            let other = #"{"kind": "phone", "key": "\#(Self.uid)"}"#
            for answer in [
                try await bench.get("/api/v1/wearables", as: scoped),
                try await bench.get(Self.path, as: scoped),
                try await bench.post(Self.path, other, as: scoped),
                try await bench.delete("\(Self.path)/\(id)", as: scoped),
            ] {
                #expect(answer.status == 403 && answer.code == "forbidden")
                #expect(!answer.text.contains("Blue"))
            }
            #expect(try await bench.get(Self.path, as: ann)["wearables"]?.elements.count == 1)
        }
    }

    @Test func `facilities of the organisation see names and badges, and nothing of accounts`() async throws {
        try await withAPIFixture { bench in
            let facilities = try await client(of: "facilities", bench)
            #expect(try await bench.post(Self.path, Self.badge, as: facilities).status == 201)
            let answer = try await bench.get("/api/v1/wearables", as: facilities)
            let people = answer["people"]?.elements ?? []
            let names = people.compactMap { $0.at("name")?.text }
            #expect(names == names.sorted { $0.lowercased() < $1.lowercased() } && names.count > 3)
            let members = Set(
                people.flatMap { person -> [String] in
                    guard case .object(let object) = person else { return [] }
                    return object.members.map(\.name)
                })
            #expect(members == ["id", "name", "badge", "wearables"])
            let ada = try #require(people.first { $0.at("id") == "ada" })
            #expect(ada.at("badge") == "B4D63E71-0C8F-4A5D-9E27-51F8A2C07D36 1 100")
            #expect(answer.text.contains(Self.uid))
            #expect(try await bench.get("/api/v1/people", as: facilities).code == "forbidden")
        }
    }

    @Test func `people who are shut out are listed only while they have a badge`() async throws {
        try await withAPIFixture { bench in
            let ann = try await bench.signIn("ann")
            let id = try #require(try await bench.post(Self.path, Self.badge, as: ann)["id"]?.text)
            var change = PeopleService.Change()
            change.isSuspended = true
            _ = try await bench.services.people.change(Fixture.ada, change, by: Fixture.grace, from: "")
            #expect(try await bench.get("/api/v1/wearables", as: ann).text.contains(#""id":"ada""#))
            #expect(try await bench.delete("\(Self.path)/\(id)", as: ann).status == 204)
            #expect(!(try await bench.get("/api/v1/wearables", as: ann).text.contains(#""id":"ada""#)))
        }
    }

    @Test func `the badge of a person who has left the campus is listed, taken away and handed out again`()
        async throws
    {
        try await withAPIFixture { bench in
            let ann = try await bench.signIn("ann")
            let (path, taken) = ("/api/v1/people/grace/wearables", "/api/v1/people/carl/wearables")
            let id = try #require(try await bench.post(path, Self.badge, as: ann)["id"]?.text)
            // The campus has somebody else in the place of Grace.
            let text = TestCampus().text.replacing(#""id": "grace""#, with: #""id": "gwen""#)
            _ = try await bench.services.imports.importCampus(Array(text.utf8), name: "without Grace")
            let people = try await bench.get("/api/v1/wearables", as: ann)["people"]?.elements ?? []
            let left = try #require(people.last)
            #expect(left.at("id") == "grace" && left.at("name") == "grace" && left.at("hasLeft") == true)
            #expect(left.at("wearables")?.elements.first?.at("id")?.text == id)
            #expect(people.dropLast().allSatisfy { $0.at("hasLeft") == nil })
            #expect(try await bench.get(path, as: ann)["wearables"]?.elements.count == 1)
            let other = #"{"kind": "phone", "key": "\#(Self.uid)"}"#
            #expect(try await bench.post(path, other, as: ann).code == "unknown-person")
            #expect(try await bench.post(taken, Self.badge, as: ann).code == "wearable-taken")
            #expect(try await bench.delete("\(path)/w-other", as: ann).code == "unknown-person")
            #expect(try await bench.delete("\(path)/\(id)", as: ann).status == 204)
            #expect(try await bench.delete("\(path)/\(id)", as: ann).code == "unknown-person")
            #expect(try await bench.get(path, as: ann).code == "unknown-person")
            #expect(!(try await bench.get("/api/v1/wearables", as: ann).text.contains(#""id":"grace""#)))
            #expect(try await bench.post(taken, Self.badge, as: ann).status == 201)
        }
    }

    @Test func `a wearer sees their own badges and phones, and who looked at them, but no key`() async throws
    {
        try await withAPIFixture { bench in
            let ann = try await bench.signIn("ann")
            let ada = try await bench.signIn("ada")
            let grace = try await bench.signIn("grace")
            let secret = "00112233445566778899aabbccddeeff"
            #expect(
                try await bench.post(Self.path, #"{"kind": "phone", "key": "\#(secret)"}"#, as: ann).status
                    == 201)
            let own = try await bench.get("/api/v1/presence/wearables", as: ada)
            #expect(own["wearables"]?.elements.count == 1)
            #expect(own["badge"] == "B4D63E71-0C8F-4A5D-9E27-51F8A2C07D36 1 100")
            #expect(!own.text.lowercased().contains(secret))
            let others = try await bench.get("/api/v1/presence/wearables", as: grace)
            #expect(others["wearables"]?.elements.isEmpty == true)
            #expect(!(try await bench.get("/api/v1/own-data", as: ada).text.contains(#""what":"wearables""#)))
            _ = try await bench.get(Self.path, as: ann)
            #expect(try await bench.get("/api/v1/own-data", as: ada).text.contains(#""what":"wearables""#))
            #expect(
                !(try await bench.get("/api/v1/own-data", as: grace).text.contains(#""what":"wearables""#)))
            _ = try await bench.get("/api/v1/wearables", as: ann)
            #expect(try await bench.get("/api/v1/own-data", as: grace).text.contains(#""what":"wearables""#))
        }
    }

    @Test func `phones of strangers are counted to the gateway and shown to nobody`() async throws {
        try await withAPIFixture { bench in
            let ann = try await bench.signIn("ann")
            let key = try await bench.gateway("main-ear")
            let now = bench.clock.timestamp
            let (address, ephemeral) = ("4a1122334455", "0123456789abcdef")
            let sightings = [#""address": "\#(address)""#, #""ephemeral": "\#(ephemeral)""#].map {
                #"{\#($0), "rssi": -40, "measuredPower": -59, "time": "\#(now)"}"#
            }
            let receipt = try await bench.post(
                "/api/v1/gateways/main-ear/reports",
                #"{"until": "\#(now)", "sightings": [\#(sightings.joined(separator: ","))]}"#, as: key)
            #expect(receipt["unknown"] == 2)
            let shown = try await bench.get("/api/v1/gateways", as: ann).text.lowercased()
            #expect(!shown.contains(address) && !shown.contains(ephemeral))
            #expect(!shown.contains(#""unknowncount":1"#) && !shown.contains(#""unknowncount":2"#))
        }
    }
}
