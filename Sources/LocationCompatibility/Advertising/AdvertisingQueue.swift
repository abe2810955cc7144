import Beacons
import Observations
import Synchronization

/// The advertising of one device: the first manager that begins has the transmitter until it stops.
final class AdvertisingQueue: Sendable {
    fileprivate struct Seat {
        weak let client: PeripheralClient?
    }

    fileprivate struct State {
        var radio: CBManagerState
        var seats: [Seat] = []
        /// The manager that is advertising.
        var sender: ObjectIdentifier?
        /// The frame to send.
        var wanted: IBeaconFrame?
        /// The last frame that the transmitter received.
        var given: IBeaconFrame?
        /// Whether a caller is passing a frame to the transmitter; that caller also passes later frames.
        var isGiving = false
    }

    private let transmitter: Transmitter?
    private let origin: Origin
    private let shared: Mutex<State>

    /// Who reports the state of the radio.
    enum Origin {
        /// The observations of a simulated or recorded device; its radio is on at first.
        case observations
        /// The radio of this machine; its state is unknown at first.
        case machine
    }

    /// Makes the queue of a device; without a transmitter, the device can only listen.
    init(_ transmitter: Transmitter?, of origin: Origin = .observations) {
        self.transmitter = transmitter
        self.origin = origin
        let radio = origin == .machine ? CBManagerState.unknown : .poweredOn
        shared = Mutex(State(radio: transmitter == nil ? .unsupported : radio))
    }

    /// Whether the device can advertise.
    var state: CBManagerState { shared.withLock { $0.radio } }

    /// Adds a manager, which is told about the state.
    func add(_ client: PeripheralClient) {
        shared.withLock { shared in
            shared.seats.removeAll { $0.client == nil }
            shared.seats.append(Seat(client: client))
        }
        client.tell(state)
    }

    /// Records what a simulated or recorded device observed of its radio.
    func observed(_ radio: RadioState) {
        guard origin == .observations, transmitter != nil else { return }
        radioBecame(radio == .on ? .poweredOn : .poweredOff)
    }

    /// Records a change of the radio; a radio that is not on ends advertising.
    func radioBecame(_ radio: CBManagerState) {
        shared.withLock { $0.radio = radio }
        if radio != .poweredOn { silence() }
        for client in clients { client.tell(radio) }
    }

    /// Ends advertising, for example when the program is no longer in use (L147).
    func silence() {
        shared.withLock { $0.silence() }
        give()
    }

    /// Passes frames to the transmitter one after the other.
    ///
    /// Several starts and stops may happen in the meantime; the last frame that the transmitter gets is
    /// always the last requested one.
    private func give() {
        guard let transmitter else { return }
        while let order = shared.withLock({ $0.nextOrder() }) {
            transmitter.send(order.frame)
            shared.withLock { $0.isGiving = false }
        }
    }

    /// Whether a manager is advertising.
    func isAdvertising(_ client: PeripheralClient) -> Bool {
        shared.withLock { $0.sender == ObjectIdentifier(client) }
    }

    /// Begins to advertise a frame.
    ///
    /// - Returns: The reason if advertising does not begin; `nil` if it does.
    func start(_ frame: IBeaconFrame?, for client: PeripheralClient) -> CBError? {
        guard let frame else { return CBError(.invalidParameters) }
        guard state == .poweredOn else { return CBError(.unknown) }
        let isFree = shared.withLock { shared in
            guard shared.sender == nil else { return false }
            shared.sender = ObjectIdentifier(client)
            shared.wanted = frame
            return true
        }
        guard isFree else { return CBError(.alreadyAdvertising) }
        give()
        return nil
    }

    /// Stops a manager's advertising.
    func stop(_ client: PeripheralClient) {
        shared.withLock { shared in
            if shared.sender == ObjectIdentifier(client) { shared.silence() }
        }
        give()
    }

    /// Waits until all queued calls have been made.
    func settle() async {
        for client in clients { await client.callbacks.settle() }
    }

    private var clients: [PeripheralClient] { shared.withLock { $0.seats.compactMap(\.client) } }
}

extension AdvertisingQueue {
    /// The next frame for the transmitter.
    fileprivate struct Order {
        /// The frame; `nil` for silence.
        let frame: IBeaconFrame?
    }
}

extension AdvertisingQueue.State {
    fileprivate mutating func silence() {
        sender = nil
        wanted = nil
    }

    /// The next frame, for the caller to pass on; `nil` when there is none, or another caller is passing one.
    fileprivate mutating func nextOrder() -> AdvertisingQueue.Order? {
        guard !isGiving, wanted != given else { return nil }
        isGiving = true
        given = wanted
        return AdvertisingQueue.Order(frame: wanted)
    }
}
