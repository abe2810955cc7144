import Conditions
import Foundation
import Observations
import SQLite
import Synchronization
import Testing

@testable import Monitoring

/// The file of a monitor: damage, other formats, failure.
@Suite(.timeLimit(.minutes(1))) struct MonitorStoreTests {
    private func makeStore(in folder: String) async throws -> URL {
        try await withMonitor(in: folder) { monitor in
            for site in 1...40 { try await monitor.add(Sensed.site(UInt16(site)), identifier: "s\(site)") }
            try await monitor.observe(Sensed.beacon(1, at: 0))
        }
        return URL(fileURLWithPath: folder + "/work.monitor")
    }

    private func expectDamage(in folder: String) async {
        let error = await #expect(throws: MonitorError.self) { try await Monitor("work", in: folder) }
        guard case .storeDamaged = error else {
            Issue.record("the store was refused with \(String(describing: error))")
            return
        }
    }

    @Test(arguments: [512, 1_000, 4_096, 8_192])
    func `a store that was cut off is refused as damaged`(length: Int) async throws {
        try await withFolder { folder in
            let file = try await makeStore(in: folder)
            try Data(contentsOf: file).prefix(length).write(to: file)
            await expectDamage(in: folder)
        }
    }

    @Test func `a store with a page of noise is refused as damaged`() async throws {
        try await withFolder { folder in
            let file = try await makeStore(in: folder)
            var bytes = try Data(contentsOf: file)
            bytes.replaceSubrange(4_096..<8_192, with: Data(repeating: 0x5A, count: 4_096))
            try bytes.write(to: file)
            await expectDamage(in: folder)
        }
    }

    @Test func `another program's database is refused and left as it is`() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let database = try Database(path: folder + "/work.monitor")
            try await database.write { try $0.execute("CREATE TABLE visitors (name TEXT)") }
            await database.close()
            await expectDamage(in: folder)
        }
    }

    @Test(arguments: [
        "UPDATE conditions SET history = 9", "UPDATE conditions SET weakest_signal = 200",
        "UPDATE conditions SET fixes = 0",
        "UPDATE changes SET state = 9",
        "DELETE FROM monitor",
    ])
    func `values that no monitor wrote are refused as damaged`(statement: String) async throws {
        try await withFolder { folder in
            let file = try await makeStore(in: folder)
            let database = try Database(path: file.path)
            try await database.write { try $0.execute(statement) }
            await database.close()
            await expectDamage(in: folder)
        }
    }

    @Test func `a store of a newer format is refused`() async throws {
        try await withFolder { folder in
            let file = try await makeStore(in: folder)
            let database = try Database(path: file.path)
            try await database.write { try $0.execute("PRAGMA user_version = 99") }
            await database.close()
            let error = await #expect(throws: MonitorError.self) { try await Monitor("work", in: folder) }
            #expect(error == .storeTooNew(path: file.path, format: 99))
        }
    }

    @Test func `an acknowledgement costs no more the more a reader has acknowledged`() async throws {
        try await withFolder { folder in
            let file = try await makeStore(in: folder)
            let database = try Database(path: file.path)
            let plan = try await database.read { connection in
                try connection.all("EXPLAIN QUERY PLAN " + MonitorStoreWriting.release, "reader") {
                    try $0.text(3)
                }
            }
            await database.close()
            #expect(plan.count == 1)
            #expect(plan.first?.contains("held_by_reader") == true)
        }
    }

    @Test func `a monitor that is open has one connection, since nobody reads again`() async throws {
        try await withFolder { folder in
            let store = try await MonitorStore(name: "work", folder: folder)
            _ = try await store.read()
            await #expect(throws: MonitorError.self) { try await store.read() }
            #expect(try await store.diskWaits() >= 0)
            await store.close()
        }
    }

    @Test func `failures that no caller sees reach the report of the monitor`() throws {
        struct Trouble: Error {}
        let told = Mutex<[String]>([])
        let configuration = MonitorStore.configuration { error in told.withLock { $0.append("\(error)") } }
        configuration.report(Trouble())
        #expect(told.withLock { $0 } == ["Trouble()"])
    }

    @Test func `a folder that cannot be made is refused`() async throws {
        let error = await #expect(throws: MonitorError.self) { try await Monitor("work", in: "/dev/null/a") }
        guard case .storeUnavailable = error else {
            Issue.record("the folder was refused with \(String(describing: error))")
            return
        }
    }

    @Test
    func
        `L30 L79 a store that fails is reported by an event of each condition, and then the events end with it`()
        async throws
    {
        try await withFolder { folder in
            let monitor = try await Monitor("work", in: folder)
            try await monitor.add(Sensed.site(1), identifier: "a")
            try await monitor.observe(Sensed.beacon(1, at: 0))
            var iterator = monitor.events.makeAsyncIterator()
            #expect(try await iterator.next()?.state == .satisfied)
            // Somebody else's step makes this monitor's next one one too many.
            let database = try Database(path: folder + "/work.monitor")
            try await database.write { try $0.execute("UPDATE monitor SET revision = revision + 1") }
            await database.close()
            await #expect(throws: MonitorError.persistenceUnavailable) {
                try await monitor.observe(Sensed.elapsed(60))
            }
            let last = try #require(try await iterator.next())
            #expect(last.state == .unmonitored)
            #expect(last.persistenceUnavailable)
            #expect(last.lastKnown == .unknown || last.lastKnown == nil)
            await #expect(throws: MonitorError.persistenceUnavailable) { _ = try await iterator.next() }
            await #expect(throws: MonitorError.persistenceUnavailable) { try await monitor.remove("a") }
            await monitor.close()
            try await withMonitor(in: folder) { monitor in
                let events = try await monitor.events.first(1)
                #expect(events.map(\.state) == [.satisfied])
            }
        }
    }

    @Test func `the store holds no coordinate of a fix and no signal strength (LD20)`() async throws {
        try await withFolder { folder in
            let file = try await makeStore(in: folder)
            let database = try Database(path: file.path)
            let columns = try await database.read { connection in
                try connection.all(
                    """
                    SELECT m.name || '.' || c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
                    WHERE m.type = 'table' AND m.name <> 'parts'
                    """
                ) { try $0.text(0) }
            }
            await database.close()
            #expect(!columns.isEmpty)
            #expect(!columns.contains { $0.contains("latitude") || $0.contains("rssi") })
        }
    }
}
