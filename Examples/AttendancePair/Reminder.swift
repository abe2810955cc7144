import Foundation
// With `import CoreLocation` in place of the next line this file is an Apple app's.
import LocationCompatibility

/// The employee's phone: it reminds of clocking in and out at the reception.
@MainActor final class Reminder: NSObject, CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    private let region: CLBeaconRegion
    private let notices: Notices

    /// Makes a reminder for the region of the reception.
    init(at region: CLBeaconRegion, notices: Notices) {
        self.region = region
        self.notices = notices
        super.init()
        manager.delegate = self
        manager.requestAlwaysAuthorization()
    }

    func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {
        guard status == .authorizedAlways || status == .authorizedWhenInUse,
            CLLocationManager.isMonitoringAvailable(for: CLBeaconRegion.self)
        else { return }
        region.notifyEntryStateOnDisplay = true
        manager.startMonitoring(for: region)
    }

    func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
        manager.requestState(for: region)
    }

    func locationManager(
        _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
    ) {
        if state == .inside { notices.post("Clock in?") }
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
        notices.post("Clock in?")
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
        notices.post("Clock out?")
    }
}
