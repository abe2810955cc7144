import Foundation
import LocationCompatibility
import Monitoring
import Observations
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct RegionMonitoringTests {
    private let log = DelegateLog()
    private let campus = CLCircularRegion(center: Scene.entrance, radius: 150, identifier: "Campus")
    private let office = CLBeaconRegion(uuid: Scene.uuid, identifier: "Office")

    private func makeManager() -> CLLocationManager {
        let manager = CLLocationManager()
        manager.delegate = log
        return manager
    }

    @Test func `L112 L120: a crossing reaches the delegate, first as such and then as a state`() async {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let manager = makeManager()
            manager.startMonitoring(for: campus)
            await device.surroundings.settle()
            #expect(log.take() == ["started Campus"])
            await device.surroundings.play(Scene.visit)
            #expect(
                log.take() == [
                    "outside Campus", "enter Campus", "inside Campus", "exit Campus", "outside Campus",
                ])
        }
    }

    @Test func `L110: being inside from the beginning is no entry`() async {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let manager = makeManager()
            manager.startMonitoring(for: office)
            await device.surroundings.play(Scene.sighting(0))
            #expect(log.take() == ["started Office", "inside Office"])
        }
    }

    @Test func `L111: a requested state is reported as far as it is known`() async {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let manager = makeManager()
            manager.startMonitoring(for: office)
            manager.requestState(for: office)
            manager.requestState(for: campus)
            await device.surroundings.settle()
            #expect(log.take() == ["started Office", "unknown Office", "unknown Campus"])
            await device.surroundings.play(Scene.sighting(0))
            manager.requestState(for: office)
            await device.surroundings.settle()
            #expect(log.take() == ["inside Office", "inside Office"])
        }
    }

    @Test(arguments: [(true, false), (false, true), (false, false)])
    func `L113: what is not to be told is not`(notifyOnEntry: Bool, notifyOnExit: Bool) async {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let manager = makeManager()
            campus.notifyOnEntry = notifyOnEntry
            campus.notifyOnExit = notifyOnExit
            manager.startMonitoring(for: campus)
            await device.surroundings.play(Scene.visit)
            let lines = log.take()
            #expect(lines.contains("enter Campus") == notifyOnEntry)
            #expect(lines.contains("exit Campus") == notifyOnExit)
            #expect(lines.filter { $0.hasSuffix("side Campus") }.count == 3)
        }
    }

    @Test func `L115 L119: every live manager gets events, and any of them can stop a region`() async {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let (first, second, third) = (makeManager(), CLLocationManager(), CLLocationManager())
            let others = [DelegateLog(), DelegateLog()]
            second.delegate = others[0]
            third.delegate = others[1]
            first.startMonitoring(for: office)
            await device.surroundings.play(
                Scene.silence(until: 0) + Scene.silence(until: 40) + Scene.sighting(50)
                    + Scene.silence(until: 90))
            let told = [
                "outside Office", "enter Office", "inside Office", "exit Office", "outside Office",
            ]
            #expect(log.take() == ["started Office"] + told)
            for other in others { #expect(other.take() == told) }
            second.stopMonitoring(for: office)
            await device.surroundings.settle()
            #expect(first.monitoredRegions.isEmpty)
        }
    }

    @Test func `L116 L67: a second start finds its regions, and gets the crossing in between`()
        async throws
    {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let manager = makeManager()
            office.notifyEntryStateOnDisplay = true
            manager.startMonitoring(for: office)
            manager.startMonitoring(for: campus)
            await device.surroundings.play(Scene.sighting(0))
            #expect(log.take() == ["started Office", "started Campus", "inside Office"])
        }
        await device.restart()
        try await Surroundings.using(device.surroundings) {
            await device.surroundings.play(Scene.silence(until: 100) + Scene.silence(until: 140))
            let manager = makeManager()
            let found = try #require(
                manager.monitoredRegions.first { $0 is CLBeaconRegion } as? CLBeaconRegion)
            #expect(found.beaconIdentityConstraint == office.beaconIdentityConstraint)
            #expect(found.notifyEntryStateOnDisplay)
            #expect(manager.monitoredRegions == [office, campus])
            manager.startMonitoring(for: office)
            await device.surroundings.settle()
            #expect(log.take() == ["exit Office", "outside Office", "started Office"])
        }
    }

    @Test func `L117: the same kind and identifier replaces, another kind does not`() async {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let manager = makeManager()
            manager.startMonitoring(for: campus)
            manager.startMonitoring(for: CLBeaconRegion(uuid: Scene.uuid, identifier: "Campus"))
            let larger = CLCircularRegion(center: Scene.entrance, radius: 300, identifier: "Campus")
            larger.notifyOnExit = false
            manager.startMonitoring(for: larger)
            await device.surroundings.settle()
            let circles = manager.monitoredRegions.compactMap { $0 as? CLCircularRegion }
            #expect(circles.map(\.radius) == [300])
            #expect(circles.map(\.notifyOnExit) == [false])
            #expect(manager.monitoredRegions.count == 2)
        }
    }

    @Test func `L121: several beacons of a region make one entry and one exit`() async {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let manager = makeManager()
            manager.startMonitoring(for: office)
            await device.surroundings.play(
                Scene.silence(until: 0) + Scene.silence(until: 40) + Scene.sighting(minor: 1, 50)
                    + Scene.sighting(minor: 2, 60) + Scene.silence(until: 85) + Scene.silence(until: 100))
            #expect(
                log.take() == [
                    "started Office", "outside Office", "enter Office", "inside Office", "exit Office",
                    "outside Office",
                ])
        }
    }

    @Test(arguments: [true, false])
    func `L122: a radio that was off makes no crossing, only a state`(isStillThere: Bool) async {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let manager = makeManager()
            manager.startMonitoring(for: office)
            await device.surroundings.play(Scene.sighting(0))
            _ = log.take()
            await device.surroundings.play(Scene.radio(.off, 10) + Scene.radio(.on, 20))
            #expect(log.take() == [])
            await device.surroundings.play(
                isStillThere ? Scene.sighting(30) : Scene.silence(until: 30) + Scene.silence(until: 60))
            #expect(log.take() == [isStillThere ? "inside Office" : "outside Office"])
        }
    }

    private static let impossible = [
        CLCircularRegion(center: Scene.entrance, radius: 30_000_000, identifier: "Large"),
        CLCircularRegion(center: Scene.entrance, radius: .nan, identifier: "Nowhere"),
        CLCircularRegion(center: kCLLocationCoordinate2DInvalid, radius: 10, identifier: "Off"),
        CLBeaconRegion(uuid: Scene.uuid, identifier: String(repeating: "Upstairs", count: 20)),
    ]

    @Test(arguments: 0..<4) func `L52: a region that cannot be monitored fails`(index: Int) async {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let manager = makeManager()
            manager.startMonitoring(for: Self.impossible[index])
            await device.surroundings.settle()
            #expect(log.take() == ["failed \(Self.impossible[index].identifier) regionMonitoringFailure"])
            #expect(manager.monitoredRegions.isEmpty)
        }
    }

    @Test(arguments: ["", " ", "com.example/café no. 3", "受付", "a_2f_b", "door–\u{1F6AA} "])
    func `L116: any identifier is found again as it was`(identifier: String) async {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let manager = makeManager()
            manager.startMonitoring(for: CLBeaconRegion(uuid: Scene.uuid, identifier: identifier))
            await device.surroundings.settle()
            #expect(manager.monitoredRegions.count == 1)
            #expect(log.take() == ["started \(identifier)"])
        }
        await device.restart()
        await Surroundings.using(device.surroundings) {
            #expect(CLLocationManager().monitoredRegions.map(\.identifier) == [identifier])
        }
    }

    @Test(arguments: [true, false])
    func `L114: waking the device inside reports the region, if the region says so`(says: Bool)
        async
    {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let manager = makeManager()
            office.notifyEntryStateOnDisplay = says
            manager.startMonitoring(for: office)
            await device.surroundings.play(Scene.sighting(0))
            device.surroundings.authority.setInUse(false)
            await device.surroundings.settle()
            _ = log.take()
            device.surroundings.authority.setInUse(true)
            await device.surroundings.settle()
            #expect(log.take() == (says ? ["inside Office"] : []))
        }
    }

    @Test func `with always, crossings are reported while the program is not in use`() async {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let manager = makeManager()
            manager.startMonitoring(for: office)
            await device.surroundings.play(Scene.sighting(0))
            device.surroundings.authority.setInUse(false)
            await device.surroundings.play(Scene.silence(until: 40))
            #expect(log.take() == ["started Office", "inside Office", "exit Office", "outside Office"])
        }
    }

    @Test func `L118: a start and a stop show once they have been carried out`() async {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let manager = makeManager()
            manager.startMonitoring(for: office)
            await device.surroundings.settle()
            #expect(manager.monitoredRegions == [office])
            manager.stopMonitoring(for: office)
            await device.surroundings.settle()
            #expect(manager.monitoredRegions.isEmpty)
        }
    }

    @Test func `L50: a region for which there is no room fails`() async {
        let device = await Device(limit: .atMost(1))
        await Surroundings.using(device.surroundings) {
            let manager = makeManager()
            manager.startMonitoring(for: campus)
            manager.startMonitoring(for: office)
            await device.surroundings.settle()
            #expect(log.take() == ["started Campus", "failed Office regionMonitoringFailure"])
            #expect(manager.monitoredRegions == [campus])
        }
    }

    @Test func `L47 L50 LD3: regions and conditions of all monitors count together`() async {
        let device = await Device(limit: .atMost(2))
        await Surroundings.using(device.surroundings) {
            let manager = makeManager()
            let monitor = await CLMonitor("Greeter")
            let condition = CLMonitor.BeaconIdentityCondition(uuid: Scene.uuid)
            await monitor.add(condition, identifier: "Entrance")
            manager.startMonitoring(for: campus)
            await device.surroundings.settle()
            await monitor.add(condition, identifier: "Kitchen")
            manager.startMonitoring(for: office)
            let events = EventLog(of: monitor)
            await device.surroundings.whenRead()
            await device.surroundings.settle()
            #expect(log.take() == ["started Campus", "failed Office regionMonitoringFailure"])
            #expect(events.lines == ["Kitchen unmonitored"])
            #expect(events.events.first?.conditionLimitExceeded == true)
            manager.stopMonitoring(for: campus)
            await device.surroundings.settle()
            #expect(events.lines == ["Kitchen unmonitored", "Kitchen unknown"])
            await monitor.remove("Entrance")
            manager.startMonitoring(for: office)
            await device.surroundings.settle()
            #expect(log.take() == ["started Office"])
        }
    }

    @Test func `L53 L99: kinds of regions are available, whatever is allowed`() async {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            #expect(CLLocationManager.isMonitoringAvailable(for: CLBeaconRegion.self))
            #expect(CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self))
            #expect(!CLLocationManager.isMonitoringAvailable(for: NSObject.self))
            #expect(makeManager().maximumRegionMonitoringDistance == 20_037_508.342789244)
        }
    }
}
