import Foundation
import LocationCompatibility

/// Keeps what a manager tells, one line for each call.
@MainActor final class DelegateLog: NSObject, CLLocationManagerDelegate {
    private(set) var lines: [String] = []
    /// The beacons that were ranged last.
    private(set) var ranged: [CLBeacon] = []
    /// The positions that were told.
    private(set) var locations: [CLLocation] = []
    /// What was allowed when the newer and the older method were called.
    private(set) var statuses: [CLAuthorizationStatus] = []
    private(set) var olderStatuses: [CLAuthorizationStatus] = []

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

    func locationManager(
        _ manager: CLLocationManager, didRange beacons: [CLBeacon],
        satisfying beaconConstraint: CLBeaconIdentityConstraint
    ) {
        ranged = beacons
        lines.append("ranged \(Self.names(of: beacons))")
    }

    func locationManager(
        _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
        error: any Error
    ) {
        lines.append("ranging failed \((error as? CLError).map { "\($0.code)" } ?? "\(error)")")
    }

    func locationManager(
        _ manager: CLLocationManager, didRangeBeacons beacons: [CLBeacon], in region: CLBeaconRegion
    ) {
        lines.append("ranged \(Self.names(of: beacons)) in \(region.identifier)")
    }

    func locationManager(
        _ manager: CLLocationManager, rangingBeaconsDidFailFor region: CLBeaconRegion,
        withError error: any Error
    ) {
        lines.append("ranging failed in \(region.identifier)")
    }

    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        statuses.append(manager.authorizationStatus)
    }

    func locationManager(
        _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
    ) {
        olderStatuses.append(status)
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        self.locations += locations
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
        lines.append("failed \((error as? CLError).map { "\($0.code)" } ?? "\(error)")")
    }

    private static func names(of beacons: [CLBeacon]) -> String {
        beacons.map { "\($0.major).\($0.minor) \($0.proximity)" }.joined(separator: ", ")
    }
}
