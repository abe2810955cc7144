import Conditions
import Observations
import Testing

@testable import Monitoring

/// Reading events: acknowledgement, redelivery, takeover, cancellation.
@Suite(.timeLimit(.minutes(1))) struct MonitorReadingTests {
    @Test func `LD9 L23 asking for the next event acknowledges the one before`() async throws {
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.site(1), identifier: "a")
                try await monitor.add(Sensed.site(2), identifier: "b")
                try await monitor.observeAll(Sensed.beacon(1, at: 0), Sensed.beacon(2, at: 1))
                var iterator = monitor.events.makeAsyncIterator()
                let first = try #require(try await iterator.next())
                #expect(await monitor.record(for: "a")?.lastEvent.state == .unknown)
                let second = try #require(try await iterator.next())
                #expect(await monitor.record(for: "a")?.lastEvent == first)
                #expect(await monitor.record(for: "b")?.lastEvent.state == .unknown)
                try await monitor.acknowledge(second)
                #expect(await monitor.record(for: "b")?.lastEvent == second)
            }
        }
    }

    @Test func `a change wakes the reader that waits`() async throws {
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.site(1), identifier: "a")
                async let events = monitor.events.first(1)
                try await monitor.observe(Sensed.beacon(1, at: 0))
                #expect(try await events.map(Told.init) == [Told("a", .satisfied)])
            }
        }
    }

    @Test func `LD2 after a restart the unacknowledged event comes first, with its date and number`()
        async throws
    {
        try await withFolder { folder in
            let before = try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.site(1), identifier: "a")
                try await monitor.observe(Sensed.beacon(1, at: 5))
                let given = try await monitor.events.first(1)
                try await monitor.observe(Sensed.elapsed(60))
                return given
            }
            try await withMonitor(in: folder) { monitor in
                let events = try await monitor.events.first(2)
                #expect(Array(events.prefix(1)) == before)
                #expect(events.map(\.state) == [.satisfied, .unsatisfied])
            }
        }
    }

    @Test func `LD2 L21 L31 an acknowledged state is not given again after a restart`() async throws {
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.site(1), identifier: "a")
                try await monitor.observe(Sensed.beacon(1, at: 5))
                try await monitor.acknowledge(try #require(try await monitor.events.first(1).first))
            }
            let events = try await withMonitor(in: folder) { monitor in
                async let events = monitor.events.untilClosed()
                try await monitor.observe(Sensed.beacon(1, at: 90))
                await monitor.close()
                return try await events
            }
            #expect(events.isEmpty)
        }
    }

    @Test func `LD10 a change and its return between two lives give nothing`() async throws {
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.site(1), identifier: "a")
                try await monitor.observe(Sensed.beacon(1, at: 5))
                try await monitor.acknowledge(try #require(try await monitor.events.first(1).first))
                try await monitor.observe(Sensed.elapsed(60))
            }
            let events = try await withMonitor(in: folder) { monitor in
                try await monitor.observe(Sensed.beacon(1, at: 61))
                async let events = monitor.events.untilClosed()
                await monitor.close()
                return try await events
            }
            #expect(events.isEmpty)
        }
    }

    @Test func `LD11 named readers read apart and are remembered`() async throws {
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.site(1), identifier: "a")
                try await monitor.observe(Sensed.beacon(1, at: 5))
                let event = try #require(try await monitor.events(reader: "server").first(1).first)
                try await monitor.acknowledge(event, reader: "server")
                #expect(await monitor.record(for: "a")?.lastEvent.state == .unknown)
            }
            try await withMonitor(in: folder) { monitor in
                #expect(await monitor.record(for: "a", reader: "server")?.lastEvent.state == .satisfied)
                #expect(try await monitor.events.first(1).map(\.state) == [.satisfied])
                try await monitor.removeReader("server")
                #expect(await monitor.record(for: "a", reader: "server")?.lastEvent.state == .unknown)
            }
        }
    }

    @Test func `L29 a new iteration takes over and the one before ends`() async throws {
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.site(1), identifier: "a")
                try await monitor.observe(Sensed.beacon(1, at: 0))
                var earlier = monitor.events.makeAsyncIterator()
                let event = try await earlier.next()
                var later = monitor.events.makeAsyncIterator()
                #expect(try await later.next() == event)
                #expect(try await earlier.next() == nil)
                #expect(await monitor.record(for: "a")?.lastEvent.state == .unknown)
            }
        }
    }

    @Test func `an iteration that waits ends when its task is cancelled`() async throws {
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                let task = Task { try await monitor.events.first(1) }
                task.cancel()
                let events = try await task.value
                #expect(events.isEmpty)
            }
        }
    }

    @Test func `L10 events of several tasks of observing are all durable and none is lost`() async throws {
        try await withFolder { folder in
            let count: UInt16 = 50
            try await withMonitor(in: folder) { monitor in
                for site in 1...count { try await monitor.add(Sensed.site(site), identifier: "s\(site)") }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for site in 1...count {
                        group.addTask { try await monitor.observe(Sensed.beacon(site, at: 0)) }
                    }
                    try await group.waitForAll()
                }
            }
            try await withMonitor(in: folder) { monitor in
                let events = try await monitor.events.first(Int(count))
                #expect(Set(events.map(\.identifier)).count == Int(count))
                #expect(Set(events.map(\.number)).count == Int(count))
            }
        }
    }
}
