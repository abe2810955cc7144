import Beacons
import Conditions
import Monitoring
import Ranging

/// The target of a manager's ranging: the beacons of a constraint, or those of a region with the older
/// methods.
enum RangingOrder: Hashable, Sendable {
    case constraint(BeaconIdentityConstraint)
    case region(RegionRegistration)

    /// The beacons; `nil` for a region without beacons.
    var constraint: BeaconIdentityConstraint? {
        switch self {
        case .constraint(let constraint): constraint
        case .region(let registration): registration.beacons
        }
    }

    /// Passes a report to a manager: the ranged beacons, or the reason why there are none.
    func tell(
        _ report: RangingReport, to callbacks: SerialCallbacks<CLLocationManager>,
        monitored: Set<RegionRegistration>
    ) {
        switch self {
        case .region(let registration): tell(report, of: registration, to: callbacks)
        case .constraint:
            tellConstraint(report, to: callbacks)
            for registration in monitored where report.covers(registration) {
                tell(report, of: registration, to: callbacks)
            }
        }
    }

    private func tellConstraint(_ report: RangingReport, to callbacks: SerialCallbacks<CLLocationManager>) {
        callbacks.tell { delegate, manager in
            let constraint = CLBeaconIdentityConstraint(report.constraint)
            if let error = report.error {
                delegate.locationManager(manager, didFailRangingFor: constraint, error: error)
            } else {
                delegate.locationManager(
                    manager, didRange: report.beacons.map(CLBeacon.init), satisfying: constraint)
            }
        }
    }

    private func tell(
        _ report: RangingReport, of registration: RegionRegistration,
        to callbacks: SerialCallbacks<CLLocationManager>
    ) {
        guard let wanted = registration.beacons else { return }
        callbacks.tell { delegate, manager in
            guard let region = registration.region as? CLBeaconRegion else { return }
            if let error = report.error {
                delegate.locationManager(manager, rangingBeaconsDidFailFor: region, withError: error)
            } else {
                let beacons = report.beacons.filter { wanted.matches($0.identity) }
                delegate.locationManager(manager, didRangeBeacons: beacons.map(CLBeacon.init), in: region)
            }
        }
    }
}

extension RangingReport {
    /// The reason why nothing is ranged, if there is one.
    fileprivate var error: CLError? {
        guard !diagnostics.isEmpty else { return nil }
        return CLError(diagnostics.contains(.sourceUnavailable) ? .rangingUnavailable : .denied)
    }

    /// Whether the ranged beacons include all beacons of a region.
    fileprivate func covers(_ registration: RegionRegistration) -> Bool {
        guard let beacons = registration.beacons, beacons.uuid == constraint.uuid else { return false }
        return (constraint.major == nil || constraint.major == beacons.major)
            && (constraint.minor == nil || constraint.minor == beacons.minor)
    }
}

extension RegionRegistration {
    /// The beacons of a beacon region.
    var beacons: BeaconIdentityConstraint? {
        if case .beacons(let constraint) = shape { constraint } else { nil }
    }
}
