import Attendance
import Essentials
import HTTPCore
import JSON
import TestSupport
import Testing
import Workplace
import WorkplaceFixtures

@testable import WorkplaceAPI

/// Clocking in at the tablet of an entrance, and who is in.
@Suite(.timeLimit(.minutes(1)))
struct EntranceVisitTests {
    private static let visits = "/api/v1/entrance-visits"

    /// Gives Ada a badge, through her own page.
    private func setBadge(_ bench: APIFixture) async throws {
        let ada = try await bench.signIn("ada")
        let set = try await bench.put(
            "/api/v1/kiosk-badge", #"{"number": "04 AB", "pin": "4711"}"#, as: ada)
        #expect(set.status == 200, "\(set)")
    }

    @Test
    func `W60 W99: badge and PIN, then one press, and each is answered once`() async throws {
        try await withAPIFixture { bench in
            try await setBadge(bench)
            let door = try await bench.signIn("door-berlin", device: true)
            let wrong = try await bench.post(
                Self.visits, #"{"number": "04AB", "pin": "0000"}"#, as: door)
            #expect(wrong.code == "wrong-badge-or-pin")
            let unknown = try await bench.post(
                Self.visits, #"{"number": "99", "pin": "4711"}"#, as: door)
            #expect(unknown.code == wrong.code && unknown["detail"] == wrong["detail"])
            let begun = try await bench.post(Self.visits, #"{"number": "04AB", "pin": "4711"}"#, as: door)
            #expect(begun.status == 201)
            #expect(begun["allowed"]?.elements == ["in"])
            #expect(begun.fields["Cache-Control"] == "no-store")
            let visit = try #require(begun["visit"]?.text)
            let punch = "\(Self.visits)/\(visit)/punch"
            let punched = try await bench.post(punch, #"{"kind": "in"}"#, as: door)
            #expect(punched.status == 201)
            #expect(punched["source"] == "badge")
            #expect(punched["entrance.id"] != nil)
            // A lost answer is asked for again.
            #expect(try await bench.post(punch, #"{"kind": "in"}"#, as: door)["id"] == punched["id"])
            bench.clock.advance(by: .seconds(61))
            let late = try await bench.post(punch, #"{"kind": "out"}"#, as: door)
            #expect(late.code == "entrance-visit-over")
        }
    }

    @Test
    func `W99: five wrong PINs lock the badge and the tablet for five minutes`() async throws {
        try await withAPIFixture { bench in
            try await setBadge(bench)
            let door = try await bench.signIn("door-berlin", device: true)
            for _ in 1...5 {
                let wrong = try await bench.post(
                    Self.visits, #"{"number": "04AB", "pin": "0000"}"#, as: door)
                #expect(wrong.code == "wrong-badge-or-pin")
            }
            let locked = try await bench.post(
                Self.visits, #"{"number": "04AB", "pin": "4711"}"#, as: door)
            #expect(locked.code == "too-many-pins")
            // The tablet is locked for every badge.
            let other = try await bench.post(Self.visits, #"{"number": "77", "pin": "1"}"#, as: door)
            #expect(other.code == "too-many-pins")
            bench.clock.advance(by: .seconds(301))
            let open = try await bench.post(
                Self.visits, #"{"number": "04AB", "pin": "4711"}"#, as: door)
            #expect(open.status == 201)
        }
    }
}
