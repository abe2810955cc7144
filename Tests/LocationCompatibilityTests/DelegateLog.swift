import Foundation
import LocationCompatibility

/// Keeps what a manager tells, one line for each call.
@MainActor final class DelegateLog: NSObject, CLLocationManagerDelegate {
    private(set) var lines: [String] = []

    /// What was told since the last time.
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
        lines.append("enter \(region.identifier)")
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
        lines.append("exit \(region.identifier)")
    }

    func locationManager(
        _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
    ) {
        lines.append("\(state) \(region.identifier)")
    }

    func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
        lines.append("started \(region.identifier)")
    }

    func locationManager(
        _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
    ) {
        let code = (error as? CLError).map { "\($0.code)" } ?? "\(error)"
        lines.append("failed \(region?.identifier ?? "-") \(code)")
    }
}
