import Conditions
import Geodesy
import Observations
import Testing

@testable import Monitoring

/// A monitor with its store, as a program uses it.
@Suite(.timeLimit(.minutes(1))) struct MonitorTests {
    @Test func `L1 opening a name that has no store makes an empty one`() async throws {
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                #expect(await monitor.identifiers.isEmpty)
                #expect(await monitor.record(for: "a") == nil)
            }
        }
    }

    @Test func `L2 L67 L68 LD6 opening a name again returns its conditions and last events`() async throws {
        try await withFolder { folder in
            var policy = ConditionPolicy()
            policy.exitAfter = .milliseconds(12_345)
            policy.maximumSpeed = .infinity
            let center = try #require(Coordinate(latitude: 35.681236, longitude: 139.767125))
            let circle = try Condition.circular(CircularGeographicCondition(center: center, radius: 120.25))
            let event = try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.site(1), identifier: "site", policy: policy, history: .every)
                try await monitor.add(circle, identifier: "station", assuming: .unsatisfied)
                try await monitor.observe(Sensed.beacon(1, 7, at: 3))
                let event = try #require(try await monitor.events.first(1).first)
                try await monitor.acknowledge(event)
                return event
            }
            try await withMonitor(in: folder) { monitor in
                #expect(await monitor.identifiers == ["site", "station"])
                #expect(await monitor.record(for: "site")?.lastEvent == event)
                #expect(await monitor.record(for: "site")?.condition == Sensed.site(1))
                #expect(await monitor.record(for: "station")?.condition == circle)
                #expect(await monitor.record(for: "station")?.lastEvent.state == .unsatisfied)
                #expect(await monitor.record(for: "site")?.policy == policy)
            }
        }
    }

    @Test func `L6 monitors of different names have their own conditions`() async throws {
        try await withFolder { folder in
            try await withMonitor("one", in: folder) { one in
                try await withMonitor("two", in: folder) { two in
                    try await one.add(Sensed.office, identifier: "a")
                    #expect(await one.identifiers == ["a"])
                    #expect(await two.identifiers.isEmpty)
                }
            }
        }
    }

    @Test(arguments: [
        "", " ", " a", "a ", "a/b", "..\\", "a\0b", "a\n", "a\u{301}", "👍",
        String(repeating: "a", count: 129),
    ])
    func `LD4 L7 L8 what is no name is refused before anything is stored`(name: String) async throws {
        try await withFolder { folder in
            await #expect(throws: MonitorError.invalidName(name)) { try await Monitor(name, in: folder) }
            try await withMonitor(in: folder) { monitor in
                await #expect(throws: MonitorError.invalidName(name)) {
                    try await monitor.add(Sensed.office, identifier: name)
                }
                #expect(throws: MonitorError.invalidName(name)) { try monitor.events(reader: name) }
                #expect(await monitor.identifiers.isEmpty)
            }
        }
    }

    @Test(arguments: ["a", "Apple Park_2.entrance-1", "..", String(repeating: "a", count: 128)])
    func `LD4 letters, digits, dots, underscores, hyphens and inner spaces make a name`(
        name: String
    ) async throws {
        try await withFolder { folder in
            try await withMonitor(name, in: folder) { monitor in
                try await monitor.add(Sensed.office, identifier: name)
                #expect(await monitor.identifiers == [name])
            }
        }
    }

    @Test func `LD4 letters of any script name a condition, and only ASCII a monitor, which is a file`()
        async throws
    {
        try await withFolder { folder in
            await #expect(throws: MonitorError.invalidName("正面入口")) {
                try await Monitor("正面入口", in: folder)
            }
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.office, identifier: "正面入口 1")
                #expect(await monitor.identifiers == ["正面入口 1"])
            }
        }
    }

    @Test func `LD1 names that are equal but spelled with other bytes are one condition`() async throws {
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.office, identifier: "\u{AC00}")
                try await monitor.add(Sensed.site(1), identifier: "\u{1100}\u{1161}")
                #expect(await monitor.record(for: "\u{AC00}")?.condition == Sensed.site(1))
                try await monitor.remove("\u{1100}\u{1161}")
                #expect(await monitor.identifiers.isEmpty)
            }
            try await withMonitor(in: folder) { monitor in #expect(await monitor.identifiers.isEmpty) }
        }
    }

    @Test func `LD5 L3 L4 L5 a name that is open cannot be opened again, and can when it was closed`()
        async throws
    {
        try await withFolder { folder in
            try await withMonitor(in: folder) { _ -> Void in
                await #expect(throws: MonitorError.alreadyOpen("work")) {
                    try await Monitor("work", in: folder)
                }
            }
            try await withMonitor(in: folder) { monitor in #expect(await monitor.identifiers.isEmpty) }
        }
    }

    @Test func `a policy without a meaning is refused`() async throws {
        var policies = [ConditionPolicy](repeating: ConditionPolicy(), count: 4)
        policies[0].fixes = 0
        policies[1].sigmas = .nan
        policies[2].exitAfter = .seconds(-1)
        policies[3].maximumSpeed = -1
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                for policy in policies {
                    await #expect(throws: MonitorError.invalidPolicy) {
                        try await monitor.add(Sensed.office, identifier: "a", policy: policy)
                    }
                }
            }
        }
    }

    @Test
    func
        `L35 L36 LD12 the refinement is the beacon that matched, and none when the condition is not satisfied`()
        async throws
    {
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.office, identifier: "office", history: .every)
                try await monitor.observeAll(Sensed.beacon(2, 9, at: 0), Sensed.elapsed(40))
                let events = try await monitor.events.first(2)
                let exact = BeaconIdentityCondition(uuid: Sensed.uuid, major: 2, minor: 9)
                #expect(events.map(\.refinement) == [exact, nil])
                #expect(await monitor.currentRefinement(for: "office") == nil)
            }
        }
    }

    @Test func `LD12 L39 another nearest beacon alone is no event and is visible`() async throws {
        try await withFolder { folder in
            let events = try await withMonitor(in: folder) { monitor in
                async let events = monitor.events.untilClosed()
                try await monitor.add(Sensed.office, identifier: "office")
                try await monitor.observe(Sensed.beacon(1, 1, at: 0, rssi: -70))
                try await monitor.observe(Sensed.beacon(1, 2, at: 1, rssi: -50))
                let nearest = BeaconIdentityCondition(uuid: Sensed.uuid, major: 1, minor: 2)
                #expect(await monitor.currentRefinement(for: "office") == nearest)
                await monitor.close()
                return try await events
            }
            #expect(events.count <= 1)
        }
    }

    @Test func `LA2 a monitor explains the state of a condition`() async throws {
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.site(1), identifier: "a")
                try await monitor.observe(Sensed.beacon(1, at: 0))
                #expect(await monitor.explain("a")?.state == .satisfied)
                #expect(await monitor.explain("b") == nil)
            }
        }
    }

    @Test func `a closed monitor refuses and its events end`() async throws {
        try await withFolder { folder in
            let monitor = try await Monitor("work", in: folder)
            async let events = monitor.events.untilClosed()
            await monitor.close()
            #expect(try await events.isEmpty)
            await #expect(throws: MonitorError.closed) {
                try await monitor.add(Sensed.office, identifier: "a")
            }
            await #expect(throws: MonitorError.closed) { try await monitor.observe(Sensed.elapsed(0)) }
        }
    }

    @Test func `a monitor observes what a sequence yields until it ends`() async throws {
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.site(1), identifier: "a", history: .every)
                let observations = [Sensed.beacon(1, at: 0), Sensed.elapsed(10), Sensed.elapsed(30)]
                try await monitor.run(
                    observing: AsyncStream { continuation in
                        for observation in observations { continuation.yield(observation) }
                        continuation.finish()
                    })
                #expect(try await monitor.events.first(2).map(\.state) == [.satisfied, .unsatisfied])
            }
        }
    }
}
