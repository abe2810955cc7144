import Beacons
public import Dispatch
public import Foundation
import Monitoring

/// Makes a device advertise as a beacon.
///
/// Its state must be ``CBManagerState/poweredOn`` first (L148). It advertises while the program is in use
/// (L147). It sends the frame with the transmitter of the ``Surroundings/current`` that exist when the
/// manager is made.
open class CBPeripheralManager: NSObject {
    private let surroundings = Surroundings.current
    private let client = PeripheralClient()
    private let queue: DispatchQueue?

    /// The delegate; it receives the state as soon as it is set.
    open weak var delegate: (any CBPeripheralManagerDelegate)? {
        didSet { beginTelling() }
    }

    /// Makes a manager without a delegate; later, the delegate is called on the main actor.
    public override convenience init() { self.init(delegate: nil, queue: nil) }

    /// Makes a manager.
    ///
    /// - Parameters:
    ///   - delegate: The delegate.
    ///   - queue: The queue on which the delegate is called; without one, the main actor.
    ///   - options: Core Bluetooth's options; they have no effect here.
    public init(
        delegate: (any CBPeripheralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil
    ) {
        self.delegate = delegate
        self.queue = queue
        super.init()
        beginTelling()
    }

    deinit { surroundings.advertisingQueue.stop(client) }

    /// Whether the device can advertise.
    public var state: CBManagerState { surroundings.advertisingQueue.state }

    /// Whether it is advertising.
    public var isAdvertising: Bool { surroundings.advertisingQueue.isAdvertising(client) }

    /// Begins to advertise.
    ///
    /// The delegate receives the result in
    /// ``CBPeripheralManagerDelegate/peripheralManagerDidStartAdvertising(_:error:)``.
    ///
    /// - Parameter advertisementData: The result of ``CLBeaconRegion/peripheralData(withMeasuredPower:)``.
    ///   For other data, the error is ``CBError/Code/invalidParameters``; when the program is not in use, it
    ///   is ``CBError/Code/unknown`` (L147).
    public func startAdvertising(_ advertisementData: [String: Any]?) {
        let error = start(BeaconAdvertisement.frame(in: advertisementData))
        client.tell { $0.peripheralManagerDidStartAdvertising($1, error: error) }
    }

    /// Stops advertising.
    public func stopAdvertising() { surroundings.advertisingQueue.stop(client) }

    private func start(_ frame: IBeaconFrame?) -> CBError? {
        surroundings.authority.isInUse
            ? surroundings.advertisingQueue.start(frame, for: client) : CBError(.unknown)
    }

    private func beginTelling() {
        guard delegate != nil, client.callbacks.begin(for: self, on: queue) else { return }
        surroundings.advertisingQueue.add(client)
        surroundings.radio?.ask()
    }
}

@available(*, unavailable)
extension CBPeripheralManager: Sendable {}
