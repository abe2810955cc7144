import Foundation
import LocationCompatibility
import TestSupport
import Testing
import WorkplaceClient

@testable import Companion

@Suite(.timeLimit(.minutes(1))) struct CompanionServiceTests {
    private let server = CampusServer()
    private let clock = ManualClock()

    private func companion(in folder: String, signedIn: Bool = true) throws -> CompanionService {
        var client = try server.client()
        if signedIn { client.signIn(token: "token") }
        return try CompanionService(
            client: client, server: "http://127.0.0.1:1", folder: folder + "/companion",
            now: { Date(timeIntervalSince1970: 1_790_000_000) }, clock: clock)
    }

    /// Runs a companion beside a body, on a device.
    private func running(
        _ companion: CompanionService, on device: Surroundings, _ body: () async throws -> Void
    ) async throws {
        try await Surroundings.using(device) {
            try await withBackgroundWork({ _ = try? await companion.run() }, body)
        }
        await device.close()
    }

    /// Reads changes until one comes.
    private func wait(
        for wanted: (CompanionService.Change) -> Bool, of companion: CompanionService
    ) async {
        for await change in companion.changes where wanted(change) { return }
    }

    private func isMonitoring(_ change: CompanionService.Change) -> Bool {
        if case .monitoring = change { true } else { false }
    }

    @Test func `an arrival and a departure are reported as spots and never as positions`() async throws {
        try await withTemporaryFolder { folder in
            let device = await Scene.device(in: folder)
            let companion = try companion(in: folder)
            try await running(companion, on: device) {
                await wait(for: isMonitoring, of: companion)
                await device.whenRead()
                await device.play(Scene.sighting(0))
                await wait(for: { $0 == .reported }, of: companion)
                await device.play(Scene.silence(until: 60))
                await wait(for: { $0 == .reported }, of: companion)
            }
            #expect(try server.reported() == ["1 door satisfied", "2 door unsatisfied"])
            let words = ["latitude", "longitude", "rssi", "accuracy", Scene.uuid]
            #expect(server.bodies.allSatisfy { body in words.allSatisfy { !body.contains($0) } })
        }
    }

    @Test func `reports outlive the end of the server and of the program`() async throws {
        try await withTemporaryFolder { folder in
            let device = await Scene.device(in: folder)
            let companion = try companion(in: folder)
            try await running(companion, on: device) {
                await wait(for: isMonitoring, of: companion)
                server.mood = .away
                await device.whenRead()
                await device.play(Scene.sighting(0) + Scene.silence(until: 60))
                await wait(for: { $0 == .serverAway }, of: companion)
            }
            #expect(try server.reported() == [])
            server.mood = .well
            let later = await Scene.device(in: folder)
            let again = try self.companion(in: folder)
            try await running(again, on: later) {
                await wait(for: { $0 == .reported }, of: again)
            }
            #expect(try server.reported() == ["1 door satisfied", "2 door unsatisfied"])
        }
    }

    @Test(arguments: [CampusServer.Mood.away, .intercepted, .refuses(503, code: "store-unavailable")])
    func `what no server answers is tried again until one does`(mood: CampusServer.Mood) async throws {
        try await withTemporaryFolder { folder in
            let device = await Scene.device(in: folder)
            let companion = try companion(in: folder)
            server.mood = mood
            try await running(companion, on: device) {
                await wait(for: { $0 == .serverAway }, of: companion)
                await clock.untilSleeping()
                server.mood = .well
                clock.advance(by: .milliseconds(500))
                await wait(for: isMonitoring, of: companion)
            }
        }
    }

    @Test func `known spots are monitored without a server`() async throws {
        try await withTemporaryFolder { folder in
            let first = try companion(in: folder)
            try await running(first, on: await Scene.device(in: folder)) {
                await wait(for: isMonitoring, of: first)
            }
            server.mood = .away
            let device = await Scene.device(in: folder)
            let second = try companion(in: folder)
            try await running(second, on: device) {
                await wait(for: isMonitoring, of: second)
                await device.whenRead()
                await device.play(Scene.sighting(0))
                await wait(
                    for: { if case .decided("door", .satisfied, _) = $0 { true } else { false } }, of: second)
            }
        }
    }

    @Test func `without consent what waits is deleted`() async throws {
        try await withTemporaryFolder { folder in
            let device = await Scene.device(in: folder)
            let companion = try companion(in: folder)
            try await running(companion, on: device) {
                await wait(for: isMonitoring, of: companion)
                server.mood = .refuses(403, code: "consent-needed")
                await device.whenRead()
                await device.play(Scene.sighting(0))
                await wait(for: { $0 == .consentNeeded }, of: companion)
                server.mood = .well
                await device.play(Scene.silence(until: 60))
                await wait(for: { $0 == .reported }, of: companion)
            }
            #expect(try server.reported() == ["2 door unsatisfied"])
        }
    }

    @Test func `a session that has ended ends the run`() async throws {
        try await withTemporaryFolder { folder in
            let device = await Scene.device(in: folder)
            server.mood = .refuses(401, code: "sign-in-required")
            let companion = try companion(in: folder)
            await Surroundings.using(device) {
                _ = await #expect(throws: CompanionFailure.signInNeeded) { try await companion.run() }
            }
            await device.close()
            let unknown = try self.companion(in: folder, signedIn: false)
            await #expect(throws: CompanionFailure.signInNeeded) { try await unknown.run() }
        }
    }

    @Test func `what waits for one person is not reported by the next`() async throws {
        try await withTemporaryFolder { folder in
            let device = await Scene.device(in: folder)
            let companion = try companion(in: folder, signedIn: false)
            #expect(try await signIn(companion) == "token")
            try await running(companion, on: device) {
                await wait(for: isMonitoring, of: companion)
                server.mood = .away
                await device.whenRead()
                await device.play(Scene.sighting(0))
                await wait(for: { $0 == .serverAway }, of: companion)
            }
            server.mood = .well
            server.person = "kenji"
            _ = try await signIn(companion)
            let later = await Scene.device(in: folder)
            let again = try self.companion(in: folder)
            try await running(again, on: later) {
                await wait(for: isMonitoring, of: again)
                await later.whenRead()
                await later.play(Scene.sighting(60) + Scene.silence(until: 120))
                await wait(for: { $0 == .reported }, of: again)
            }
            #expect(try server.reported() == ["2 door unsatisfied"])
        }
    }

    private func signIn(_ companion: CompanionService) async throws -> String {
        let code = try await companion.beginSignIn()
        #expect(code.userCode == "ABCD-EFGH")
        async let token = companion.finishSignIn(code)
        await clock.untilSleeping()
        clock.advance(by: .seconds(1))
        return try await token
    }

    @Test func `entrances come first where there are too many spots`() {
        let spots = (1...30).map { number in
            MonitoredSpot(
                identifier: "spot \(number)", uuid: Scene.uuid, major: 1, minor: UInt16(number),
                cafe: number > 25 ? nil : "main-cafe")
        }
        let chosen = SpotMonitor.chosen(of: spots)
        #expect(chosen.count == CompanionService.mostSpots)
        #expect(chosen.prefix(5).allSatisfy { $0.cafe == nil })
        #expect(chosen.dropFirst(5).map(\.minor) == Array(1...15))
    }

    @Test func `the spots are asked for again each hour`() async throws {
        try await withTemporaryFolder { folder in
            let device = await Scene.device(in: folder)
            let companion = try companion(in: folder)
            try await running(companion, on: device) {
                await wait(for: isMonitoring, of: companion)
                server.spots = "[]"
                await clock.untilSleeping()
                clock.advance(by: .seconds(3_600))
                await wait(for: { $0 == .monitoring(spots: 0, leftOut: 0) }, of: companion)
            }
        }
    }
}
