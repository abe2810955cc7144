import Conditions
import Foundation
import Monitoring
import Observations
import Testing

/// The process ends between any two steps, and the store is damaged at any byte (LA6).
@Suite(.timeLimit(.minutes(10))) struct FaultTests {
    /// What one process did: what it was told, and whether it came to the end.
    private struct Life {
        var given: [Monitor.Event] = []
        var isComplete = false
    }

    private static let changes: [Observation] = [
        Sensed.beacon(1, at: 0), Sensed.beacon(2, at: 10), Sensed.elapsed(60), Sensed.beacon(1, at: 61),
        Sensed.radio(.off, at: 70), Sensed.beacon(2, at: 80), Sensed.elapsed(140),
    ]

    /// Adds, observes, reads: all that a program does, from wherever the store ends.
    private func live(in folder: String, kill: SimulatedKill? = nil) async throws -> Life {
        var life = Life()
        guard
            let monitor = try await unlessKilled({ () async throws(MonitorError) in
                try await Monitor("work", in: folder, kill: kill)
            })
        else { return life }
        let isDone = try await unlessKilled { () async throws(MonitorError) in
            try await observe(on: monitor)
            return true
        }
        var iterator = monitor.events.makeAsyncIterator()
        while let event = try await iterator.next() {
            life.given.append(event)
        }
        // The end of the reading was the end of the process when the monitor takes nothing any more.
        let isOpen = try await unlessKilled { () async throws(MonitorError) in
            try await monitor.remove("nothing")
            return true
        }
        life.isComplete = isDone != nil && isOpen != nil
        await monitor.close()
        return life
    }

    private func observe(on monitor: Monitor) async throws(MonitorError) {
        for site in [UInt16(1), 2] where await monitor.record(for: "site \(site)") == nil {
            try await monitor.add(Sensed.site(site), identifier: "site \(site)", history: .every)
        }
        let done = await monitor.mark.flatMap { Int($0) } ?? -1
        for (index, change) in Self.changes.enumerated() {
            if index <= done {
                try await monitor.recall(change)
            } else {
                try await monitor.observe(change, mark: String(index))
            }
        }
        await monitor.finish()
    }

    /// What a body gives, or nothing when its monitor's process ended.
    private func unlessKilled<Result>(
        _ body: () async throws(MonitorError) -> Result
    ) async throws -> Result? {
        do throws(MonitorError) { return try await body() } catch {
            if error == .closed { return nil }
            throw error
        }
    }

    /// More steps than a life has.
    private static let mostSteps = 40

    @Test func `L23 L67 L68 LA6 LD2 a kill between any two steps loses nothing and invents nothing`()
        async throws
    {
        try await onOwnThread {
            let whole = try await withFolder { try await live(in: $0) }
            #expect(whole.isComplete)
            #expect(whole.given.count >= 5)
            var kills = 0
            for step in 0..<Self.mostSteps {
                let isReached = try await [SimulatedKill.before(step: step), .after(step: step)].asyncCount {
                    try await check($0, against: whole)
                }
                // A life without this step has none of the later ones.
                if isReached == 0 { break }
                kills += isReached
            }
            #expect(kills > 10 && kills < 2 * Self.mostSteps)
        }
    }

    /// A process that is killed, and those that follow it, report together what an unbroken one reports.
    ///
    /// - Returns: Whether the life was ended.
    private func check(_ kill: SimulatedKill, against whole: Life) async throws -> Bool {
        try await withFolder { folder in
            let first = try await live(in: folder, kill: kill)
            let second = try await live(in: folder)
            // At most what was given last, and may not have been acknowledged, comes again.
            let again = second.given.first?.number ?? .max
            #expect(first.given.last?.number ?? 0 <= again, "\(kill)")
            let told = first.given.filter { $0.number < again } + second.given
            #expect(told.map(\.state) == whole.given.map(\.state), "\(kill)")
            #expect(told.map(\.identifier) == whole.given.map(\.identifier), "\(kill)")
            #expect(told.map(\.date) == whole.given.map(\.date), "\(kill)")
            let third = try await live(in: folder)
            #expect(third.given.isEmpty, "\(kill)")
            return !first.isComplete
        }
    }

    @Test func `LA6 a monitor that was killed tells nobody anything, and its name is free when it is closed`()
        async throws
    {
        try await withFolder { folder in
            let monitor = try await Monitor("work", in: folder, kill: .after(step: 1))
            try await monitor.add(Sensed.site(1), identifier: "a")
            await #expect(throws: MonitorError.closed) { try await monitor.observe(Sensed.beacon(1, at: 0)) }
            await #expect(throws: MonitorError.closed) { try await monitor.remove("a") }
            let told = try await monitor.events.first(1)
            #expect(told.isEmpty)
            await monitor.close()
            try await withMonitor(in: folder) { monitor in
                let events = try await monitor.events.first(1)
                #expect(events.map(\.state) == [.satisfied])
            }
        }
    }

    @Test(arguments: [SimulatedKill.before(step: 2), .after(step: 2)])
    func `LA6 L117 a condition takes the place of others in one step, or not at all`(kill: SimulatedKill)
        async throws
    {
        try await withFolder { folder in
            let monitor = try await Monitor("work", in: folder, kill: kill)
            try await monitor.add(Sensed.site(1), identifier: "one")
            try await monitor.add(Sensed.site(2), identifier: "two")
            await #expect(throws: MonitorError.closed) {
                try await monitor.add(Sensed.site(3), identifier: "three", inPlaceOf: ["one"])
            }
            await monitor.close()
            try await withMonitor(in: folder) { monitor in
                let isDone = kill == .after(step: 2)
                #expect(await Set(monitor.identifiers) == (isDone ? ["two", "three"] : ["one", "two"]))
            }
        }
    }

    private func makeStore(in folder: String) async throws -> URL {
        try await withMonitor(in: folder) { monitor in
            try await monitor.add(Sensed.site(1), identifier: "a")
            try await monitor.observe(Sensed.beacon(1, at: 0))
        }
        return URL(fileURLWithPath: folder + "/work.monitor")
    }

    /// Opens a store that something has happened to: what it holds is right, or it is refused as damaged.
    private func holdsOrIsRefused(in folder: String) async throws -> Bool {
        let monitor: Monitor
        do throws(MonitorError) { monitor = try await Monitor("work", in: folder) } catch {
            guard case .storeDamaged = error else { throw error }
            return false
        }
        let identifiers = await monitor.identifiers
        #expect(identifiers == ["a"])
        let events = try await monitor.events.first(1)
        #expect(events.map(\.state) == [.satisfied])
        await monitor.close()
        return true
    }

    /// Each byte of the header and around each edge of a page, and every 307th byte between; `EVERY_BYTE=1` takes all.
    private func places(in count: Int) -> [Int] {
        if ProcessInfo.processInfo.environment["EVERY_BYTE"] == "1" { return Array(0..<count) }
        return (0..<count).filter { $0 < 120 || !(2...4_094).contains($0 % 4_096) || $0 % 307 == 0 }
    }

    @Test func `LA6 a small store cut at any byte is refused as damaged`() async throws {
        try await onOwnThread {
            try await withFolder { folder in
                let file = try await makeStore(in: folder)
                let whole = try Data(contentsOf: file)
                for length in places(in: whole.count) {
                    try whole.write(to: file)
                    try removeLog(of: file)
                    try StoreDamage.cut(length: length).apply(to: file)
                    let isHeld = try await holdsOrIsRefused(in: folder)
                    #expect(!isHeld, "\(length) of \(whole.count) bytes")
                }
            }
        }
    }

    /// A refused opening leaves its log behind, from which the next would take pages.
    private func removeLog(of file: URL) throws {
        for ending in ["-wal", "-shm"] where FileManager.default.fileExists(atPath: file.path + ending) {
            try FileManager.default.removeItem(atPath: file.path + ending)
        }
    }

    @Test func `LA6 a log cut at any byte leaves a step that there was`() async throws {
        try await onOwnThread {
            try await withFolder { folder in
                let monitor = try await Monitor("work", in: folder)
                let file = folder + "/work.monitor"
                var steps: Set<[String]> = []
                for site in 1...4 {
                    try await monitor.add(Sensed.site(UInt16(site)), identifier: "site \(site)")
                    steps.insert(await monitor.identifiers)
                }
                let (store, log) = (try data(file), try data(file + "-wal"))
                await monitor.close()
                var left: Set<[String]> = []
                for length in placesInLog(of: log.count) + [log.count] {
                    try store.write(to: URL(filePath: file))
                    try log.prefix(length).write(to: URL(filePath: file + "-wal"))
                    if let identifiers = try await identifiers(in: folder) { left.insert(identifiers) }
                }
                #expect(left.isSuperset(of: steps))
                #expect(left.subtracting(steps).isSubset(of: [[]]))
            }
        }
    }

    /// Around the bounds of each page that the log holds, and within its header and its page; every byte with `EVERY_BYTE=1`.
    ///
    /// A log of SQLite is a header of 32 bytes, then for each page a header of 24 bytes and its 4,096 bytes.
    private func placesInLog(of count: Int) -> [Int] {
        if ProcessInfo.processInfo.environment["EVERY_BYTE"] == "1" { return Array(0..<count) }
        let within = [-1, 0, 1, 12, 23, 24, 25, 2_000]
        let starts = Array(stride(from: 32, to: count, by: 24 + 4_096))
        return [0, 1, 16, 31] + starts.flatMap { start in within.map { start + $0 } }.filter { $0 < count }
    }

    private func data(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

    /// What a store holds, or nothing when it is refused as damaged.
    private func identifiers(in folder: String) async throws -> [String]? {
        let monitor: Monitor
        do throws(MonitorError) { monitor = try await Monitor("work", in: folder) } catch {
            guard case .storeDamaged = error else { throw error }
            return nil
        }
        let identifiers = await monitor.identifiers
        await monitor.close()
        return identifiers
    }

    @Test func `the files of a store are open to their owner alone`() async throws {
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.site(1), identifier: "a")
                let files = FileManager.default
                let names = try files.contentsOfDirectory(atPath: folder)
                #expect(names.contains("work.monitor-wal"))
                for name in names {
                    let attributes = try files.attributesOfItem(atPath: "\(folder)/\(name)")
                    #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
                }
            }
        }
    }

    @Test func `LA6 noise anywhere in a small store is refused, or changes no event`()
        async throws
    {
        try await withFolder { folder in
            let file = try await makeStore(in: folder)
            let whole = try Data(contentsOf: file)
            var refused = 0
            for page in stride(from: 0, to: whole.count, by: 4_096) {
                try whole.write(to: file)
                try StoreDamage.noise(offset: page, count: 64, seed: UInt64(page)).apply(to: file)
                if try await !holdsOrIsRefused(in: folder) { refused += 1 }
            }
            // Pages that hold nothing any more may be anything.
            #expect(refused > 0)
        }
    }

    @Test func `LA6 a store of a newer version is refused and left as it is`() async throws {
        try await withFolder { folder in
            let file = try await makeStore(in: folder)
            try StoreDamage.newerFormat.apply(to: file)
            let before = try Data(contentsOf: file)
            await #expect(throws: MonitorError.storeTooNew(path: file.path, format: 0x7FFF_FFFF)) {
                try await Monitor("work", in: folder)
            }
            #expect(try Data(contentsOf: file) == before)
        }
    }
}

extension Sequence {
    /// How many elements a body says yes to.
    fileprivate func asyncCount(_ isCounted: (Element) async throws -> Bool) async rethrows -> Int {
        var count = 0
        for element in self where try await isCounted(element) { count += 1 }
        return count
    }
}
