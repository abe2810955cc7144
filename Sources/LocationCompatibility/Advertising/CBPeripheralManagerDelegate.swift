/// The methods that a ``CBPeripheralManager`` calls.
public protocol CBPeripheralManagerDelegate: AnyObject {
    /// The state became known, or changed.
    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager)
    /// Advertising began or failed; the error is `nil` when it began (L148).
    func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?)
}

extension CBPeripheralManagerDelegate {
    /// Does nothing.
    public func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?) {
    }
}
