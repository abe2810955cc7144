import Conditions
import Foundation
import Monitoring
import Observations
import Testing

@testable import Fences

/// What a reader of a monitor gets of the changes of a condition (LD17, L80).
private struct ReaderOfChanges {
    private var state = ConditionState.unknown
    private var known: ConditionState?
    private var diagnostics: ConditionDiagnostics = []

    /// The event that follows from a change; `nil` when the reader knows the state already.
    mutating func told(_ change: ConditionTransition, of name: ConditionName) -> ToldChange? {
        let isReturn = state == .unknown && known == change.state
        let reasons = change.diagnostics.subtracting(.sourceUnavailable)
        let isReason =
            change.state == .unknown && !reasons.isEmpty && change.diagnostics != diagnostics
        guard change.state != state || isReason, !isReturn else { return nil }
        defer {
            (state, diagnostics) = (change.state, change.diagnostics)
            if change.state.isKnown { known = change.state }
        }
        return ToldChange(
            name: name.text, state: change.state, time: change.time, refinement: change.refinement,
            diagnostics: change.diagnostics, lastKnown: known)
    }
}

/// What an event of a monitor or of a table says.
private struct ToldChange: Hashable {
    let name: String
    let state: ConditionState
    let time: ObservationTime
    let refinement: BeaconIdentityCondition?
    let diagnostics: ConditionDiagnostics
    let lastKnown: ConditionState?
}

extension ToldChange {
    init(_ event: Monitor.Event) {
        self.init(
            name: event.identifier, state: event.state, time: event.date, refinement: event.refinement,
            diagnostics: event.diagnostics, lastKnown: event.lastKnown)
    }
}

/// A monitor for each device, each with a reader that is given everything at once.
private final class MonitorForEach {
    private let folder: String
    private var monitors: [DeviceName: (monitor: Monitor, events: Monitor.Events.AsyncIterator)] = [:]

    init(in folder: String) async throws {
        self.folder = folder
        for device in RandomTrace.devices {
            let monitor = try await Monitor(device.text, in: folder)
            monitors[device] = (monitor, monitor.events.makeAsyncIterator())
        }
    }

    func set(_ condition: Condition, policy: ConditionPolicy, for name: ConditionName) async throws {
        for (monitor, _) in monitors.values {
            // A monitor starts over also with a condition that it has (LD1); a table continues.
            if let record = await monitor.record(for: name.text), record.condition == condition,
                record.policy == policy
            {
                continue
            }
            try await monitor.add(condition, identifier: name.text, policy: policy, history: .every)
        }
    }

    func remove(_ name: ConditionName) async throws {
        for (monitor, _) in monitors.values { try await monitor.remove(name.text) }
    }

    func observe(_ observation: Observation, of device: DeviceName) async throws -> [ToldChange] {
        guard let monitor = monitors[device]?.monitor, var events = monitors[device]?.events else {
            return []
        }
        try await monitor.observe(observation)
        var told: [ToldChange] = []
        while await monitor.hasNews(), let event = try await events.next() {
            told.append(ToldChange(event))
            try await monitor.acknowledge(event)
        }
        monitors[device] = (monitor, events)
        return told
    }

    func close() async {
        for (monitor, _) in monitors.values { await monitor.close() }
    }
}

@Suite struct ConditionTableMonitorTests {
    @Test(.timeLimit(.minutes(5)), arguments: 0..<8 as Range<UInt64>)
    func `LA7: a table tells what a monitor for each device tells`(seed: UInt64) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "presence-\(UUID().uuidString)").path(percentEncoded: false)
        let monitors = try await MonitorForEach(in: folder)
        let outcome: Result<Void, any Error>
        do {
            try await compare(monitors, seed: 1_000 + seed)
            outcome = .success(())
        } catch { outcome = .failure(error) }
        await monitors.close()
        try FileManager.default.removeItem(atPath: folder)
        try outcome.get()
    }

    private func compare(_ monitors: MonitorForEach, seed: UInt64) async throws {
        var trace = RandomTrace(seed: seed)
        var table = ConditionTable()
        var readers: [DeviceName: [ConditionName: ReaderOfChanges]] = [:]
        var steps = trace.beginning()
        var count = 0
        for number in 0..<400 {
            steps.append(trace.next())
            for step in steps {
                switch step {
                case .set(let condition, let policy, let name):
                    let isNew = table.conditions.condition(name)
                    table.set(condition, policy: policy, for: name)
                    try await monitors.set(condition, policy: policy, for: name)
                    guard table.conditions.condition(name) != isNew else { continue }
                    for device in RandomTrace.devices { readers[device]?[name] = nil }
                case .remove(let name):
                    table.remove(name)
                    try await monitors.remove(name)
                    for device in RandomTrace.devices { readers[device]?[name] = nil }
                case .observe(let observation, let device):
                    let told = try await monitors.observe(observation, of: device)
                    let expected = table.observe(observation, of: device).compactMap { transition in
                        readers[device, default: [:]][transition.condition, default: ReaderOfChanges()]
                            .told(transition.change, of: transition.condition)
                    }
                    count += told.count
                    guard Set(told) == Set(expected), told.count == expected.count else {
                        let wrong = Set(told).symmetricDifference(expected)
                        Issue.record("step \(number), \(device.text), \(observation): \(wrong)")
                        return
                    }
                }
            }
            steps.removeAll()
        }
        #expect(count > 30)
    }
}
