public import Conditions

/// Evaluates on several cores: each device belongs to one of several tables, and each table works on its own.
///
/// Nothing waits in between: who has observations hands them over and waits for what changed, so that a source that is
/// faster than the evaluation is held back, and no more is in memory than what its callers hold. Changes of a device come
/// in the order of its observations.
///
/// ```swift
/// let shards = ConditionShards(2, evaluating: conditions)
/// for await batch in gateway { try journal.append(await shards.observe(batch), of: shards.conditions) }
/// ```
public struct ConditionShards: Sendable {
    private let shards: [ConditionShard]
    /// The conditions that are evaluated.
    public let conditions: TableConditions

    /// Makes tables that evaluate the same conditions.
    ///
    /// - Parameters:
    ///   - count: How many tables, 1 or more; as many as there are cores to work on.
    ///   - conditions: The conditions by name.
    ///   - known: What is taken for granted, such as what a journal holds.
    public init(
        _ count: Int, evaluating conditions: [ConditionName: EvaluatedCondition],
        restoring known: RestoredStates = RestoredStates()
    ) {
        precondition(count > 0, "\(count) tables cannot evaluate anything")
        let tables = (0..<count).map { shard in
            ConditionTable(restoring: known, evaluating: conditions) { $0.shard(of: count) == shard }
        }
        self.conditions = tables[0].conditions
        shards = tables.enumerated().map { ConditionShard($1, number: $0, of: count) }
    }

    /// Takes what was observed about devices.
    ///
    /// Call it again when it has returned: of two calls at the same time either may be first.
    ///
    /// - Parameter batch: The observations; thousands at a time keep all cores at work.
    /// - Returns: What changed, for each device in the order of its observations.
    /// - Throws: `CancellationError` before anything was taken. What was begun is done to its end.
    public func observe(_ batch: [DeviceObservation]) async throws -> [DeviceChange] {
        try Task.checkCancellation()
        return await withTaskGroup(of: (Int, [DeviceChange]).self) { group in
            for shard in shards { group.addTask { (shard.number, await shard.observe(batch)) } }
            var changes = Array(repeating: [DeviceChange](), count: shards.count)
            for await (number, found) in group { changes[number] = found }
            return Array(changes.joined())
        }
    }

    /// Takes batches of observations until there are no more, and hands on what changed after each.
    ///
    /// - Parameters:
    ///   - batches: The observations; the next batch is asked for when the changes of the last were handed on.
    ///   - deliver: Gets the changes, also when there are none; it may make them durable.
    /// - Throws: What the batches or `deliver` throw, and `CancellationError` between two batches.
    public func run<Batches: AsyncSequence>(
        observing batches: Batches, deliver: ([DeviceChange]) async throws -> Void
    ) async throws where Batches.Element == [DeviceObservation] {
        for try await batch in batches { try await deliver(observe(batch)) }
    }

    /// What is known about a condition of a device; `ConditionState.unmonitored` for one that is not evaluated.
    public func state(of device: DeviceName, _ name: ConditionName) async -> ConditionState {
        await shards[device.shard(of: shards.count)].state(of: device, name)
    }

    /// The conditions that are satisfied for a device, by name.
    public func satisfied(of device: DeviceName) async -> [ConditionName] {
        await shards[device.shard(of: shards.count)].satisfied(of: device)
    }

    /// Drops everything that is held about a device.
    public func forget(_ device: DeviceName) async {
        await shards[device.shard(of: shards.count)].forget(device)
    }

    /// What is known about all devices, such as for ``ChangeJournal/begin(_:with:)``.
    ///
    /// Observations that arrive during the call are included for some devices only.
    public func snapshot() async -> StateSnapshot {
        var changes: [DeviceChange] = []
        for shard in shards { changes += await shard.knownChanges() }
        return StateSnapshot(conditions: conditions, changes: changes)
    }
}

/// One of several tables.
private actor ConditionShard {
    nonisolated let number: Int
    private let count: Int
    /// Nobody else gets it: a second holder would have it copied whole at the next observation.
    private var table: ConditionTable

    init(_ table: ConditionTable, number: Int, of count: Int) {
        self.table = table
        self.number = number
        self.count = count
    }

    /// Takes those observations of a batch that are about its devices.
    func observe(_ batch: [DeviceObservation]) -> [DeviceChange] {
        var changes: [DeviceChange] = []
        table.observe(contentsOf: batch, where: { $0.shard(of: count) == number }, changes: &changes)
        return changes
    }

    func state(of device: DeviceName, _ name: ConditionName) -> ConditionState {
        table.state(of: device, name)
    }

    func satisfied(of device: DeviceName) -> [ConditionName] { table.satisfied(of: device) }

    func knownChanges() -> [DeviceChange] { table.knownChanges }

    func forget(_ device: DeviceName) { table.forget(device) }
}

extension DeviceName {
    /// Which of several tables a device belongs to: the same one in every process (FNV-1a).
    fileprivate func shard(of count: Int) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        let bytes = text.utf8.span
        for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
        // The lowest bits alone depend on the lowest bits of the letters alone.
        return Int((hash >> 32) % UInt64(count))
    }
}
