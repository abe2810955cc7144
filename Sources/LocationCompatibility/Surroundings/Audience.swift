import Synchronization

/// The live managers and what each of them wants to be told.
final class Audience: Sendable {
    private struct Listener {
        weak let outlet: Outlet<CLLocationManager>?
    }

    private let listeners = Mutex<[Listener]>([])

    /// Lets a manager hear what concerns all.
    func add(_ outlet: Outlet<CLLocationManager>) {
        listeners.withLock { listeners in
            listeners.removeAll { $0.outlet == nil }
            listeners.append(Listener(outlet: outlet))
        }
    }

    /// The outlets of managers that have had a delegate.
    var ready: [Outlet<CLLocationManager>] {
        listeners.withLock { $0.compactMap(\.outlet) }.filter(\.isReady)
    }

    /// Calls every manager that has had a delegate (L115).
    func send(_ call: @escaping Outlet<CLLocationManager>.Call) {
        for outlet in ready { outlet.send(call) }
    }

    /// Waits until all calls have been carried out.
    func settle() async {
        for outlet in ready { await outlet.settle() }
    }
}
