import Foundation
import LocationCompatibility
import Monitoring
import Testing

@Suite(.timeLimit(.minutes(1))) struct CLMonitorTests {
    private let campus = CLMonitor.CircularGeographicCondition(center: Scene.entrance, radius: 150)
    private let office = CLMonitor.BeaconIdentityCondition(uuid: Scene.uuid)

    @Test
    func `L1 L11 L16 L17 L18: a new monitor is empty, keeps what is added, and forgets what is removed`()
        async
    {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let monitor = await CLMonitor("Greeter")
            #expect(await monitor.identifiers.isEmpty)
            await monitor.add(campus, identifier: "Campus")
            #expect(await monitor.identifiers == ["Campus"])
            #expect(await monitor.record(for: "Campus")?.lastEvent.state == .unknown)
            await monitor.remove("Campus")
            await monitor.remove("Campus")
            #expect(await monitor.identifiers.isEmpty)
            #expect(await monitor.record(for: "Campus") == nil)
        }
    }

    @Test func `waiting for readers that never come ends with the surroundings`() async {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let monitor = await CLMonitor("Greeter")
            let surroundings = device.surroundings
            async let read: Void = surroundings.whenRead()
            await surroundings.close()
            await read
            await surroundings.whenRead()
            withExtendedLifetime(monitor) {}
        }
    }

    @Test func `L12 L13 L14: an assumed state is the record's, and only a wrong one is followed by an event`()
        async
    {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let monitor = await CLMonitor("Greeter")
            await monitor.add(campus, identifier: "Right", assuming: .unsatisfied)
            await monitor.add(campus, identifier: "Wrong", assuming: .satisfied)
            #expect(await monitor.record(for: "Wrong")?.lastEvent.state == .satisfied)
            let log = EventLog(of: monitor)
            await device.surroundings.whenRead()
            await device.surroundings.play(Scene.fix(at: Scene.home, 0) + Scene.fix(at: Scene.home, 10))
            #expect(log.lines == ["Wrong unsatisfied"])
        }
    }

    @Test
    func
        `L21 L28 L32 L40: crossings of several conditions arrive on one sequence, with the time of the crossing`()
        async
    {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let monitor = await CLMonitor("Greeter")
            await monitor.add(campus, identifier: "Campus", assuming: .unsatisfied)
            await monitor.add(office, identifier: "Office", assuming: .unsatisfied)
            let log = EventLog(of: monitor)
            await device.surroundings.whenRead()
            await device.surroundings.play(Scene.visit + Scene.sighting(90) + Scene.silence(until: 120))
            #expect(
                log.lines == [
                    "Campus satisfied", "Campus unsatisfied", "Office satisfied", "Office unsatisfied",
                ])
            #expect(log.events.first?.date == Date(timeIntervalSince1970: 1_600_000_030))
        }
    }

    @Test func `L22 L23: while an event is handled the record shows the one before`() async {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let monitor = await CLMonitor("Greeter")
            await monitor.add(campus, identifier: "Campus", assuming: .unsatisfied)
            let seen = Box<[CLMonitor.Event.State?]>([])
            let log = EventLog(of: monitor) { event in
                let before = await monitor.record(for: event.identifier)?.lastEvent.state
                seen.change { $0.append(before) }
            }
            await device.surroundings.whenRead()
            await device.surroundings.play(Scene.visit)
            #expect(log.lines == ["Campus satisfied", "Campus unsatisfied"])
            #expect(seen.value == [.unsatisfied, .satisfied])
            #expect(await monitor.record(for: "Campus")?.lastEvent.state == .unsatisfied)
        }
    }

    @Test func `L35 L36 L37: a wildcard's refinement names the beacon, and goes with it`() async throws {
        let device = await Device()
        try await Surroundings.using(device.surroundings) {
            let monitor = await CLMonitor("Greeter")
            await monitor.add(office, identifier: "Office")
            let log = EventLog(of: monitor)
            await device.surroundings.whenRead()
            await device.surroundings.play(
                Scene.sighting(major: 7, minor: 9, 0) + Scene.silence(until: 40))
            #expect(log.lines == ["Office satisfied", "Office unsatisfied"])
            let beacon = try #require(log.events.first?.refinement as? CLMonitor.BeaconIdentityCondition)
            #expect(beacon == CLMonitor.BeaconIdentityCondition(uuid: Scene.uuid, major: 7, minor: 9))
            #expect(log.events.last?.refinement == nil)
        }
    }

    @Test
    func
        `L2 L67 L68 L71: a second start finds conditions and last events, and gets what changed meanwhile`()
        async throws
    {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let monitor = await CLMonitor("Greeter")
            await monitor.add(campus, identifier: "Campus")
            let log = EventLog(of: monitor)
            await device.surroundings.whenRead()
            await device.surroundings.play(Scene.fix(at: Scene.entrance, 0))
            #expect(log.lines == ["Campus satisfied"])
            await log.end()
        }
        await device.restart()
        try await Surroundings.using(device.surroundings) {
            let monitor = await CLMonitor("Greeter")
            #expect(await monitor.identifiers == ["Campus"])
            let record = try #require(await monitor.record(for: "Campus"))
            #expect(record.condition as? CLMonitor.CircularGeographicCondition == campus)
            #expect(record.lastEvent.state == .satisfied)
            await device.surroundings.play(Scene.fix(at: Scene.home, 70) + Scene.fix(at: Scene.home, 80))
            let log = EventLog(of: monitor)
            await device.surroundings.whenRead()
            await device.surroundings.settle()
            #expect(log.lines == ["Campus unsatisfied"])
        }
    }

    @Test func `L29: a second iteration takes the events over`() async {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let monitor = await CLMonitor("Greeter")
            await monitor.add(campus, identifier: "Campus", assuming: .unsatisfied)
            let first = EventLog(of: monitor)
            await device.surroundings.whenRead()
            await device.surroundings.play(Scene.fix(at: Scene.entrance, 0))
            let second = EventLog(of: monitor)
            await first.ended()
            await device.surroundings.play(Scene.fix(at: Scene.home, 70) + Scene.fix(at: Scene.home, 80))
            #expect(first.lines == ["Campus satisfied"])
            #expect(second.lines == ["Campus unsatisfied"])
        }
    }

    @Test func `L29 LD9: a reading that was taken over acknowledges nothing`() async throws {
        let device = await Device()
        try await Surroundings.using(device.surroundings) {
            let monitor = await CLMonitor("Greeter")
            await monitor.add(campus, identifier: "Campus", assuming: .unsatisfied)
            await device.surroundings.play(Scene.fix(at: Scene.entrance, 0))
            var first = await monitor.events.makeAsyncIterator()
            let given = try await first.next()
            var second = await monitor.events.makeAsyncIterator()
            let again = try await second.next()
            #expect(given?.state == .satisfied && again?.state == .satisfied)
            let end = try await first.next()
            #expect(end == nil)
            #expect(await monitor.record(for: "Campus")?.lastEvent.state == .unsatisfied)
        }
    }

    @Test
    func
        `L48: one beyond the limit is reported as unmonitored, stays listed, and revives when there is room`()
        async
    {
        let device = await Device(limit: .atMost(1))
        await Surroundings.using(device.surroundings) {
            let monitor = await CLMonitor("Greeter")
            await monitor.add(campus, identifier: "Campus")
            await monitor.add(office, identifier: "Office")
            let log = EventLog(of: monitor)
            await device.surroundings.whenRead()
            await device.surroundings.settle()
            #expect(log.lines == ["Office unmonitored"])
            #expect(log.events.first?.conditionLimitExceeded == true)
            #expect(await monitor.identifiers == ["Campus", "Office"])
            await monitor.remove("Campus")
            await device.surroundings.play(Scene.sighting(10))
            #expect(log.lines.last == "Office satisfied")
        }
    }
}
