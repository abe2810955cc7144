import Synchronization

/// All managers that still exist.
final class Audience: Sendable {
    private struct Seat {
        weak let client: Client?
    }

    private let seats = Mutex<[Seat]>([])

    /// Adds a manager, which then gets the calls for all managers.
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

    /// Waits until all queued calls have been made.
    func settle() async {
        for client in clients { await client.callbacks.settle() }
    }
}
