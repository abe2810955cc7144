import Foundation
// With `import CoreBluetooth` and `import CoreLocation` in place of the next line this file is an Apple app's.
import LocationCompatibility

/// The tablet at the reception: it says over the air where it stands.
@MainActor final class Advertiser: NSObject, CBPeripheralManagerDelegate {
    private let region: CLBeaconRegion
    private var manager: CBPeripheralManager?

    /// Makes an advertiser for a region, which begins as soon as the radio is on.
    init(_ region: CLBeaconRegion) {
        self.region = region
        super.init()
        manager = CBPeripheralManager(delegate: self, queue: nil)
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        guard peripheral.state == .poweredOn else { return }
        peripheral.startAdvertising(region.peripheralData(withMeasuredPower: nil) as? [String: Any])
    }

    func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?) {
        print(error.map { "The reception is silent: \($0)" } ?? "The reception advertises.")
    }
}
