import Authorization
import Synchronization

/// One manager as ``DeviceSensing`` sees it: its callbacks, its known state and its orders.
final class Client: Sendable {
    /// Calls the manager.
    let callbacks = SerialCallbacks<CLLocationManager>()
    private let told = Mutex<AuthorizationState?>(nil)
    private let delivery = Mutex(LocationDeliveryStateMachine())
    private let subscriptions = Mutex<[RangingOrder: RangingSubscription]>([:])

    /// The manager's orders for ranging.
    var orders: [RangingOrder] { subscriptions.withLock { Array($0.keys) } }

    /// Stores the subscription of an order and drops the previous one; `nil` ends the order.
    func keep(_ subscription: RangingSubscription?, for order: RangingOrder) {
        // Dropping the previous one takes another lock, so it must happen outside this one.
        _ = subscriptions.withLock { subscriptions in
            defer { subscriptions[order] = subscription }
            return subscriptions[order]
        }
    }

    /// Calls the manager's delegate, if there has been one.
    func tell(_ call: @escaping @Sendable (any CLLocationManagerDelegate, CLLocationManager) -> Void) {
        callbacks.tell(call)
    }

    /// Sends the authorisation, unless the manager already has it (L85).
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
    /// Decides which positions the manager receives.
    var locationDelivery: LocationDeliveryStateMachine { delivery.withLock { $0 } }

    /// Changes the manager's orders for positions.
    func change(_ body: (inout LocationDeliveryStateMachine) -> Void) { delivery.withLock { body(&$0) } }

    /// Sends the manager the resulting positions or failures.
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
    /// Calls the manager's delegate, if there has been one.
    func tell(_ call: @escaping @Sendable (any CLLocationManagerDelegate, CLLocationManager) -> Void) {
        send { manager in
            if let delegate = manager.delegate { call(delegate, manager) }
        }
    }
}
