import Authorization
import Synchronization

/// One manager as ``DeviceSensing`` sees it: how to call it, what it knows, and what it wants.
final class Client: Sendable {
    /// Calls the manager.
    let callbacks = SerialCallbacks<CLLocationManager>()
    private let told = Mutex<AuthorizationState?>(nil)
    private let delivery = Mutex(LocationDeliveryStateMachine())
    private let subscriptions = Mutex<[RangingOrder: RangingSubscription]>([:])

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
        callbacks.tell(call)
    }

    /// Sends what is allowed, unless the manager knows it (L85).
    func tell(_ authorization: AuthorizationState) {
        let isNews = told.withLock { told in
            defer { told = authorization }
            return told != authorization
        }
        if isNews {
            tell { delegate, manager in
                delegate.locationManagerDidChangeAuthorization(manager)
                delegate.locationManager(
                    manager, didChangeAuthorization: CLAuthorizationStatus(authorization.status))
            }
        }
        deliver { $0.allowed(authorization) }
    }
}

// Positions.
extension Client {
    /// Decides which positions the manager gets.
    var locationDelivery: LocationDeliveryStateMachine { delivery.withLock { $0 } }

    /// Changes what the manager wants of positions.
    func change(_ body: (inout LocationDeliveryStateMachine) -> Void) { delivery.withLock { body(&$0) } }

    /// Sends the manager what follows for its positions.
    func deliver(_ decide: (inout LocationDeliveryStateMachine) -> LocationDeliveryStateMachine.Action?) {
        switch delivery.withLock({ decide(&$0) }) {
        case nil: return
        case .tell(let fix, let time):
            tell { $0.locationManager($1, didUpdateLocations: [CLLocation(fix, at: time)]) }
        case .fail(let code):
            tell { $0.locationManager($1, didFailWithError: CLError(code)) }
        }
    }
}

extension SerialCallbacks where Owner == CLLocationManager {
    /// Calls the manager's delegate, once there has been one.
    func tell(_ call: @escaping @Sendable (any CLLocationManagerDelegate, CLLocationManager) -> Void) {
        send { manager in
            if let delegate = manager.delegate { call(delegate, manager) }
        }
    }
}
