import Conditions
import JSON
import Monitoring

/// Prints the events of a monitor's default reader, with their reasons on request.
struct EventPrinter {
    let monitor: Monitor
    let isJSON: Bool

    /// Prints every event, until there is no more.
    func run() async throws {
        for try await event in monitor.events { printLine(of: event) }
    }

    /// Prints the pending events, each with its present reasons, and acknowledges them.
    func printWhatIsThere() async throws {
        guard await monitor.hasNews() else { return }
        var events = monitor.events.makeAsyncIterator()
        while await monitor.hasNews(), let event = try await events.next() {
            printLine(of: event)
            await explain(event.identifier)
            try await monitor.acknowledge(event, waitingForDisk: false)
        }
    }

    /// Prints why each condition has its state.
    func explainAll() async {
        for identifier in await monitor.identifiers { await explain(identifier) }
    }

    private func printLine(of event: Monitor.Event) {
        Terminal.out(isJSON ? EventText.json(event).text : EventText.line(event))
    }

    private func explain(_ identifier: String) async {
        guard let explanation = await monitor.explain(identifier) else { return }
        let style = ReplayStyle(isJSON: isJSON, explains: true)
        Terminal.out(style.line(.explanation(identifier: identifier, explanation)))
    }
}
