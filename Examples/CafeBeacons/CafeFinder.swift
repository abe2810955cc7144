import Foundation
// With `import CoreLocation` in place of the next line this file is an Apple app's.
import LocationCompatibility

/// Finds the café in which the person stands, in two stages: regions report that beacons are near, ranging reports which is nearest.
@MainActor final class CafeFinder: NSObject, CLLocationManagerDelegate {
    private let locationManager = CLLocationManager()
    private let proximityUUID: UUID
    private let show: (CLBeaconMajorValue, CLBeaconMinorValue) -> Void
    private var rangedRegions: [CLBeaconRegion] = []
    private var shown: [CLBeaconMajorValue] = []

    /// Makes a finder that shows the café of a site and spot.
    init(proximityUUID: UUID, show: @escaping (CLBeaconMajorValue, CLBeaconMinorValue) -> Void) {
        self.proximityUUID = proximityUUID
        self.show = show
        super.init()
        locationManager.delegate = self
    }

    /// Begins, at the moment at which the person wants the nearest café: they see what the question is for.
    func start() {
        locationManager.requestWhenInUseAuthorization()
    }

    func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {
        switch status {
        case .notDetermined: print("Not asked yet: every café is listed.")
        case .restricted, .denied: print("No positions: choose a café from the list.")
        case .authorizedWhenInUse, .authorizedAlways: monitorBeacons()
        }
    }

    // Stage 1: monitoring.
    private func monitorBeacons() {
        guard CLLocationManager.isMonitoringAvailable(for: CLBeaconRegion.self) else { return }
        let constraint = CLBeaconIdentityConstraint(uuid: proximityUUID)
        let region = CLBeaconRegion(beaconIdentityConstraint: constraint, identifier: "Cafés")
        locationManager.startMonitoring(for: region)
        print("Looking for cafés.")
    }

    // Stage 2: ranging inside.
    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
        guard let region = region as? CLBeaconRegion, CLLocationManager.isRangingAvailable() else { return }
        print("A café is near.")
        manager.startRangingBeacons(satisfying: region.beaconIdentityConstraint)
        rangedRegions.append(region)
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
        print("No café is near.")
        for region in rangedRegions {
            manager.stopRangingBeacons(satisfying: region.beaconIdentityConstraint)
        }
        rangedRegions = []
        shown = []
    }

    func locationManager(
        _ manager: CLLocationManager, didRangeBeacons beacons: [CLBeacon], in region: CLBeaconRegion
    ) {
        guard let nearest = beacons.first else { return }
        let major = CLBeaconMajorValue(truncating: nearest.major)
        // The session's listing reads the major a second time here.
        let minor = CLBeaconMinorValue(truncating: nearest.minor)
        switch nearest.proximity {
        case .immediate, .near: showOnce(major, minor)
        case .far, .unknown: break
        }
    }

    private func showOnce(_ major: CLBeaconMajorValue, _ minor: CLBeaconMinorValue) {
        guard shown != [major, minor] else { return }
        shown = [major, minor]
        show(major, minor)
    }
}
