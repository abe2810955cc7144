import Bluetooth
import Machine
import Observations

/// The observations of this machine's Bluetooth adapter, one after the other.
final class RadioFeed: Sendable {
    private let hearing: Task<Void, Never>
    private let observations: AsyncStream<Observation>

    /// Begins to listen; it listens until the feed is released.
    init(_ adapter: Adapter) {
        let (observations, sender) = AsyncStream<Observation>.makeStream()
        self.observations = observations
        // Ends with self.
        hearing = Task {
            await RadioObservations(adapter, clock: MachineClock()).run(onChange: {
                Terminal.error($0.sentence())
            }) {
                sender.yield($0)
            }
            sender.finish()
        }
    }

    deinit { hearing.cancel() }

    /// The next observation; `nil` when the task is cancelled.
    func next() async -> Observation? {
        for await observation in observations { return observation }
        return nil
    }
}
