/// What a ``CBPeripheralManager`` calls.
public protocol CBPeripheralManagerDelegate: AnyObject {
    /// Whether the device can advertise was found out, or changed.
    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager)
    /// Advertising began, or did not; the error is `nil` when it began (L148).
    func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?)
}

extension CBPeripheralManagerDelegate {
    /// Does nothing.
    public func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?) {
    }
}
