import Formats
import Foundation
import JSON
import Monitoring
import Observations

/// One run of a monitor: what it observes, and whom it tells.
struct MonitorSession {
    let name: String
    let folder: String?
    /// What is monitored; `nil` asks the server.
    let conditions: [ConditionList.Entry]?
    let pace: Pace
    var printsJSON = false
    var command: EventCommand?
    var reporter: PresenceReporter?

    init(name: String, folder: String?, conditions: [ConditionList.Entry]?, pace: Pace) {
        self.name = name
        self.folder = folder
        self.conditions = conditions
        self.pace = pace
    }

    /// Observes a feed to its end and tells everything that follows, or until a signal comes.
    ///
    /// - Throws: ``CommandFailure`` and `MonitorError`.
    func run(_ feed: ObservationFeed) async throws {
        let monitor = try await Monitor(name, in: folder)
        do { try await run(feed, on: monitor) } catch {
            await monitor.close()
            if error is CancellationError { return }
            throw error
        }
        await monitor.close()
    }

    private func run(_ feed: ObservationFeed, on monitor: Monitor) async throws {
        let signals = TerminationSignals()
        // It takes the signals only as long as it lives.
        defer { withExtendedLifetime(signals) {} }
        let arrivals = signals.arrivals
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in arrivals { throw CancellationError() }
            }
            group.addTask { try await work(feed, monitor) }
            defer { group.cancelAll() }
            // Whichever ends first ends the run: the work, or a signal.
            try await group.next()
        }
    }

    private func work(_ feed: ObservationFeed, _ monitor: Monitor) async throws {
        var reporter = reporter
        let spots = try await prepare(monitor, &reporter)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do { try await observe(feed, on: monitor) } catch {
                    // What follows from the observations before is still told, and then the others end, too.
                    await monitor.finish()
                    throw error
                }
            }
            group.addTask { try await printEvents(of: monitor) }
            if let command {
                group.addTask {
                    for try await event in try monitor.events(reader: "command") {
                        await command.run(for: event)
                    }
                }
            }
            if let reporter {
                group.addTask {
                    var reporter = reporter
                    try await reporter.run(monitor, spots: spots)
                }
            }
            try await group.waitForAll()
        }
    }

    /// Makes the monitor's conditions those that were asked for, and leaves the records of those that stay.
    ///
    /// - Returns: The identifiers that the server knows.
    private func prepare(_ monitor: Monitor, _ reporter: inout PresenceReporter?) async throws -> Set<String>
    {
        let known = try await reporter?.conditions() ?? []
        let wanted = conditions ?? known
        let names = Set(wanted.map(\.identifier))
        for identifier in await monitor.identifiers where !names.contains(identifier) {
            try await monitor.remove(identifier)
        }
        for entry in wanted {
            let record = await monitor.record(for: entry.identifier)
            if record?.condition == entry.condition, record?.policy == entry.policy { continue }
            try await monitor.add(
                entry.condition, identifier: entry.identifier, policy: entry.policy, history: .every)
        }
        return Set(known.map(\.identifier))
    }

    /// Observes from where an earlier run of the same feed was ended.
    private func observe(_ feed: ObservationFeed, on monitor: Monitor) async throws {
        var player = try feed.open()
        let done = PlayMark(await monitor.mark, of: feed.identity)?.count ?? 0
        var count = 0
        while let observation = try await player.next() {
            count += 1
            if count <= done {
                try await monitor.recall(observation)
                continue
            }
            try await pace.wait(for: observation.time)
            let mark = feed.identity.map { PlayMark(feed: $0, count: count).text }
            try await monitor.observe(observation, mark: mark)
        }
        if let feed = feed.identity {
            try await monitor.remember(mark: PlayMark(feed: feed, count: count).text)
            if count == done {
                Terminal.error("This was played to its end before; another --name plays it anew.")
            }
        }
        await monitor.finish()
    }

    private func printEvents(of monitor: Monitor) async throws {
        for try await event in monitor.events {
            Terminal.out(
                printsJSON
                    ? String(decoding: EventText.json(event).bytes, as: UTF8.self) : EventText.line(event))
        }
    }
}
