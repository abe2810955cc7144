import Authorization
import Beacons
import Conditions
import Foundation
import Machine
import Monitoring
import Observations
import Testing

@testable import vicinity

@Suite(.timeLimit(.minutes(1))) struct MonitorKeeperTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    private let uuid = ProximityUUID(high: 1, low: 2)

    private func observation(_ content: Observation.Content, at clock: MachineClock) -> Observation {
        Observation(source: RadioObservations.source, time: clock.now, content: content)
    }

    @Test func `a monitor that is taken while the radio is off learns it`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let clock = MachineClock()
        // A program hears its beacon, and ends.
        let program = try await Monitor("work", in: folder)
        try await program.add(
            .beacon(BeaconIdentityCondition(uuid: uuid)), identifier: "office", assuming: .satisfied)
        try await program.observe(observation(.radio(.on), at: clock))
        let sighting = BeaconSighting(
            identity: BeaconIdentity(uuid: uuid, major: 1, minor: 2), measuredPower: -59, rssi: -60)
        try await program.observe(observation(.sighting(sighting), at: clock))
        #expect(await !program.hasNews())
        await program.close()

        let programs = BackgroundPrograms(at: folder + "/background-programs")
        var entry = BackgroundPrograms.Entry(monitor: "work", in: folder)
        // It cannot be started, so its event stays.
        entry.executable = folder + "/program"
        try Data().write(to: URL(fileURLWithPath: entry.executable))
        try programs.register([entry])
        let permissions = ProgramPermissions(at: folder + "/permissions")
        try permissions.store(AuthorizationDecision(.always, at: clock.now), about: entry.executable)
        let keeper = MonitorKeeper(programs: programs, permissions: permissions, clock: clock)
        await keeper.observe(observation(.radio(.off), at: clock))
        let service = Task { try await keeper.run() }
        while !StoreHandOver.isKept("work", in: folder) { await Task.yield() }
        service.cancel()
        // It ends between two looks.
        _ = await service.result
        await keeper.close()

        let again = try await Monitor("work", in: folder)
        try #require(await again.hasNews())
        for try await event in again.events {
            #expect((event.state, event.lastKnown) == (.unknown, .satisfied))
            break
        }
        await again.close()
    }
}
