import Beacons
import Bluetooth
import Machine
import Observations
import Synchronization
import Testing

@testable import LocationCompatibility

/// The radio of this machine over HCI, where a controller has one user at a time.
@Suite(.timeLimit(.minutes(1))) struct MachineRadioTests {
    private static let frame = IBeaconFrame(
        identity: BeaconIdentity(uuid: ProximityUUID(high: 1, low: 2), major: 3, minor: 4), measuredPower: -59
    )

    /// What the radio reports.
    private final class Log: Sendable {
        private let values = Mutex(
            (told: [CBManagerState](), observed: [Observation.Content](), pauses: [Duration]()))
        var pauses: [Duration] { values.withLock { $0.pauses } }
        var told: [CBManagerState] { values.withLock { $0.told } }
        var observed: [Observation.Content] { values.withLock { $0.observed } }
        func tell(_ state: CBManagerState) { values.withLock { $0.told.append(state) } }
        func pause(_ duration: Duration) { values.withLock { $0.pauses.append(duration) } }
        func observe(_ observation: Observation) {
            values.withLock { $0.observed.append(observation.content) }
        }
        /// What was observed of the radio itself.
        var radio: [RadioState] {
            observed.compactMap { if case .radio(let state) = $0 { state } else { nil } }
        }
    }

    /// Runs a radio on a controller.
    private func withRadio(
        _ body: (MachineRadio, FakeController, Log) async -> Void
    ) async throws {
        let (controller, log) = (try FakeController(), Log())
        let radio = MachineRadio(
            .unix(path: controller.path), clock: MachineClock(), telling: { log.tell($0) },
            sleep: { log.pause($0) },
            take: { log.observe($0) })
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await radio.run() }
            await body(radio, controller, log)
            group.cancelAll()
        }
    }

    /// Waits until something is so; the time limit ends a wait in vain.
    private func wait(until isSo: () -> Bool) async { while !isSo() { await Task.yield() } }

    @Test func `while it advertises, nothing is heard, and the conditions know it`() async throws {
        try await withRadio { radio, controller, log in
            radio.listen()
            await wait { log.radio == [.on] }
            radio.advertise(Self.frame)
            await wait { log.radio == [.on, .gone] }
            // Advertising is on.
            await wait { controller.codes.contains(0x200A) }
            radio.advertise(nil)
            await wait { log.radio == [.on, .gone, .on] }
            #expect(log.told == [.poweredOn])
        }
    }

    @Test func `a radio that refused an advertisement can advertise after a pause, which doubles`()
        async throws
    {
        try await withRadio { radio, controller, log in
            // The controller does not allow the command now.
            controller.refuse(0x2006, error: 0x0C)
            radio.listen()
            await wait { log.told == [.poweredOn] }
            for time in 1...3 {
                radio.advertise(Self.frame)
                await wait { log.told.suffix(1) == [.resetting] && log.told.count == 2 * time }
                radio.advertise(nil)
                await wait { log.told.suffix(1) == [.poweredOn] && log.told.count == 2 * time + 1 }
            }
            #expect(log.pauses == [.seconds(1), .seconds(2), .seconds(4)])
            #expect(radio.isPresent)
            controller.accept(0x2006)
            let before = controller.codes.count
            radio.advertise(Self.frame)
            // Advertising is on.
            await wait { controller.codes.dropFirst(before).contains(0x200A) }
            #expect(log.told.last == .poweredOn)
        }
    }

    @Test func `a radio that cannot advertise still listens`() async throws {
        try await withRadio { radio, controller, log in
            controller.refuse(0x2006)
            radio.listen()
            await wait { log.told == [.poweredOn] }
            radio.advertise(Self.frame)
            await wait { log.told == [.poweredOn, .unsupported] }
            #expect(radio.isPresent)
            // The queue stops advertising then.
            radio.advertise(nil)
            await wait { log.radio == [.on, .gone, .on] }
            #expect(log.told == [.poweredOn, .unsupported])
            #expect(radio.isPresent)
            controller.report(Self.frame.advertisingData)
            await wait { log.observed.contains { if case .sighting = $0 { true } else { false } } }
        }
    }
}
