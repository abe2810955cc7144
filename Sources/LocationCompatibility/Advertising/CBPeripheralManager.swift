import Beacons
public import Dispatch
public import Foundation
import Monitoring

/// Makes a device advertise as a beacon.
///
/// Its state must be ``CBManagerState/poweredOn`` first (L148). It advertises while the program is in use (L147); what
/// carries the frame is the transmitter of ``Surroundings/current`` as it is when the manager is made.
open class CBPeripheralManager: NSObject {
    private let advertisingQueue = Surroundings.current.advertisingQueue
    private let authority = Surroundings.current.authority
    private let client = PeripheralClient()
    private let queue: DispatchQueue?

    /// The delegate, which gets the state as soon as it is set.
    open weak var delegate: (any CBPeripheralManagerDelegate)? {
        didSet { beginTelling() }
    }

    /// Makes a manager without a delegate yet, which is called on the main actor.
    public override convenience init() { self.init(delegate: nil, queue: nil) }

    /// Makes a manager.
    ///
    /// - Parameters:
    ///   - delegate: The delegate.
    ///   - queue: Where the delegate is called; the main actor without one.
    ///   - options: Core Bluetooth's options; none has a meaning here.
    public init(
        delegate: (any CBPeripheralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil
    ) {
        self.delegate = delegate
        self.queue = queue
        super.init()
        beginTelling()
    }

    deinit { advertisingQueue.stop(client) }

    /// Whether the device can advertise.
    public var state: CBManagerState { advertisingQueue.state }

    /// Whether it is advertising.
    public var isAdvertising: Bool { advertisingQueue.isAdvertising(client) }

    /// Begins to advertise; the answer is
    /// ``CBPeripheralManagerDelegate/peripheralManagerDidStartAdvertising(_:error:)``.
    ///
    /// - Parameter advertisementData: What ``CLBeaconRegion/peripheralData(withMeasuredPower:)`` gave; anything else is
    ///   answered with ``CBError/Code/invalidParameters``, and out of use with ``CBError/Code/unknown`` (L147).
    public func startAdvertising(_ advertisementData: [String: Any]?) {
        let error = start(BeaconAdvertisement.frame(in: advertisementData))
        client.tell { $0.peripheralManagerDidStartAdvertising($1, error: error) }
    }

    /// Stops advertising.
    public func stopAdvertising() { advertisingQueue.stop(client) }

    private func start(_ frame: IBeaconFrame?) -> CBError? {
        authority.isInUse ? advertisingQueue.start(frame, for: client) : CBError(.unknown)
    }

    private func beginTelling() {
        guard delegate != nil, client.callbacks.begin(for: self, on: queue) else { return }
        advertisingQueue.add(client)
    }
}

@available(*, unavailable)
extension CBPeripheralManager: Sendable {}
