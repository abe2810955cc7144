import Synchronization

/// Whether the server is about to stop, so that proxies are to send requests elsewhere.
final class Departure: Sendable {
    private let hasBegun = Atomic(false)

    /// Whether the server is about to stop.
    var isNear: Bool { hasBegun.load(ordering: .relaxed) }

    /// Says from now on that the server is about to stop.
    func announce() { hasBegun.store(true, ordering: .relaxed) }
}
