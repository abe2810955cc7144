import Beacons
import Monitoring

extension Client {
    /// The constraints that are ranged.
    var rangedConstraints: [BeaconIdentityConstraint] {
        orders.compactMap { if case .constraint(let constraint) = $0 { constraint } else { nil } }
    }

    /// The regions that are ranged in the older way.
    var rangedRegions: [RegionRegistration] {
        orders.compactMap { if case .region(let registration) = $0 { registration } else { nil } }
    }

    /// Begins to range; an order that is carried out already stays as it is.
    func range(_ order: RangingOrder, with sensing: DeviceSensing) {
        guard let constraint = order.constraint, !orders.contains(order) else { return }
        let (ranging, regions) = (sensing.ranging, sensing.regions)
        // The closure holds the callbacks, not the client: the end of the client ends this ranging, and that must not happen
        // inside the lock under which reports are sent.
        let number = ranging.begin(constraint) { [callbacks] report in
            order.tell(report, to: callbacks, monitored: regions.registrations)
        }
        keep(RangingSubscription { ranging.end(number, of: constraint) }, for: order)
    }

    /// Ends an order.
    func stopRanging(_ order: RangingOrder, with sensing: DeviceSensing) { keep(nil, for: order) }
}

/// Ranging for one order of a manager, which ends when it is dropped.
final class RangingSubscription: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
