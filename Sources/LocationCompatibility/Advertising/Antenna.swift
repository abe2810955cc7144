import Beacons
import Observations
import Synchronization

/// What a device advertises, and whether it can: the first manager that begins has the transmitter until it stops.
final class Antenna: Sendable {
    private struct Seat {
        weak let client: PeripheralClient?
    }

    private struct State {
        var radio = RadioState.on
        var seats: [Seat] = []
        /// Who is advertising.
        var sender: ObjectIdentifier?
    }

    private let transmitter: Transmitter?
    private let shared = Mutex(State())

    /// Makes the antenna of a device; one without a transmitter can only listen.
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
        let wasSending = shared.withLock { shared in
            defer { shared.sender = nil }
            return shared.sender != nil
        }
        if wasSending { transmitter?.send(nil) }
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
        guard let transmitter, state == .poweredOn else { return CBError(.unknown) }
        let isFree = shared.withLock { shared in
            guard shared.sender == nil else { return false }
            shared.sender = ObjectIdentifier(client)
            return true
        }
        guard isFree else { return CBError(.alreadyAdvertising) }
        transmitter.send(frame)
        return nil
    }

    /// Ends what a manager advertises.
    func stop(_ client: PeripheralClient) {
        if isAdvertising(client) { silence() }
    }

    /// Waits until all calls have been carried out.
    func settle() async {
        for client in clients { await client.outlet.settle() }
    }

    private var clients: [PeripheralClient] { shared.withLock { $0.seats.compactMap(\.client) } }
}
