import Essentials
import HTTPCore
import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Kiosks: calls for help, and the code by which staff leave.
@Suite(.timeLimit(.minutes(1)))
struct KioskTests {
    private static let calls = "/api/v1/cafes/main-cafe/help-calls"

    private func callHelp(_ isWanted: Bool, _ bench: APIFixture, as kiosk: Client) async throws -> Answer {
        try await bench.put("/api/v1/kiosk/help", #"{"wanted": \#(isWanted)}"#, as: kiosk)
    }

    @Test func `C97: a call for help reaches the staff, and their answer reaches the kiosk`() async throws {
        try await withAPIFixture { bench in
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            let cook = try await bench.signIn("carl")
            let before = try await bench.get("/api/v1/kiosk", as: kiosk)
            #expect(before["cafe"] == "main-cafe")
            #expect(before["payments.0.kind"] == "counter")
            #expect(before["helpCalledAt"] == nil)
            #expect(try await callHelp(true, bench, as: kiosk)["helpCalledAt"] == "2026-11-21T11:00:00.000Z")
            bench.clock.advance(by: .seconds(5))
            // Pressing again keeps the place in the line.
            #expect(try await callHelp(true, bench, as: kiosk)["helpCalledAt"] == "2026-11-21T11:00:00.000Z")
            let open = try await bench.get(Self.calls, as: cook)
            #expect(open["calls.0.kiosk"] == "kiosk-main")
            #expect(open["calls.0.name"] == "Kiosk")
            for _ in 1...2 {
                #expect(try await bench.delete("\(Self.calls)/kiosk-main", as: cook).status == 204)
            }
            #expect(try await bench.get("/api/v1/kiosk", as: kiosk)["helpCalledAt"] == nil)
            #expect(try await bench.get(Self.calls, as: cook)["calls"] == [])
        }
    }

    @Test func `a call that is taken back is gone, and each change is told once`() async throws {
        try await withAPIFixture { bench in
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            let before = try await bench.services.store.read { try $0.feedBounds().last }
            for isWanted in [false, true, true, false, false] {
                #expect(try await callHelp(isWanted, bench, as: kiosk).status == 200)
            }
            let after = try await bench.services.store.read { try $0.feedBounds().last }
            #expect(after == before + 2)
        }
    }

    @Test func `a kitchen of another café neither sees nor answers a call`() async throws {
        try await withAPIFixture { bench in
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            let other = try await bench.signIn("kitchen-tokyo", device: true)
            _ = try await callHelp(true, bench, as: kiosk)
            #expect(try await bench.get(Self.calls, as: other).code == "forbidden")
            #expect(try await bench.delete("\(Self.calls)/kiosk-main", as: other).code == "forbidden")
            let own = "/api/v1/cafes/tokyo-cafe/help-calls"
            #expect(try await bench.get(own, as: other)["calls"] == [])
            #expect(try await bench.delete("\(own)/kiosk-main", as: other).status == 204)
            #expect(try await bench.get("/api/v1/kiosk", as: kiosk)["helpCalledAt"] != nil)
        }
    }

    @Test func `C100: the exit needs the code, and few wrong codes are heard in a minute`() async throws {
        try await withAPIFixture { bench in
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            func leave(_ code: String) async throws -> Answer {
                try await bench.post("/api/v1/kiosk/exit", #"{"code": "\#(code)"}"#, as: kiosk)
            }
            for _ in 1...5 { #expect(try await leave("123456").code == "wrong-exit-code") }
            let late = try await leave(KioskService.demoExitCode)
            #expect(late.code == "too-many-codes")
            bench.clock.advance(by: .seconds(60))
            #expect(try await leave(KioskService.demoExitCode).status == 204)
        }
    }

    @Test func `a paired kiosk gets a code of its own, which its managers see`() async throws {
        var generator = SplitMix64(seed: 7)
        let codes = (1...50).map { _ in PairedScreen.exitCode(using: &generator) }
        #expect(codes.allSatisfy { $0.utf8.count == 6 && $0.allSatisfy(\.isNumber) })
        #expect(Set(codes).count > 45)
    }
}
