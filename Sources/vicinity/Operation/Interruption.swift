import Synchronization

/// Lets a command that works on one thread end in order at Ctrl-C or SIGTERM.
final class Interruption: Sendable {
    private let hasCome = Mutex(false)

    /// Runs a body that asks now and then.
    static func watching<Result>(_ body: (Interruption) throws -> Result) throws -> Result {
        let (signals, interruption) = (SignalArrivals(of: SignalArrivals.termination), Interruption())
        let watch = Task.detached { [arrivals = signals.arrivals] in
            for await _ in arrivals { return interruption.come() }
        }
        defer {
            watch.cancel()
            withExtendedLifetime(signals) {}
        }
        return try body(interruption)
    }

    /// Throws once a signal has come.
    func check() throws {
        if hasCome.withLock({ $0 }) { throw CommandFailure("Interrupted; nothing was changed.") }
    }

    private func come() { hasCome.withLock { $0 = true } }
}
