import LocationCompatibility
import Synchronization

/// Reads the events of a monitor in a task of its own, and keeps what it saw.
final class EventLog: Sendable {
    private let pages: Pages
    private let task: Task<Void, any Error>

    /// Begins to read, with something to do at each event.
    init(of monitor: CLMonitor, atEach handle: @escaping @Sendable (CLMonitor.Event) async -> Void = { _ in })
    {
        let pages = Pages()
        self.pages = pages
        task = Task {
            for try await event in await monitor.events {
                pages.keep(event)
                await handle(event)
            }
        }
    }

    deinit { task.cancel() }

    /// The events that were given.
    var events: [CLMonitor.Event] { pages.kept.withLock { $0 } }
    /// Their identifiers and states, in order.
    var lines: [String] { events.map { "\($0.identifier) \($0.state)" } }

    /// Waits until reading has ended by itself.
    func ended() async { _ = await task.result }

    /// Ends reading, and waits until it has ended.
    func end() async {
        task.cancel()
        _ = await task.result
    }

    private final class Pages: Sendable {
        let kept = Mutex<[CLMonitor.Event]>([])
        func keep(_ event: CLMonitor.Event) { kept.withLock { $0.append(event) } }
    }
}
