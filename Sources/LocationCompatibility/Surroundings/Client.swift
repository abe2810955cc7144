import Authorization
import Synchronization

/// One manager as the desk sees it: how to call it, what it was told, and what it wants.
final class Client: Sendable {
    /// Calls the manager.
    let outlet = Outlet<CLLocationManager>()
    private let told = Mutex<AuthorizationState?>(nil)

    /// Calls the manager's delegate, once there has been one.
    func tell(_ call: @escaping @Sendable (any CLLocationManagerDelegate, CLLocationManager) -> Void) {
        outlet.send { manager in
            if let delegate = manager.delegate { call(delegate, manager) }
        }
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
            delegate.locationManager(manager, didChangeAuthorization: CLAuthorizationStatus(authorization.status))
        }
    }
}
