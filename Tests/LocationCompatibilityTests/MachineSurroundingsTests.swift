import Foundation
import LocationCompatibility
import Testing

/// A program that installs no surroundings; each runs in a process of its own, in an empty home.
@Suite(.timeLimit(.minutes(1))) struct MachineSurroundingsTests {
    /// Gives the process a home of its own, and an adapter that no machine has.
    static func beginWithoutRadio() {
        setenv("XDG_STATE_HOME", Device.newFolder(), 1)
        setenv("XDG_CONFIG_HOME", Device.newFolder(), 1)
        setenv("VICINITY_ADAPTER", "hci65535", 1)
    }

    @Test func `without a radio, managers answer as on a phone without the hardware, and nothing traps`()
        async
    {
        await #expect(processExitsWith: .success) { @MainActor in
            MachineSurroundingsTests.beginWithoutRadio()
            #expect(!CLLocationManager.isRangingAvailable())
            #expect(!CLLocationManager.isMonitoringAvailable(for: CLBeaconRegion.self))
            #expect(!CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self))
            #expect(CLLocationManager.locationServicesEnabled())
            let (manager, log) = (CLLocationManager(), MachineLog())
            #expect(manager.authorizationStatus == .notDetermined)
            #expect(manager.monitoredRegions.isEmpty)
            #expect(manager.location == nil)
            manager.delegate = log
            manager.requestWhenInUseAuthorization()
            let region = CLBeaconRegion(uuid: UUID(), identifier: "office")
            manager.startMonitoring(for: region)
            manager.startRangingBeacons(satisfying: region.beaconIdentityConstraint)
            manager.startUpdatingLocation()
            let peripheral = CBPeripheralManager(delegate: log, queue: nil)
            await log.wait { $0.states.last == .unsupported }
            #expect(peripheral.state == .unsupported)
            peripheral.startAdvertising(region.peripheralData(withMeasuredPower: nil) as? [String: Any])
            await log.wait { $0.advertisingErrors == [CBError(.unknown)] }
            await log.wait { $0.begun == ["office"] }
            // Nobody can answer the question, so it stays open.
            #expect(manager.authorizationStatus == .notDetermined)
            let monitor = await CLMonitor("Greeter")
            await monitor.add(CLMonitor.BeaconIdentityCondition(uuid: UUID()), identifier: "door")
            #expect(await monitor.record(for: "door")?.lastEvent.state == .unknown)
        }
    }

    @Test func `an adapter that is written wrongly is none, and the forms are reported`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            @MainActor in
            MachineSurroundingsTests.beginWithoutRadio()
            setenv("VICINITY_ADAPTER", "bluetooth please", 1)
            #expect(!CLLocationManager.isRangingAvailable())
            let log = MachineLog()
            let peripheral = CBPeripheralManager(delegate: log, queue: nil)
            await log.wait { $0.states.last == .unsupported }
            #expect(peripheral.state == .unsupported)
            let monitor = await CLMonitor("Greeter")
            await monitor.add(CLMonitor.BeaconIdentityCondition(uuid: UUID()), identifier: "door")
            #expect(await monitor.record(for: "door")?.lastEvent.state == .unknown)
        }
        let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(words.contains("VICINITY_ADAPTER is auto, bluez"))
    }

    @Test func `regions of an earlier run are there at once`() async {
        let state = Device.newFolder()
        setenv("MACHINE_TEST_STATE", state, 1)
        for isSecond in [false, true] {
            setenv("MACHINE_TEST_SECOND", isSecond ? "1" : "", 1)
            await #expect(processExitsWith: .success) { @MainActor in
                let environment = ProcessInfo.processInfo.environment
                MachineSurroundingsTests.beginWithoutRadio()
                setenv("XDG_STATE_HOME", environment["MACHINE_TEST_STATE"] ?? "", 1)
                let (manager, log) = (CLLocationManager(), MachineLog())
                let identifiers = manager.monitoredRegions.map(\.identifier)
                #expect(identifiers == (environment["MACHINE_TEST_SECOND"] == "1" ? ["office"] : []))
                manager.delegate = log
                manager.startMonitoring(for: CLBeaconRegion(uuid: UUID(), identifier: "office"))
                await log.wait { $0.begun == ["office"] }
            }
        }
    }
}

/// Collects the calls of managers.
@MainActor private final class MachineLog: NSObject, CLLocationManagerDelegate, CBPeripheralManagerDelegate {
    private(set) var states: [CBManagerState] = []
    private(set) var begun: [String] = []
    private(set) var advertisingErrors: [CBError?] = []

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        states.append(peripheral.state)
    }

    func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?) {
        advertisingErrors.append(error as? CBError)
    }

    func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
        begun.append(region.identifier)
    }

    /// Waits until a condition holds; the test's time limit ends a wait in vain.
    func wait(until isSo: (MachineLog) -> Bool) async {
        while !isSo(self) { await Task.yield() }
    }
}
