import Authorization
import Foundation
import LocationCompatibility
import Monitoring
import Observations
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct RangingTests {
    private let log = DelegateLog()
    private let all = CLBeaconIdentityConstraint(uuid: Scene.uuid)

    private func makeManager() -> CLLocationManager {
        let manager = CLLocationManager()
        manager.delegate = log
        return manager
    }

    @Test
    func
        `L124 L127 L128 L130 L131 L132 LD8: beacons come nearest first on a beat, and none is an empty array`()
        async throws
    {
        let device = await Device()
        try await Surroundings.using(device.surroundings) {
            let manager = makeManager()
            manager.startRangingBeacons(satisfying: all)
            await device.surroundings.play(
                Scene.sighting(minor: 1, rssi: -80, 0) + Scene.sighting(minor: 2, rssi: -60, 0)
                    + Scene.silence(until: 1))
            #expect(log.take().last == "ranged 1.2 near, 1.1 far")
            let nearest = try #require(log.ranged.first)
            #expect(nearest.uuid == Scene.uuid && nearest.accuracy > 0)
            #expect(nearest.timestamp == Date(timeIntervalSince1970: 1_600_000_000))
            await device.surroundings.play(Scene.silence(until: 12))
            #expect(log.take().last == "ranged ")
        }
    }

    @Test
    func `LD19: ranging a constraint also tells of monitored regions of such beacons, in the older way`()
        async
    {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let manager = makeManager()
            manager.startMonitoring(for: CLBeaconRegion(uuid: Scene.uuid, major: 1, identifier: "Café"))
            manager.startMonitoring(for: CLBeaconRegion(uuid: UUID(), identifier: "Elsewhere"))
            await device.surroundings.settle()
            manager.startRangingBeacons(satisfying: all)
            await device.surroundings.play(
                Scene.sighting(major: 2, minor: 1, 0) + Scene.sighting(major: 1, minor: 1, 0))
            #expect(
                log.take().suffix(3) == [
                    "inside Café", "ranged 1.1 near, 2.1 near", "ranged 1.1 near in Café",
                ])
        }
    }

    @Test func `L133: beacons with equal uuid, major and minor are elements of their own`() async {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let manager = makeManager()
            manager.startRangingBeacons(satisfying: all)
            await device.surroundings.play(
                Scene.sighting(rssi: -80, device: 1, 0) + Scene.sighting(rssi: -60, device: 0, 0)
                    + Scene.silence(until: 1))
            #expect(log.take().last == "ranged 1.1 near, 1.1 far")
        }
    }

    @Test func `ranging a region tells of it alone`() async {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let manager = makeManager()
            let region = CLBeaconRegion(uuid: Scene.uuid, major: 1, identifier: "Café")
            manager.startRangingBeacons(in: region)
            #expect(manager.rangedRegions == [region])
            await device.surroundings.play(Scene.sighting(0))
            #expect(log.take() == ["ranged 1.1 near in Café"])
            manager.stopRangingBeacons(in: region)
            await device.surroundings.play(Scene.sighting(minor: 2, 1) + Scene.silence(until: 3))
            #expect(log.take() == [])
        }
    }

    @Test func `L134: ranging runs until it is stopped with an equal constraint`() async {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let manager = makeManager()
            manager.startRangingBeacons(satisfying: all)
            manager.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: Scene.uuid))
            #expect(manager.rangedBeaconConstraints == [all])
            await device.surroundings.play(Scene.sighting(0))
            #expect(log.take() == ["ranged 1.1 near"])
            manager.stopRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: Scene.uuid))
            await device.surroundings.play(Scene.sighting(minor: 2, 1) + Scene.silence(until: 3))
            #expect(log.take() == [] && manager.rangedBeaconConstraints.isEmpty)
        }
    }

    @Test func `L95: ranging without consent, or with the radio off, fails and says why`() async {
        let device = await Device()
        await Surroundings.using(device.surroundings) {
            let manager = makeManager()
            manager.startRangingBeacons(satisfying: all)
            await device.surroundings.play(Scene.sighting(0) + Scene.radio(.off, 1))
            #expect(log.take() == ["ranged 1.1 near", "ranging failed rangingUnavailable"])
            device.surroundings.authority.set(.refused)
            await device.surroundings.settle()
            #expect(log.take() == ["ranging failed denied"])
        }
    }

    @Test func `L99: ranging is available whatever is allowed`() async {
        let surroundings = await Device.surroundings(in: Device.newFolder(), grant: .refused)
        await Surroundings.using(surroundings) { #expect(CLLocationManager.isRangingAvailable()) }
    }
}
