import CAllocations
import Conditions
import Foundation
import JSON
import Presence

/// A hundred thousand devices that share ten thousand conditions: `Benchmarks presence`.
struct PresenceEvaluation {
    private static let devices = 100_000
    private static let tables = 2
    private static let batch = 10_000
    private static let ticks = 40
    private static let conditionsOfAKind = 5_000

    private let conditions: [ConditionName: EvaluatedCondition]
    private let clock = ContinuousClock()

    init() throws {
        conditions = try PresenceWorkload.circles(Self.conditionsOfAKind)
            .merging(PresenceWorkload.beacons(Self.conditionsOfAKind)) { first, _ in first }
            .mapValues { EvaluatedCondition($0) }
    }

    /// Measures, and tells of it in a line of JSON.
    func line() async throws -> String {
        let memory = bytesOfADevice()
        let (rate, changes) = try await rate()
        let journal = try journalRate(changes)
        var json = JSONWriter()
        json.object { json in
            json.member("rate", .number(rate.description))
            json.member("changes", .number(changes.count.description))
            json.member("bytes", .number(memory.far.description))
            json.member("near", .number(memory.near.description))
            json.member("journal", .number(journal.description))
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// Observations a second on all cores, once every device is known.
    private func rate() async throws -> (rate: Double, changes: [DeviceChange]) {
        let shards = PresenceShards(Self.tables, evaluating: conditions)
        var workload = PresenceWorkload(devices: Self.devices)
        var elapsed = Duration.zero
        var all: [DeviceChange] = []
        for tick in 0..<Self.ticks {
            let observations = workload.next()
            let batches = stride(from: 0, to: observations.count, by: Self.batch).map {
                Array(observations[$0..<min($0 + Self.batch, observations.count)])
            }
            let start = clock.now
            var changes: [DeviceChange] = []
            for batch in batches { changes += try await shards.observe(batch) }
            // The first observation of a device makes its row.
            if tick > 0 { elapsed += start.duration(to: clock.now) }
            all += changes
        }
        return (Double(Self.devices * (Self.ticks - 1)) / (elapsed / .seconds(1)), all)
    }

    /// Bytes for a device that is near nothing, and for one in the city.
    private func bytesOfADevice() -> (far: Double, near: Double) {
        (bytesOfADevice(isFar: true), bytesOfADevice(isFar: false))
    }

    private func bytesOfADevice(isFar: Bool) -> Double {
        var table = PresenceTable(restoring: KnownPresence(), evaluating: conditions)
        var workload = PresenceWorkload(devices: Self.devices)
        let before = bytes_in_use()
        for _ in 0..<Self.ticks {
            var changes: [DeviceChange] = []
            table.observe(contentsOf: workload.next(isFar: isFar), changes: &changes)
        }
        return withExtendedLifetime(table) { Double(bytes_in_use() - before) / Double(Self.devices) }
    }

    /// Changes a second that are made durable, 64 at a time.
    private func journalRate(_ changes: [DeviceChange]) throws -> Double {
        let path = "Benchmarks/.build/journal-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let table = PresenceTable(restoring: KnownPresence(), evaluating: conditions)
        var journal = try PresenceJournal.begin(path, with: [table])
        let some = Array(changes.prefix(64 * 2_000))
        let start = clock.now
        for first in stride(from: 0, to: some.count, by: 64) {
            try journal.append(some[first..<min(first + 64, some.count)], of: table.conditions)
        }
        return Double(some.count) / (start.duration(to: clock.now) / .seconds(1))
    }
}
