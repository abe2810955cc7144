import Essentials
import Formats
import Foundation
import JSON
import Monitoring
import Observations

/// One run of a monitor: its observations and its reports.
struct MonitorSession {
    let name: String
    let folder: String
    /// The conditions to monitor; `nil` asks the server.
    let conditions: [ConditionList.Entry]?
    let pace: Pace
    var printsJSON = false
    /// Whether each event is followed by its reasons.
    var explains = false
    var command: EventCommand?
    var reporter: PresenceReporter?
    /// What asks on the desktop at doors.
    var reminders: DoorReminders?
    /// Whether waiting orders are started at the cafés where the monitor finds the person.
    var startsOrders = false
    /// The cafés whose areas are among the conditions, by the condition's identifier.
    var cafeAreas: [String: String] = [:]

    init(name: String, folder: String, conditions: [ConditionList.Entry]?, pace: Pace) {
        self.name = name
        self.folder = folder
        self.conditions = conditions
        self.pace = pace
    }

    /// Observes a feed and reports every event, until the feed ends or a signal comes.
    ///
    /// - Throws: ``CommandFailure`` and `MonitorError`.
    func run(_ feed: ObservationFeed) async throws {
        let monitor = try await Monitor(name, in: folder) { Terminal.error("\($0)") }
        do { try await run(feed, on: monitor) } catch {
            await monitor.close()
            if error is CancellationError { return }
            if error as? MonitorError == .persistenceUnavailable { throw await storeFailure(of: monitor) }
            throw error
        }
        await monitor.close()
    }

    private func storeFailure(of monitor: Monitor) async -> CommandFailure {
        let reason = await monitor.storeFailure.map { ": \($0)" } ?? ""
        return CommandFailure(
            "The monitor's store failed: \(monitor.storePath)\(reason). Start the monitor again when it can be "
                + "written; it goes on where the store ends.")
    }

    private func run(_ feed: ObservationFeed, on monitor: Monitor) async throws {
        let signals = SignalArrivals(of: SignalArrivals.termination)
        // It receives signals only while it is alive.
        defer { withExtendedLifetime(signals) {} }
        let arrivals = signals.arrivals
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in arrivals { throw CancellationError() }
            }
            group.addTask { try await work(feed, monitor) }
            defer { group.cancelAll() }
            // The work or a signal ends the run, whichever is first.
            try await group.next()
        }
    }

    private func work(_ feed: ObservationFeed, _ monitor: Monitor) async throws {
        var reporter = reporter
        let (spots, areCurrent) = try await reporter?.spotsOrLast() ?? ([], true)
        try await prepare(monitor, spots)
        let former = await monitor.lastNumber
        // A part returns a failure after which the other parts still have events to report. A part that throws ends all
        // parts, such as the reporter when the server refuses it.
        try await withThrowingTaskGroup(of: (any Error)?.self) { group in
            let printer = EventPrinter(monitor: monitor, isJSON: printsJSON)
            group.addTask {
                do { try await observe(feed, on: monitor, explainedBy: explains ? printer : nil) } catch {
                    // The other parts still report the earlier observations, and then end.
                    await monitor.finish()
                    return error
                }
                return nil
            }
            if !explains { group.addTask { try await Self.untilStoreFails { try await printer.run() } } }
            if let command {
                group.addTask {
                    var failures = 0
                    let failure = try await Self.untilStoreFails {
                        failures = try await command.run(for: monitor)
                    }
                    if let failure { return failure }
                    return failures == 0 ? nil : CommandFailure(Self.untold(failures))
                }
            }
            if let reminders {
                group.addTask {
                    try await Self.untilStoreFails {
                        try await reminders.run(monitor) { event in
                            Timestamp(
                                millisecondsSinceEpoch: pace.played(event.date).microseconds / 1_000)
                        }
                    }
                }
            }
            if let reporter {
                let known = areCurrent ? spots : nil
                group.addTask {
                    try await Self.untilStoreFails {
                        try await report(by: reporter, about: known, after: former, monitor)
                    }
                }
            }
            var failure: (any Error)?
            for try await next in group { failure = failure ?? next }
            if let failure { throw failure }
        }
    }

    /// Runs a part, and returns the failure of the store, which every part gets.
    private static func untilStoreFails(_ part: () async throws -> Void) async throws -> MonitorError? {
        do { try await part() } catch let error as MonitorError { return error }
        return nil
    }

    /// Reports the events of the server's spots, and starts the orders that wait there, until the events end.
    ///
    /// - Parameters:
    ///   - reporter: Who reports.
    ///   - known: The server's spots; `nil` if it has not told them in this run, so that it is asked first.
    ///   - former: The number of the last event before this run.
    ///   - monitor: Whose events they are.
    /// - Throws: `MonitorError`, `CancellationError`, and what the server refuses.
    private func report(
        by reporter: PresenceReporter, about known: [PresenceReporter.Spot]?, after former: Int64,
        _ monitor: Monitor
    ) async throws {
        var reporter = reporter
        let told: [PresenceReporter.Spot]
        if let known {
            told = known
        } else {
            told = try await reporter.spots()
            try await prepare(monitor, told)
        }
        let spots = Set(told.map(\.entry.identifier))
        guard startsOrders else { return try await reporter.run(monitor, spots: spots) }
        let starter = OrderStarter(reporter, spots: told, areas: cafeAreas, after: former)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await starter.lookNowAndThen() }
            defer { group.cancelAll() }
            // One check at a time, because two would start an order twice.
            async let looks: Void = Self.look(with: starter, at: monitor)
            try await reporter.run(monitor, spots: spots) { starter.take($0) }
            starter.finish()
            await looks
        }
    }

    private static func look(with starter: OrderStarter, at monitor: Monitor) async {
        var starter = starter
        await starter.run(for: monitor)
    }

    private static func untold(_ count: Int) -> String {
        "The command of --on-event failed for good for \(count == 1 ? "1 event" : "\(count) events")."
    }

    /// Sets the monitor's conditions to the requested ones, and keeps the records of conditions that stay.
    private func prepare(_ monitor: Monitor, _ spots: [PresenceReporter.Spot]) async throws {
        let wanted = conditions ?? spots.map(\.entry)
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
    }

    /// Observes a feed from the position at which an earlier run of it ended.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - monitor: The monitor.
    ///   - printer: Prints the events of each observation before the next observation, so that the reasons
    ///     belong to the event; `nil` if another task prints.
    /// - Throws: ``CommandFailure``, `MonitorError`, and `CancellationError`.
    private func observe(
        _ feed: ObservationFeed, on monitor: Monitor, explainedBy printer: EventPrinter?
    ) async throws {
        var player = try feed.open()
        let done = PlayMark(await monitor.mark, of: feed.identity)?.count ?? 0
        var count = 0
        do {
            try await printer?.printWhatIsThere()
            while let observation = try await player.next() {
                // A recording that plays without waiting would not notice a signal.
                try Task.checkCancellation()
                count += 1
                if count <= done {
                    try await monitor.recall(observation)
                    continue
                }
                try await pace.wait(for: observation.time)
                let mark = feed.identity.map { PlayMark(feed: $0, count: count).text }
                try await monitor.observe(observation, mark: mark)
                try await printer?.printWhatIsThere()
            }
        } catch {
            player.stop()
            await monitor.finish()
            try await printer?.run()
            throw error
        }
        if let feed = feed.identity {
            try await monitor.remember(mark: PlayMark(feed: feed, count: count).text)
            if count == done {
                Terminal.error(
                    "This recording was played to its end before; use another --name to play it again.")
            }
        }
        await printer?.explainAll()
        await monitor.finish()
    }
}
