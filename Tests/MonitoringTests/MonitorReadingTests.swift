import Conditions
import Foundation
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

    /// How often the disk is waited for while site 1 comes and goes.
    private func waits(
        in folder: String, _ body: (Monitor, [Observation]) async throws -> Void
    ) async throws -> Int {
        try await withMonitor(in: folder) { monitor in
            try await monitor.add(Sensed.site(1), identifier: "a")
            let before = try await monitor.store.diskWaits()
            let changes = (0..<Int64(Self.changeCount)).map { number in
                number % 2 == 0 ? Sensed.beacon(1, at: number * 60) : Sensed.elapsed(number * 60)
            }
            try await body(monitor, changes)
            return try await monitor.store.diskWaits() - before
        }
    }

    private static let changeCount = 20

    @Test func `an event that is read before the next change costs one wait for the disk`() async throws {
        try await withFolder { folder in
            let waits = try await waits(in: folder) { monitor, changes in
                var iterator = monitor.events.makeAsyncIterator()
                for change in changes {
                    try await monitor.observe(change)
                    #expect(try await iterator.next() != nil)
                }
            }
            #expect(waits == Self.changeCount)
        }
    }

    @Test func `an event that is acknowledged before the next change costs one wait for the disk`()
        async throws
    {
        try await withFolder { folder in
            let waits = try await waits(in: folder) { monitor, changes in
                let (told, telling) = AsyncStream.makeStream(of: Monitor.Event.self)
                let events = monitor.events
                let reading = Task {
                    for try await event in events { telling.yield(event) }
                }
                var iterator = told.makeAsyncIterator()
                for change in changes {
                    try await monitor.observe(change)
                    #expect(await iterator.next() != nil)
                    // The reader acknowledges when it asks again, on a thread of its own.
                    while await monitor.hasNews() { await Task.yield() }
                }
                await monitor.finish()
                try await reading.value
                #expect(await monitor.hasNews() == false)
            }
            #expect(waits == Self.changeCount)
        }
    }

    @Test func `an acknowledged event of a backlog costs no more than half a wait for the disk`() async throws
    {
        try await withFolder { folder in
            let waits = try await waits(in: folder) { monitor, changes in
                for site in UInt16(2)...9 { try await monitor.add(Sensed.site(site), identifier: "s\(site)") }
                let before = try await monitor.store.diskWaits()
                for site in UInt16(2)...9 { try await monitor.observe(Sensed.beacon(site, at: 0)) }
                let noted = try await monitor.store.diskWaits()
                #expect(noted - before == 8)
                #expect(try await monitor.events.first(8).count == 8)
                #expect(try await monitor.store.diskWaits() - noted <= 4)
            }
            #expect(waits > 0)
        }
    }

    /// What the disk holds of a monitor; right while nothing has been written since its log was synced.
    private func filesOnDisk(in folder: String) throws -> [String: Data] {
        try Dictionary(
            uniqueKeysWithValues: ["work.monitor", "work.monitor-wal"].map { name in
                (name, try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
            })
    }

    private func restore(_ files: [String: Data], in folder: String) throws {
        for (name, bytes) in files { try bytes.write(to: URL(filePath: "\(folder)/\(name)")) }
    }

    @Test func `LD9 a failure of the power repeats two events of a reader at most, and loses none`()
        async throws
    {
        try await withFolder { folder in
            let monitor = try await Monitor("work", in: folder)
            try await monitor.add(Sensed.site(1), identifier: "a", history: .every)
            var iterator = monitor.events.makeAsyncIterator()
            var told: [Monitor.Event] = []
            var disk: [String: Data] = [:]
            for number in Int64(0)..<6 {
                try await monitor.observe(
                    number % 2 == 0 ? Sensed.beacon(1, at: number * 60) : Sensed.elapsed(number * 60))
                disk = try filesOnDisk(in: folder)
                told.append(try #require(try await iterator.next()))
            }
            let alive = try filesOnDisk(in: folder)
            #expect(alive != disk)
            await monitor.close()
            for (files, repeated) in [(disk, 2), (alive, 1)] {
                try restore(files, in: folder)
                try await withMonitor(in: folder) { monitor in
                    await monitor.finish()
                    let again = try await monitor.events.untilClosed()
                    #expect(again == told.suffix(repeated))
                }
            }
        }
    }

    @Test func `LD9 a failure of the power after a restart repeats two events of a reader at most`()
        async throws
    {
        try await withFolder { folder in
            let first = try await Monitor("work", in: folder)
            try await first.add(Sensed.site(1), identifier: "a", history: .every)
            try await first.observeAll(Sensed.beacon(1, at: 0), Sensed.elapsed(60), Sensed.beacon(1, at: 120))
            // The acknowledgement of the first is only the system's when the process is killed.
            let told = try await first.events.first(2)
            let killed = try filesOnDisk(in: folder)
            await first.close()
            try restore(killed, in: folder)
            let second = try await Monitor("work", in: folder)
            let waits = try await second.store.diskWaits()
            let retold = try await second.events.first(2)
            #expect(retold.first == told.last)
            #expect(try await second.store.diskWaits() > waits)
            let disk = try filesOnDisk(in: folder)
            await second.close()
            try restore(disk, in: folder)
            try await withMonitor(in: folder) { monitor in
                await monitor.finish()
                let again = try await monitor.events.untilClosed()
                #expect(again == retold.suffix(1))
            }
        }
    }

    @Test func `LD9 an acknowledgement that is waited for is on the disk, also one of before`() async throws {
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.site(1), identifier: "a", history: .every)
                try await monitor.observeAll(Sensed.beacon(1, at: 0), Sensed.elapsed(60))
                let events = try await monitor.events.first(2)
                let waits = try await monitor.store.diskWaits()
                try await monitor.acknowledge(events[0])
                #expect(try await monitor.store.diskWaits() == waits + 1)
                try await monitor.acknowledge(events[0])
                #expect(try await monitor.store.diskWaits() == waits + 1)
            }
        }
    }
}
