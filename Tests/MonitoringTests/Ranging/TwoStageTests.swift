import Beacons
import Conditions
import Monitoring
import Observations
import Ranging
import Testing

@Suite(.timeLimit(.minutes(1))) struct TwoStageTests {
    @Test func `L135 monitor first, range inside, stop outside`() async throws {
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.office, identifier: "office")
                let ranging = BeaconRanging()
                let (reports, reporting) = AsyncStream.makeStream(of: RangingReport.self)
                let stages = Task {
                    try await monitor.range(inside: "office", with: ranging) { reporting.yield($0) }
                }
                #expect(ranging.constraints.isEmpty)
                try await monitor.observe(Sensed.beacon(1, at: 1))
                while ranging.constraints.isEmpty { await Task.yield() }
                ranging.observe(Sensed.beacon(1, at: 1))
                var iterator = reports.makeAsyncIterator()
                #expect(await iterator.next()?.beacons.first?.proximity == .near)
                try await monitor.observeAll(Sensed.elapsed(20), Sensed.elapsed(40))
                while !ranging.constraints.isEmpty { await Task.yield() }
                await monitor.finish()
                try await stages.value
            }
        }
    }

    @Test func `L135 after a restart inside, ranging begins at once`() async throws {
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.office, identifier: "office", assuming: .satisfied)
            }
            try await withMonitor(in: folder) { monitor in
                let ranging = BeaconRanging()
                let stages = Task { try await monitor.range(inside: "office", with: ranging) { _ in } }
                while ranging.constraints.isEmpty { await Task.yield() }
                await monitor.finish()
                try await stages.value
                #expect(ranging.constraints.isEmpty)
            }
        }
    }

    @Test func `only beacon conditions can be ranged`() async throws {
        try await withFolder { folder in
            let monitor = try await Monitor("work", in: folder)
            await #expect(throws: MonitorError.notRangeable("nowhere")) {
                try await monitor.range(inside: "nowhere", with: BeaconRanging()) { _ in }
            }
            await monitor.close()
        }
    }
}
