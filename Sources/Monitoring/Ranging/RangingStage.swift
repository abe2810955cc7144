import Beacons
import Conditions

/// The second stage of monitoring and ranging: it ranges while the condition of the first stage is satisfied.
struct RangingStage: Sendable {
    private let constraint: BeaconIdentityConstraint
    private let ranging: BeaconRanging
    private let body: @Sendable (RangingReport) async -> Void

    init(
        _ constraint: BeaconIdentityConstraint, with ranging: BeaconRanging,
        _ body: @escaping @Sendable (RangingReport) async -> Void
    ) {
        self.constraint = constraint
        self.ranging = ranging
        self.body = body
    }

    /// Follows the events until they end.
    func run(
        _ events: Monitor.Events, of identifier: String, isInside: Bool
    ) async throws(MonitorError) {
        let (stages, next) = AsyncStream.makeStream(of: Bool.self)
        next.yield(isInside)
        async let ranged: Void = follow(stages)
        do throws(MonitorError) {
            var iterator = events.makeAsyncIterator()
            while let event = try await iterator.next() {
                if event.identifier == identifier { next.yield(event.state == .satisfied) }
            }
        } catch {
            next.finish()
            await ranged
            throw error
        }
        next.finish()
        await ranged
    }

    /// Ranges from each `true` to the next `false`.
    private func follow(_ stages: AsyncStream<Bool>) async {
        await withDiscardingTaskGroup { group in
            var isRanging = false
            for await isInside in stages where isInside != isRanging {
                isRanging = isInside
                guard isInside else {
                    ranging.stop(satisfying: constraint)
                    continue
                }
                let reports = ranging.reports(satisfying: constraint)
                group.addTask { for await report in reports { await body(report) } }
            }
            ranging.stop(satisfying: constraint)
        }
    }
}
