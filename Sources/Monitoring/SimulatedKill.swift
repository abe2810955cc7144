/// Where the process of a monitor ends, for tests of what follows (LA6).
///
/// A step is what one call makes durable; steps count from 0 with the opening of the monitor. A monitor that has been
/// ended sends nothing: its events end, and its methods throw ``MonitorError/closed``. Close it and open its name
/// again, as the next process would.
///
/// ```swift
/// let monitor = try await Monitor("work", in: folder, kill: .after(step: 7))
/// ```
public enum SimulatedKill: Hashable, Sendable {
    /// Before the step of that number is written: nothing of it is kept.
    case before(step: Int)
    /// When the step of that number is durable, and no reader has the event yet.
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

/// A simulated end of the process: the step's caller does not learn whether it was kept.
struct ProcessEnded: Error {}
