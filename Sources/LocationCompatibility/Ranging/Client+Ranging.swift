import Beacons
import Monitoring

extension Client {
    /// The ranged constraints.
    var rangedConstraints: [BeaconIdentityConstraint] {
        orders.compactMap { if case .constraint(let constraint) = $0 { constraint } else { nil } }
    }

    /// The regions that the older methods range.
    var rangedRegions: [RegionRegistration] {
        orders.compactMap { if case .region(let registration) = $0 { registration } else { nil } }
    }

    /// Begins to range; an order that is already active does not change.
    func range(_ order: RangingOrder, with sensing: DeviceSensing) {
        guard let constraint = order.constraint, !orders.contains(order) else { return }
        let (ranging, regions) = (sensing.ranging, sensing.regions)
        // The closure holds the callbacks instead of the client. The end of the client ends this ranging, and
        // that must not happen inside the lock in which reports are sent.
        let number = ranging.begin(constraint) { [callbacks] report in
            order.tell(report, to: callbacks, monitored: regions.registrations)
        }
        keep(RangingSubscription { ranging.end(number, of: constraint) }, for: order)
    }

    /// Ends an order.
    func stopRanging(_ order: RangingOrder, with sensing: DeviceSensing) { keep(nil, for: order) }
}

/// The ranging for one order of a manager; it ends when this object is dropped.
final class RangingSubscription: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
