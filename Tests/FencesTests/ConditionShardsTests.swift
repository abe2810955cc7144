import Conditions
import Observations
import TestSupport
import Testing

@testable import Fences

@Suite struct ConditionShardsTests {
    /// Conditions and batches of a random course without changes of conditions.
    private static func course(
        seed: UInt64
    ) -> (conditions: [ConditionName: EvaluatedCondition], batches: [[DeviceObservation]]) {
        var trace = RandomTrace(seed: seed)
        var conditions: [ConditionName: EvaluatedCondition] = [:]
        for case .set(let condition, let policy, let name) in trace.beginning() {
            conditions[name] = EvaluatedCondition(condition, policy: policy)
        }
        let batches = (0..<40).map { _ in
            (0..<50).compactMap { _ -> DeviceObservation? in
                guard case .observe(let observation, let device) = trace.next() else { return nil }
                return DeviceObservation(device: device, observation: observation)
            }
        }
        return (conditions, batches)
    }

    @Test(.timeLimit(.minutes(5)), arguments: [1, 2, 3, 8])
    func `several tables find what one finds, for each device in its order`(count: Int) async throws {
        let (conditions, batches) = Self.course(seed: UInt64(count))
        let shards = ConditionShards(count, evaluating: conditions)
        var table = ConditionTable(restoring: RestoredStates(), evaluating: conditions)
        for batch in batches {
            var expected: [DeviceChange] = []
            table.observe(contentsOf: batch, changes: &expected)
            let actual = try await shards.observe(batch)
            for device in RandomTrace.devices {
                #expect(actual.filter { $0.device == device } == expected.filter { $0.device == device })
            }
            #expect(actual.count == expected.count)
        }
        for device in RandomTrace.devices {
            #expect(await shards.satisfied(of: device) == table.satisfied(of: device))
            for name in conditions.keys {
                #expect(await shards.state(of: device, name) == table.state(of: device, name))
            }
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `the next batch is asked for when the changes of the last were delivered`()
        async throws
    {
        let (conditions, batches) = Self.course(seed: 5)
        let shards = ConditionShards(2, evaluating: conditions)
        let asked = Counter()
        let source = AsyncStream<[DeviceObservation]> { await asked.next(of: batches) }
        var delivered = 0
        try await shards.run(observing: source) { _ in
            delivered += 1
            #expect(await asked.count == delivered)
        }
        #expect(delivered == batches.count)
    }

    @Test(.timeLimit(.minutes(5))) func `after a cancellation nothing more is taken`() async throws {
        let (conditions, batches) = Self.course(seed: 6)
        let shards = ConditionShards(2, evaluating: conditions)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await shards.observe(batches[0])
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        for name in conditions.keys {
            #expect(await shards.state(of: RandomTrace.devices[0], name) == .unknown)
        }
    }

    @Test(.timeLimit(.minutes(5))) func `LD20: a device that is forgotten leaves nothing behind`()
        async throws
    {
        let (conditions, batches) = Self.course(seed: 7)
        let shards = ConditionShards(2, evaluating: conditions)
        for batch in batches { _ = try await shards.observe(batch) }
        await shards.forget(RandomTrace.devices[0])
        #expect(await shards.satisfied(of: RandomTrace.devices[0]).isEmpty)
        for name in conditions.keys {
            #expect(await shards.state(of: RandomTrace.devices[0], name) == .unknown)
        }
        let known = await shards.snapshot()
        #expect(known.changes.contains { $0.device == RandomTrace.devices[1] })
        #expect(!known.changes.contains { $0.device == RandomTrace.devices[0] })
    }
}

/// Hands out batches and counts them.
private actor Counter {
    private(set) var count = 0

    func next(of batches: [[DeviceObservation]]) -> [DeviceObservation]? {
        guard count < batches.count else { return nil }
        defer { count += 1 }
        return batches[count]
    }
}
