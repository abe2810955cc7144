import Conditions
import Monitoring
import Observations
import Processes

/// The implementation of a ``CLMonitor``: a monitor with its store, and the unsupported conditions (LD16).
actor ConditionWatch {
    /// The monitor; `nil` when its store cannot be used (L79).
    nonisolated let monitor: Monitor?
    /// Wakes the reader when there is a verdict on an unsupported condition.
    nonisolated let signal = WakeSignal()
    /// The reader of the events.
    nonisolated let turn = ReaderTurn()
    private var verdicts: [Verdict] = []
    private var newest = ObservationTime(microseconds: 0)

    /// The event of an unsupported condition; it is kept until the process ends.
    private struct Verdict {
        enum Stage {
            case untold
            case given
            case handled
        }

        let condition: any CLCondition
        let initial: CLMonitor.Event
        let event: CLMonitor.Event
        var stage = Stage.untold
    }

    /// Makes a watch for a monitor, or for a store that cannot be used.
    init(_ monitor: Monitor?) { self.monitor = monitor }

    /// Evaluates an observation.
    func observe(_ observation: Observation) async {
        newest = max(newest, observation.time)
        // If the store fails, the events report it.
        do { try await monitor?.observe(observation) } catch {}
    }

    /// Waits until the reader, if there is one, has handled all events that are available now.
    func settle() async {
        while let mark = turn.mark, await hasNews() { await turn.passes(mark) }
    }

    /// Closes the monitor, so that its name can be opened again; its events end.
    func close() async {
        turn.end()
        signal.signal()
        await monitor?.close()
    }

    private func hasNews() async -> Bool {
        if verdicts.contains(where: { $0.stage != .handled }) { return true }
        return await monitor?.hasNews() ?? false
    }
}

// Conditions and records.
extension ConditionWatch {
    /// Adds a condition to the monitor, or a verdict if it is unsupported.
    func add(_ condition: any CLCondition, identifier: String, assuming state: CLMonitor.Event.State) async {
        require(identifier)
        guard let monitor else {
            return refuse(condition, identifier, assuming: state, for: .persistenceUnavailable)
        }
        do throws(MonitorError) {
            guard let known = Condition(condition) else {
                try await monitor.remove(identifier)
                return refuse(condition, identifier, assuming: state, for: .conditionUnsupported)
            }
            verdicts.removeAll { $0.event.identifier == identifier }
            try await monitor.add(known, identifier: identifier, assuming: state.conditionState)
        } catch {
            // If the monitor still has the condition, its events report the failure.
            guard await monitor.record(for: identifier) == nil else { return }
            refuse(condition, identifier, assuming: state, for: .persistenceUnavailable)
        }
    }

    /// Traps on an invalid identifier (LD4, LD16), even for an unsupported condition.
    private func require(_ identifier: String) {
        do { try Monitor.check(identifier: identifier) } catch { fatalError("\(error)") }
    }

    /// Removes a condition, or the verdict on it.
    func remove(_ identifier: String) async {
        verdicts.removeAll { $0.event.identifier == identifier }
        // If the store fails, the events report it.
        do { try await monitor?.remove(identifier) } catch {}
    }

    /// All identifiers; those of unsupported conditions come last.
    var identifiers: [String] {
        get async { (await monitor?.identifiers ?? []) + verdicts.map(\.event.identifier) }
    }

    /// The record of a condition.
    func record(for identifier: String) async -> CLMonitor.Record? {
        if let verdict = verdicts.first(where: { $0.event.identifier == identifier }) {
            return CLMonitor.Record(
                condition: verdict.condition,
                lastEvent: verdict.stage == .handled ? verdict.event : verdict.initial)
        }
        return await monitor?.record(for: identifier).map(CLMonitor.Record.init)
    }

    private func refuse(
        _ condition: any CLCondition, _ identifier: String, assuming state: CLMonitor.Event.State,
        for reason: ConditionDiagnostics
    ) {
        verdicts.removeAll { $0.event.identifier == identifier }
        verdicts.append(
            Verdict(
                condition: condition,
                initial: CLMonitor.Event(identifier: identifier, state: state, date: .init(newest)),
                event: CLMonitor.Event(
                    identifier: identifier, state: .unmonitored, date: .init(newest), reasons: reason)))
        signal.signal()
    }
}

// Reading.
extension ConditionWatch {
    /// The first verdict that the reader has not acknowledged.
    func giveVerdict() -> CLMonitor.Event? {
        guard let place = verdicts.firstIndex(where: { $0.stage != .handled }) else { return nil }
        verdicts[place].stage = .given
        return verdicts[place].event
    }

    /// Records that the reader has acknowledged a verdict.
    func acknowledgeVerdict(on identifier: String) {
        guard let place = verdicts.firstIndex(where: { $0.event.identifier == identifier }) else { return }
        if verdicts[place].stage == .given { verdicts[place].stage = .handled }
    }
}
