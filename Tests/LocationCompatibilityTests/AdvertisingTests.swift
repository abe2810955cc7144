import Beacons
import Foundation
import Geodesy
import LocationCompatibility
import Monitoring
import Observations
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct AdvertisingTests {
    private let region = CLBeaconRegion(uuid: Scene.uuid, major: 3, minor: 4, identifier: "Entrance")

    /// A manager that advertises the region as soon as it can.
    private final class Advertiser: NSObject, CBPeripheralManagerDelegate {
        private let data: [String: Any]?
        private(set) var lines: [String] = []
        private(set) var manager: CBPeripheralManager?

        init(_ data: NSDictionary) {
            self.data = data as? [String: Any]
            super.init()
            manager = CBPeripheralManager(delegate: self, queue: nil, options: nil)
        }

        func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
            lines.append("\(peripheral.state)")
            if peripheral.state == .poweredOn { peripheral.startAdvertising(data) }
        }

        func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?) {
            lines.append(error.map { "\($0)" } ?? "started")
        }
    }

    private func surroundings(_ transmitter: Transmitter?) async -> Surroundings {
        await Device.surroundings(in: Device.newFolder(), transmitter: transmitter)
    }

    @Test func `L138 L139 L140 L144 L148: what a region gives is what is sent, once the radio is on`()
        async throws
    {
        let sent = Box<[IBeaconFrame?]>([])
        let surroundings = await surroundings(Transmitter { frame in sent.change { $0.append(frame) } })
        try await Surroundings.using(surroundings) {
            let advertiser = Advertiser(region.peripheralData(withMeasuredPower: -62))
            await surroundings.settle()
            #expect(advertiser.lines == ["poweredOn", "started"])
            let frame = try #require(sent.value.first ?? nil)
            #expect(frame.advertisingData.count == 30)
            #expect(frame.identity.major == 3 && frame.identity.minor == 4 && frame.measuredPower == -62)
            #expect(advertiser.manager?.isAdvertising == true)
            advertiser.manager?.stopAdvertising()
            #expect(sent.value.last == .some(nil))
            #expect(advertiser.manager?.isAdvertising == false)
        }
    }

    @Test func `L145 L146: what is not given is the device's power, and 0 for major and minor`() async throws
    {
        let sent = Box<IBeaconFrame?>(nil)
        let surroundings = await surroundings(Transmitter { frame in sent.change { $0 = frame } })
        try await Surroundings.using(surroundings) {
            let whole = CLBeaconRegion(uuid: Scene.uuid, identifier: "Office")
            let advertiser = Advertiser(whole.peripheralData(withMeasuredPower: nil))
            await surroundings.settle()
            let frame = try #require(sent.value)
            #expect(frame.measuredPower == -59 && frame.identity.major == 0 && frame.identity.minor == 0)
            withExtendedLifetime(advertiser) {}
        }
    }

    @Test func `L147: leaving the foreground ends advertising`() async {
        let sent = Box<[IBeaconFrame?]>([])
        let surroundings = await surroundings(Transmitter { frame in sent.change { $0.append(frame) } })
        await Surroundings.using(surroundings) {
            let advertiser = Advertiser(region.peripheralData(withMeasuredPower: nil))
            await surroundings.settle()
            surroundings.authority.setInUse(false)
            await surroundings.settle()
            #expect(advertiser.manager?.isAdvertising == false)
            #expect(sent.value.count == 2 && sent.value.last == .some(nil))
        }
    }

    @Test func `L147: out of the foreground advertising does not begin`() async {
        let sent = Box<[IBeaconFrame?]>([])
        let surroundings = await surroundings(Transmitter { frame in sent.change { $0.append(frame) } })
        surroundings.authority.setInUse(false)
        await Surroundings.using(surroundings) {
            let advertiser = Advertiser(region.peripheralData(withMeasuredPower: nil))
            await surroundings.settle()
            #expect(advertiser.lines == ["poweredOn", "\(CBError(.unknown))"])
            #expect(sent.value.isEmpty)
        }
    }

    @Test func `a device without a transmitter does not support advertising, and says so`() async {
        let surroundings = await surroundings(nil)
        await Surroundings.using(surroundings) {
            let advertiser = Advertiser(region.peripheralData(withMeasuredPower: nil))
            await surroundings.settle()
            #expect(advertiser.lines == ["unsupported"])
        }
    }

    @Test func `a radio that is switched off ends advertising, and its return is reported`() async {
        let sent = Box<[IBeaconFrame?]>([])
        let surroundings = await surroundings(Transmitter { frame in sent.change { $0.append(frame) } })
        await Surroundings.using(surroundings) {
            let advertiser = Advertiser(region.peripheralData(withMeasuredPower: nil))
            await surroundings.settle()
            await surroundings.play(Scene.radio(.off, 1))
            #expect(advertiser.manager?.isAdvertising == false)
            #expect(sent.value.count == 2 && sent.value.last == .some(nil))
            await surroundings.play(Scene.radio(.on, 2))
            #expect(advertiser.lines == ["poweredOn", "started", "poweredOff", "poweredOn", "started"])
        }
    }

    @Test func `data that no region gave is refused`() async {
        let surroundings = await surroundings(Transmitter { _ in })
        await Surroundings.using(surroundings) {
            let advertiser = Advertiser(NSDictionary(object: NSData(), forKey: NSString(string: "name")))
            await surroundings.settle()
            #expect(advertiser.lines == ["poweredOn", "\(CBError(.invalidParameters))"])
        }
    }

    @Test func `L42: another simulated device hears what is advertised, as long as it is`() async throws {
        let air = SimulatedAir()
        let place = try #require(Coordinate(latitude: 35, longitude: 139))
        let tablet = await surroundings(air.transmitter(at: place))
        let phone = await surroundings(nil)
        let advertiser = await Surroundings.using(tablet) {
            Advertiser(region.peripheralData(withMeasuredPower: nil))
        }
        await tablet.settle()
        let log = DelegateLog()
        var day = SimulatedSurroundings(seed: 1, from: Scene.morning, until: Scene.time(60))
        day.path = [SimulatedSurroundings.Waypoint(Scene.morning, at: place)]
        await Surroundings.using(phone) {
            let manager = CLLocationManager()
            manager.delegate = log
            manager.startMonitoring(for: region)
            await phone.play(day, in: air)
            advertiser.manager?.stopAdvertising()
            day.start = Scene.time(61)
            day.end = Scene.time(120)
            await phone.play(day, in: air)
        }
        #expect(
            log.lines.filter { $0.hasSuffix("Entrance") } == [
                "started Entrance", "inside Entrance", "exit Entrance", "outside Entrance",
            ])
    }
}
