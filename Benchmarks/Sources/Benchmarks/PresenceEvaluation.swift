import CAllocations
import Conditions
import Foundation
import JSON
import Observations
import Fences

/// Many devices that share ten thousand conditions: `Benchmarks presence DEVICES`.
struct PresenceEvaluation {
    private static let tables = 2
    private static let batch = 10_000
    private static let ticks = 40
    private static let conditionsOfAKind = 5_000

    /// One device in this many has each of its changes reported.
    private static let sampleInterval = 100

    private let devices: Int
    private let conditions: [ConditionName: EvaluatedCondition]
    private let clock = ContinuousClock()

    init(devices: Int) throws {
        self.devices = devices
        conditions = try PresenceWorkload.circles(Self.conditionsOfAKind)
            .merging(PresenceWorkload.beacons(Self.conditionsOfAKind)) { first, _ in first }
            .mapValues { EvaluatedCondition($0) }
    }

    /// Measures, and tells of it in a line of JSON.
    func line() async throws -> String {
        let memory = bytesOfADevice()
        let outcome = try await rate()
        let journal = try journalRate(outcome.changes)
        var json = JSONWriter()
        json.object { json in
            json.member("rate", .number(outcome.rate.description))
            json.member("placing", .number(outcome.placing.description))
            json.member("changes", .number(outcome.changes.count.description))
            json.member("sampled", .array(sample(of: outcome.changes).map { .string($0) }))
            json.member("bytes", .number(memory.far.description))
            json.member("near", .number(memory.near.description))
            json.member("journal", .number(journal.description))
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// What was measured of the evaluation.
    private struct Outcome {
        /// Observations a second on all cores, once every device is known.
        let rate: Double
        /// The same for the first observation of each device, which makes its row.
        let placing: Double
        let changes: [DeviceChange]
    }

    private func rate() async throws -> Outcome {
        let shards = ConditionShards(Self.tables, evaluating: conditions)
        var workload = PresenceWorkload(devices: devices)
        var (placing, elapsed) = (Duration.zero, Duration.zero)
        var all: [DeviceChange] = []
        for tick in 0..<Self.ticks {
            let observations = workload.next()
            let batches = stride(from: 0, to: observations.count, by: Self.batch).map {
                Array(observations[$0..<min($0 + Self.batch, observations.count)])
            }
            let start = clock.now
            var changes: [DeviceChange] = []
            for batch in batches { changes += try await shards.observe(batch) }
            let end = clock.now
            if tick == 0 { placing += start.duration(to: end) } else { elapsed += start.duration(to: end) }
            all += changes
        }
        return Outcome(
            rate: Double(devices * (Self.ticks - 1)) / (elapsed / .seconds(1)),
            placing: Double(devices) / (placing / .seconds(1)), changes: all)
    }

    /// The changes of some devices, for another program to compare: whose, of what, to which state, and when.
    private func sample(of changes: [DeviceChange]) -> [String] {
        let interval = Self.sampleInterval
        let numbers = Dictionary(
            uniqueKeysWithValues: stride(from: 0, to: devices, by: interval).map {
                (PresenceWorkload.device($0), $0)
            })
        return changes.compactMap { entry in
            guard let number = numbers[entry.device] else { return nil }
            let subject =
                switch entry.change.subject {
                case .condition(let condition): condition.name.text
                case .others(let others): "others \(others.kind)"
                }
            let change = entry.change.change
            let second = (change.time.microseconds - PresenceWorkload.beginning) / 1_000_000
            return "\(number) \(subject) \(change.state) \(second)"
        }
    }

    /// Bytes for a device that is near nothing, and for one in the city.
    private func bytesOfADevice() -> (far: Double, near: Double) {
        (bytesOfADevice(isFar: true), bytesOfADevice(isFar: false))
    }

    private func bytesOfADevice(isFar: Bool) -> Double {
        var table = ConditionTable(restoring: RestoredStates(), evaluating: conditions)
        var workload = PresenceWorkload(devices: devices)
        let before = bytes_in_use()
        for _ in 0..<Self.ticks {
            var changes: [DeviceChange] = []
            table.observe(contentsOf: workload.next(isFar: isFar), changes: &changes)
        }
        return withExtendedLifetime(table) { Double(bytes_in_use() - before) / Double(devices) }
    }

    /// Changes a second that are made durable, 64 at a time.
    private func journalRate(_ changes: [DeviceChange]) throws -> Double {
        let path = "Benchmarks/.build/journal-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let table = ConditionTable(restoring: RestoredStates(), evaluating: conditions)
        var journal = try ChangeJournal.begin(path, with: table.snapshot)
        let some = Array(changes.prefix(64 * 2_000))
        let start = clock.now
        for first in stride(from: 0, to: some.count, by: 64) {
            try journal.append(some[first..<min(first + 64, some.count)], of: table.conditions)
        }
        return Double(some.count) / (start.duration(to: clock.now) / .seconds(1))
    }
}
