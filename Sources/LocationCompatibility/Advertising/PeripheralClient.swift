import Synchronization

/// One peripheral manager as the queue sees it: its callbacks and its last known state.
final class PeripheralClient: Sendable {
    /// Calls the manager.
    let callbacks = SerialCallbacks<CBPeripheralManager>()
    private let told = Mutex<CBManagerState?>(nil)

    /// Calls the manager's delegate, if there has been one.
    func tell(_ call: @escaping @Sendable (any CBPeripheralManagerDelegate, CBPeripheralManager) -> Void) {
        callbacks.send { manager in
            if let delegate = manager.delegate { call(delegate, manager) }
        }
    }

    /// Sends the state, unless the manager already has it.
    func tell(_ state: CBManagerState) {
        let isNews = told.withLock { told in
            defer { told = state }
            return told != state
        }
        if isNews { tell { $0.peripheralManagerDidUpdateState($1) } }
    }
}
