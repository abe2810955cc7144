import Synchronization

/// The live managers.
final class Audience: Sendable {
    private struct Seat {
        weak let client: Client?
    }

    private let seats = Mutex<[Seat]>([])

    /// Lets a manager hear what concerns all.
    func add(_ client: Client) {
        seats.withLock { seats in
            seats.removeAll { $0.client == nil }
            seats.append(Seat(client: client))
        }
    }

    /// The managers that have had a delegate.
    var clients: [Client] {
        seats.withLock { $0.compactMap(\.client) }.filter(\.callbacks.isReady)
    }

    /// Calls the delegate of every manager (L115).
    func tell(_ call: @escaping @Sendable (any CLLocationManagerDelegate, CLLocationManager) -> Void) {
        for client in clients { client.tell(call) }
    }

    /// Waits until all calls have been carried out.
    func settle() async {
        for client in clients { await client.callbacks.settle() }
    }
}
