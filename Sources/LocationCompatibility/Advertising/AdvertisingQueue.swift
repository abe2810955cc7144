import Beacons
import Observations
import Synchronization

/// What a device advertises, and whether it can: the first manager that begins has the transmitter until it stops.
final class AdvertisingQueue: Sendable {
    fileprivate struct Seat {
        weak let client: PeripheralClient?
    }

    fileprivate struct State {
        var radio = RadioState.on
        var seats: [Seat] = []
        /// Who is advertising.
        var sender: ObjectIdentifier?
        /// What is to be sent.
        var wanted: IBeaconFrame?
        /// What the transmitter was given last.
        var given: IBeaconFrame?
        /// Whether a caller gives it a frame now; that caller also gives what is wanted by then.
        var isGiving = false
    }

    private let transmitter: Transmitter?
    private let shared = Mutex(State())

    /// Makes the queue of a device; without a transmitter the device can only listen.
    init(_ transmitter: Transmitter?) { self.transmitter = transmitter }

    /// Whether the device can advertise.
    var state: CBManagerState {
        guard transmitter != nil else { return .unsupported }
        return shared.withLock { $0.radio == .on } ? .poweredOn : .poweredOff
    }

    /// Lets a manager hear of the state.
    func add(_ client: PeripheralClient) {
        shared.withLock { shared in
            shared.seats.removeAll { $0.client == nil }
            shared.seats.append(Seat(client: client))
        }
        client.tell(state)
    }

    /// Notes that the radio was switched on or off, which ends advertising.
    func radioBecame(_ radio: RadioState) {
        shared.withLock { $0.radio = radio }
        if radio != .on { silence() }
        for client in clients { client.tell(state) }
    }

    /// Ends advertising, such as when the program is no longer in use (L147).
    func silence() {
        shared.withLock { $0.silence() }
        give()
    }

    /// Gives the transmitter what is wanted, one thing after the other: whatever was begun and ended meanwhile, the last
    /// thing that it is given is what was wanted last.
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
    /// - Returns: Why it does not.
    func start(_ frame: IBeaconFrame?, for client: PeripheralClient) -> CBError? {
        guard let frame else { return CBError(.invalidParameters) }
        guard transmitter != nil, state == .poweredOn else { return CBError(.unknown) }
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

    /// Ends what a manager advertises.
    func stop(_ client: PeripheralClient) {
        shared.withLock { shared in
            if shared.sender == ObjectIdentifier(client) { shared.silence() }
        }
        give()
    }

    /// Waits until all calls have been carried out.
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

    /// The next frame, which the caller gives to the transmitter; `nil` when there is none, or another caller gives it.
    fileprivate mutating func nextOrder() -> AdvertisingQueue.Order? {
        guard !isGiving, wanted != given else { return nil }
        isGiving = true
        given = wanted
        return AdvertisingQueue.Order(frame: wanted)
    }
}
