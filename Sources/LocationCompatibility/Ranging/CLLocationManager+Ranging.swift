import Beacons

extension CLLocationManager {
    /// Whether beacons can be ranged here; it does not depend on permission (L99).
    public static func isRangingAvailable() -> Bool { Surroundings.current.radio?.isPresent ?? true }

    /// The constraints that this manager ranges.
    public var rangedBeaconConstraints: Set<CLBeaconIdentityConstraint> {
        Set(client.rangedConstraints.map(CLBeaconIdentityConstraint.init))
    }

    /// The regions that this manager ranges.
    public var rangedRegions: Set<CLRegion> { Set(client.rangedRegions.map(\.region)) }

    /// Begins to range beacons, until a stop with an equal constraint (L134).
    ///
    /// Two methods are called once a second and when a proximity changes (LD8):
    /// ``CLLocationManagerDelegate/locationManager(_:didRange:satisfying:)``, and
    /// ``CLLocationManagerDelegate/locationManager(_:didRangeBeacons:in:)`` for each monitored region of such
    /// beacons (LD19).
    public func startRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
        surroundings.radio?.listen()
        client.range(.constraint(constraint.constraint), with: surroundings.sensing)
    }

    /// Stops ranging beacons.
    public func stopRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
        client.stopRanging(.constraint(constraint.constraint), with: surroundings.sensing)
    }

    /// Begins to range a region's beacons, with calls of
    /// ``CLLocationManagerDelegate/locationManager(_:didRangeBeacons:in:)``.
    public func startRangingBeacons(in region: CLBeaconRegion) {
        guard let registration = RegionRegistration(region) else { return }
        surroundings.radio?.listen()
        client.range(.region(registration), with: surroundings.sensing)
    }

    /// Stops ranging the beacons of a region.
    public func stopRangingBeacons(in region: CLBeaconRegion) {
        guard let registration = RegionRegistration(region) else { return }
        client.stopRanging(.region(registration), with: surroundings.sensing)
    }
}
