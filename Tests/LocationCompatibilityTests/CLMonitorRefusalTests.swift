import Conditions
import Foundation
import LocationCompatibility
import Monitoring
import Testing

@Suite(.timeLimit(.minutes(1))) struct CLMonitorRefusalTests {
    private struct Weather: CLCondition {}

    private static let refused: [any CLCondition] = [
        Weather(),
        CLMonitor.CircularGeographicCondition(center: Scene.entrance, radius: -1),
        CLMonitor.CircularGeographicCondition(center: Scene.entrance, radius: .nan),
        CLMonitor.CircularGeographicCondition(center: Scene.entrance, radius: 30_000_000),
        CLMonitor.CircularGeographicCondition(center: kCLLocationCoordinate2DInvalid, radius: 100),
    ]

    @Test(arguments: 0..<refused.count)
    func `LD16 L45: what cannot be monitored is added and told as unsupported, once`(index: Int) async {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let monitor = await CLMonitor("Greeter")
            let log = EventLog(of: monitor)
            await device.surroundings.whenRead()
            await monitor.add(Self.refused[index], identifier: "Odd")
            await monitor.add(
                CLMonitor.CircularGeographicCondition(center: Scene.entrance, radius: 100),
                identifier: "Campus")
            await device.surroundings.settle()
            await device.surroundings.play(Scene.fix(at: Scene.entrance, 0))
            #expect(log.lines == ["Odd unmonitored", "Campus satisfied"])
            #expect(log.events.first?.conditionUnsupported == true)
            #expect(await monitor.identifiers == ["Campus", "Odd"])
            #expect(await monitor.record(for: "Odd")?.lastEvent.state == .unmonitored)
            await monitor.remove("Odd")
            #expect(await monitor.record(for: "Odd") == nil)
        }
    }

    @Test
    func
        `LD1 LD16: a condition that can be monitored takes the place of one that cannot, and the other way round`()
        async
    {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let monitor = await CLMonitor("Greeter")
            let campus = CLMonitor.CircularGeographicCondition(center: Scene.entrance, radius: 100)
            await monitor.add(Weather(), identifier: "Campus")
            await monitor.add(campus, identifier: "Campus")
            #expect(await monitor.record(for: "Campus")?.condition is CLMonitor.CircularGeographicCondition)
            await monitor.add(Weather(), identifier: "Campus")
            #expect(await monitor.record(for: "Campus")?.condition is Weather)
            #expect(await monitor.identifiers == ["Campus"])
        }
    }

    @Test func `L79: without a store every condition is reported as such`() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data().write(to: file)
        defer { unlink(file.path) }
        let surroundings = await Device.surroundings(in: file.path)
        await Surroundings.using(surroundings) {
            let monitor = await CLMonitor("Greeter")
            let log = EventLog(of: monitor)
            await surroundings.whenRead()
            await monitor.add(
                CLMonitor.CircularGeographicCondition(center: Scene.entrance, radius: 100),
                identifier: "Campus")
            await surroundings.settle()
            #expect(log.lines == ["Campus unmonitored"])
            #expect(log.events.first?.persistenceUnavailable == true)
        }
    }

    /// What a process that ended wrote on standard error.
    private func lastWords(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test func `L4 LD16: a second open of a live name ends the process`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let surroundings = await Device.surroundings(in: Device.newFolder())
            await Surroundings.using(surroundings) {
                let first = await CLMonitor("Greeter")
                let second = await CLMonitor("Greeter")
                withExtendedLifetime((first, second)) {}
            }
        }
        #expect(lastWords(result).contains("The monitor \"Greeter\" is open already."))
    }

    @Test func `L7 LD16: a name that is not allowed ends the process`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let surroundings = await Device.surroundings(in: Device.newFolder())
            await Surroundings.using(surroundings) { _ = await CLMonitor("over/there") }
        }
        #expect(lastWords(result).contains("\"over/there\" is no name"))
    }

    @Test func `LD4 LD16: a forbidden identifier ends the process, though its condition is not supported`()
        async
    {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let surroundings = await Device.surroundings(in: Device.newFolder())
            await Surroundings.using(surroundings) {
                await CLMonitor("Greeter").add(Weather(), identifier: "over/there")
            }
        }
        #expect(lastWords(result).contains("\"over/there\" is no name"))
    }

}
