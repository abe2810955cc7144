public import Conditions

/// Evaluates on several cores: the devices are distributed over several tables, which work in parallel.
///
/// There are no queues in between: a caller passes observations and waits for the changes. So a source that
/// is faster than the evaluation is slowed down, and memory holds only the batches of the callers. Changes of
/// a device come in the order of its observations.
///
/// ```swift
/// let shards = ConditionShards(2, evaluating: conditions)
/// for await batch in gateway { try journal.append(await shards.observe(batch), of: shards.conditions) }
/// ```
public struct ConditionShards: Sendable {
    private let shards: [ConditionShard]
    /// The evaluated conditions.
    public let conditions: TableConditions

    /// Makes tables that evaluate the same conditions.
    ///
    /// - Parameters:
    ///   - count: The number of tables, 1 or more; use the number of available cores.
    ///   - conditions: The conditions by name.
    ///   - known: The assumed states, for example from a journal.
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

    /// Evaluates observations about devices.
    ///
    /// Wait for a call to return before you make the next one: two calls at the same time may be carried out
    /// in either order.
    ///
    /// - Parameter batch: The observations; thousands at a time keep all cores busy.
    /// - Returns: The changes, for each device in the order of its observations.
    /// - Throws: `CancellationError` before any observation was evaluated. An evaluation that has begun is
    ///   completed.
    public func observe(_ batch: [DeviceObservation]) async throws -> [DeviceChange] {
        try Task.checkCancellation()
        return await withTaskGroup(of: (Int, [DeviceChange]).self) { group in
            for shard in shards { group.addTask { (shard.number, await shard.observe(batch)) } }
            var changes = Array(repeating: [DeviceChange](), count: shards.count)
            for await (number, found) in group { changes[number] = found }
            return Array(changes.joined())
        }
    }

    /// Evaluates batches of observations until there are no more, and delivers the changes after each batch.
    ///
    /// - Parameters:
    ///   - batches: The observations; the next batch is requested after the changes of the last one were
    ///     delivered.
    ///   - deliver: Receives the changes, even if there are none; it may make them durable.
    /// - Throws: Errors of the batches or of `deliver`, and `CancellationError` between two batches.
    public func run<Batches: AsyncSequence>(
        observing batches: Batches, deliver: ([DeviceChange]) async throws -> Void
    ) async throws where Batches.Element == [DeviceObservation] {
        for try await batch in batches { try await deliver(observe(batch)) }
    }

    /// The state of a condition for a device; `ConditionState.unmonitored` if the condition is not evaluated.
    public func state(of device: DeviceName, _ name: ConditionName) async -> ConditionState {
        await shards[device.shard(of: shards.count)].state(of: device, name)
    }

    /// The satisfied conditions of a device, by name.
    public func satisfied(of device: DeviceName) async -> [ConditionName] {
        await shards[device.shard(of: shards.count)].satisfied(of: device)
    }

    /// Drops all data about a device.
    public func forget(_ device: DeviceName) async {
        await shards[device.shard(of: shards.count)].forget(device)
    }

    /// The known states of all devices, for example for ``ChangeJournal/begin(_:with:)``.
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
    /// No other reference to it may exist: the next observation would copy it completely.
    private var table: ConditionTable

    init(_ table: ConditionTable, number: Int, of count: Int) {
        self.table = table
        self.number = number
        self.count = count
    }

    /// Evaluates the observations of a batch that are about its devices.
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
    /// The table of a device among several tables; the same in every process (FNV-1a).
    fileprivate func shard(of count: Int) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        let bytes = text.utf8.span
        for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
        // The lowest bits depend only on the lowest bits of the characters.
        return Int((hash >> 32) % UInt64(count))
    }
}
