import Authorization
import Synchronization

/// One manager as the desk sees it: how to call it, what it was told, and what it wants.
final class Client: Sendable {
    /// Calls the manager.
    let outlet = Outlet<CLLocationManager>()
    private let told = Mutex<AuthorizationState?>(nil)
    private let updating = Mutex(false)
    private let subscriptions = Mutex<[RangingOrder: RangingSubscription]>([:])

    /// Whether the manager wants positions.
    var isUpdatingLocation: Bool {
        get { updating.withLock { $0 } }
        set { updating.withLock { $0 = newValue } }
    }

    /// What the manager ranges.
    var orders: [RangingOrder] { subscriptions.withLock { Array($0.keys) } }

    /// Keeps the subscription of an order in place of the one before; none ends it.
    func keep(_ subscription: RangingSubscription?, for order: RangingOrder) {
        // What ends with the one before takes a lock of its own: not in this one.
        _ = subscriptions.withLock { subscriptions in
            defer { subscriptions[order] = subscription }
            return subscriptions[order]
        }
    }

    /// Calls the manager's delegate, once there has been one.
    func tell(_ call: @escaping @Sendable (any CLLocationManagerDelegate, CLLocationManager) -> Void) {
        outlet.tell(call)
    }

    /// Tells what is allowed, unless it was told that before (L85).
    func tell(_ authorization: AuthorizationState) {
        let isNews = told.withLock { told in
            defer { told = authorization }
            return told != authorization
        }
        guard isNews else { return }
        tell { delegate, manager in
            delegate.locationManagerDidChangeAuthorization(manager)
            delegate.locationManager(
                manager, didChangeAuthorization: CLAuthorizationStatus(authorization.status))
        }
    }
}

extension Outlet where Owner == CLLocationManager {
    /// Calls the manager's delegate, once there has been one.
    func tell(_ call: @escaping @Sendable (any CLLocationManagerDelegate, CLLocationManager) -> Void) {
        send { manager in
            if let delegate = manager.delegate { call(delegate, manager) }
        }
    }
}
