import Conditions
import Monitoring
import Processes

/// One reading of the events of a ``CLMonitor``; it ends with its iterator.
final class EventReading {
    private let watch: ConditionWatch
    private var events: Monitor.Events.Iterator?
    private var number: Int?
    /// The event that was delivered but not acknowledged yet.
    private var given: Given?

    private enum Given {
        case change(Monitor.Event)
        case verdict(identifier: String)
    }

    private enum Outcome: Sendable {
        case event(Monitor.Event?, Monitor.Events.Iterator)
        case failure(MonitorError)
        case woken
    }

    init(of watch: ConditionWatch) {
        self.watch = watch
        events = watch.monitor?.events.makeAsyncIterator()
    }

    deinit {
        if let number { watch.turn.leave(number) }
    }

    /// Acknowledges the previous event, and waits for the next.
    func next() async throws -> CLMonitor.Event? {
        let number = number ?? watch.turn.begin()
        self.number = number
        // If another reading has taken over, that one receives the unacknowledged event again (L29).
        if watch.turn.isCurrent(number) { try await acknowledge() } else { given = nil }
        watch.turn.comeBack(number)
        while !Task.isCancelled, watch.turn.isCurrent(number) {
            if let event = await watch.giveVerdict() {
                given = .verdict(identifier: event.identifier)
                return event
            }
            switch await nextOutcome() {
            case .woken: continue
            case .failure(let error): throw error
            case .event(nil, _): return nil
            case .event(let event?, let events):
                self.events = events
                given = .change(event)
                return CLMonitor.Event(event)
            }
        }
        return nil
    }

    private func acknowledge() async throws {
        defer { given = nil }
        switch given {
        case nil: return
        case .verdict(let identifier): await watch.acknowledgeVerdict(on: identifier)
        case .change(let event): try await watch.monitor?.acknowledge(event, waitingForDisk: false)
        }
    }

    /// Waits for an event, or for the signal of an unsupported condition.
    private func nextOutcome() async -> Outcome {
        let signal = watch.signal
        guard let events else {
            await signal.wait()
            return .woken
        }
        return await withTaskGroup(of: Outcome.self) { group in
            group.addTask {
                await signal.wait()
                return .woken
            }
            group.addTask { await Self.outcome(of: events) }
            let first = await group.next() ?? .woken
            group.cancelAll()
            // The monitor may have delivered an event before it noticed the cancellation; that event must not
            // be lost.
            if case .woken = first, let second = await group.next(), case .event(_?, _) = second {
                return second
            }
            return first
        }
    }

    private static func outcome(of events: Monitor.Events.Iterator) async -> Outcome {
        var events = events
        do throws(MonitorError) {
            let event = try await events.next()
            return .event(event, events)
        } catch {
            return .failure(error)
        }
    }
}
