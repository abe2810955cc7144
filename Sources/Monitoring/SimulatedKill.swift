/// The point at which a monitor's process ends, for tests of the following start (LA6).
///
/// A step is the set of changes that one call makes durable. Steps count from 0, beginning with the opening
/// of the monitor. A monitor whose process has ended sends nothing: its events end, and its methods throw
/// ``MonitorError/closed``. Close it and open its name again, as the next process would do.
///
/// ```swift
/// let monitor = try await Monitor("work", in: folder, kill: .after(step: 7))
/// ```
public enum SimulatedKill: Hashable, Sendable {
    /// Before this step is written: nothing of it is stored.
    case before(step: Int)
    /// When this step is durable, but no reader has the event yet.
    case after(step: Int)

    /// Whether the process has ended before a step is written.
    func forbids(_ step: Int) -> Bool {
        switch self {
        case .before(let last): step >= last
        case .after(let last): step > last
        }
    }

    /// Whether the process ends when a step has been written.
    func follows(_ step: Int) -> Bool { self == .after(step: step) }
}

/// A simulated end of the process: the caller does not learn whether the step was stored.
struct ProcessEnded: Error {}
