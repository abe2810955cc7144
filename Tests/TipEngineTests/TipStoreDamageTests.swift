import FoundationEssentials
import SQLite
import TestSupport
import Testing
import TipCore
import TipRules

@testable import TipRuntime

@Suite(.timeLimit(.minutes(3))) struct TipStoreDamageTests {
    /// The bytes of a store with something in every table.
    private func store(in folder: String) async throws -> [UInt8] {
        let path = folder + "/whole.store"
        let store = try TipStore(path: path, now: { second(0) }, clock: ManualClock())
        for number in 0..<40 {
            await store.donate(.record([RuleField("area", .text(RuleText("area \(number)")))]), to: "visits")
            await store.donate(to: "opened")
        }
        store.declare([TipDefinition(id: "shown"), TipDefinition(id: "closed")])
        _ = await store.beginAppearance(of: "shown", on: "x")
        store.invalidate("closed", reason: .tipClosed)
        try await store.exchange(with: CloudTransport(Cloud()), named: "cloud")
        try await store.close()
        return Array(try Data(contentsOf: URL(filePath: path)))
    }

    /// Opens what is left of a store, and goes on with it as far as it can be opened.
    private func use(_ bytes: [UInt8], _ folder: String) async throws -> Bool {
        let path = folder + "/damaged.store"
        for ending in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + ending) {
            try FileManager.default.removeItem(atPath: path + ending)
        }
        try Data(bytes).write(to: URL(filePath: path))
        let store: TipStore
        do throws(TipKitError) {
            store = try TipStore(path: path, now: { second(10) }, clock: ManualClock())
        } catch {
            return false
        }
        store.declare([TipDefinition(id: "shown"), TipDefinition(id: "closed")])
        _ = store.explanation(of: "closed")
        _ = try TipLedger(bytes: store.ledger.bytes)
        store.invalidate("shown", reason: .actionPerformed)
        // The store reports that it cannot write; that is enough.
        do { try await store.close() } catch {}
        return true
    }

    @Test func `TD16: a damaged page is found that nothing reads when a store is opened`() async throws {
        try await withFolder { folder in
            var bytes = try await store(in: folder)
            let path = folder + "/whole.store"
            let (start, size) = try await page(of: "donations_by_payload", path)
            for index in start..<(start + size) { bytes[index] = 0 }
            #expect(try await use(bytes, folder) == false)
        }
    }

    @Test(arguments: [true, false])
    func `TD16: a damaged store is set aside on request, and replaced by an empty one`(hasLog: Bool)
        async throws
    {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let path = folder + "/tips.store"
            var random = SplitMix64(seed: 5)
            let damage = Data((0..<9_000).map { _ in UInt8(truncatingIfNeeded: random.next()) })
            try damage.write(to: URL(filePath: path))
            if hasLog { try damage.write(to: URL(filePath: path + "-wal")) }
            #expect(throws: TipKitError.self) { try TipStore(path: path, now: { second(0) }) }
            for round in 0..<2 {
                let store = try TipStore(path: path, ifDamaged: .isSetAside, now: { second(0) })
                guard round == 0 else {
                    #expect(store.faults.isEmpty)
                    #expect(store.ledger.donationCount == 1)
                    try await store.close()
                    continue
                }
                guard case .fileSetAside(let copy, let reason)? = store.faults.first else {
                    Issue.record("nothing was told: \(store.faults)")
                    return
                }
                #expect(copy == path + "-damaged")
                #expect(!reason.isEmpty)
                #expect(try Data(contentsOf: URL(filePath: copy)) == damage)
                await store.donate(to: "visits")
                try await store.close()
            }
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        }
    }

    @Test func `TD16: what is not damaged, and what is newer, is not put aside`() async throws {
        try await withFolder { folder in
            let whole = try await store(in: folder)
            let path = folder + "/whole.store"
            let kept = try TipStore(path: path, ifDamaged: .isSetAside, now: { second(0) })
            #expect(kept.faults.isEmpty)
            #expect(kept.ledger.donationCount == 80)
            try await kept.close()
            let database = try Database(path: path)
            try await database.write { try $0.execute("PRAGMA user_version = 99") }
            await database.close()
            #expect(throws: TipKitError.datastoreTooNew(99)) {
                try TipStore(path: path, ifDamaged: .isSetAside, now: { second(0) })
            }
            #expect(!FileManager.default.fileExists(atPath: path + "-damaged"))
            #expect(try Data(contentsOf: URL(filePath: path)).count == whole.count)
        }
    }

    @Test func `TD16 TD17: of processes that find one damaged file together, one puts it aside`() async throws
    {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let path = folder + "/tips.store"
            try Data("damaged".utf8).write(to: URL(filePath: path))
            let damaged = try #require(DamagedStore.Identity(path))
            let movers = await withTaskGroup { group in
                for number in 0..<16 {
                    group.addTask {
                        do {
                            guard case .isMoved = try DamagedStore.setAside(path, damaged) else { return 0 }
                            try Data("new".utf8).write(to: URL(filePath: path))
                            return 1
                        } catch {
                            Issue.record("\(number): \(error)")
                            return 0
                        }
                    }
                }
                return await group.reduce(0, +)
            }
            #expect(movers == 1)
            #expect(try Data(contentsOf: URL(filePath: path)) == Data("new".utf8))
            #expect(try Data(contentsOf: URL(filePath: path + "-damaged")) == Data("damaged".utf8))
        }
    }

    @Test func `TD16: no copy takes the place of an earlier one, and there are nine at most`() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let path = folder + "/tips.store"
            let copies = ["-damaged"] + (2...9).map { "-damaged-\($0)" }
            for (number, copy) in copies.enumerated() {
                try Data("damaged \(number)".utf8).write(to: URL(filePath: path))
                let store = try TipStore(path: path, ifDamaged: .isSetAside, now: { second(0) })
                guard case .fileSetAside(path + copy, _)? = store.faults.first else {
                    Issue.record("\(copy): \(store.faults)")
                    return
                }
                try await store.close()
            }
            try Data("damaged 9".utf8).write(to: URL(filePath: path))
            let refusal = #expect(throws: TipKitError.self) {
                try TipStore(path: path, ifDamaged: .isSetAside, now: { second(0) })
            }
            #expect(refusal?.description.contains("9 earlier copies lie beside it") == true)
            for (number, copy) in (copies + [""]).enumerated() {
                #expect(try Data(contentsOf: URL(filePath: path + copy)) == Data("damaged \(number)".utf8))
            }
            // Removing a copy makes room for another.
            try FileManager.default.removeItem(atPath: path + "-damaged-4")
            let store = try TipStore(path: path, ifDamaged: .isSetAside, now: { second(0) })
            try await store.close()
            #expect(try Data(contentsOf: URL(filePath: path + "-damaged-4")) == Data("damaged 9".utf8))
        }
    }

    @Test(arguments: [true, false])
    func `TD16: a copy has its own log beside it, and none that was left of another`(hasLog: Bool)
        async throws
    {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let path = folder + "/tips.store"
            try Data("damaged".utf8).write(to: URL(filePath: path))
            try Data("of a copy that was removed".utf8).write(to: URL(filePath: path + "-damaged-wal"))
            if hasLog { try Data("its log".utf8).write(to: URL(filePath: path + "-wal")) }
            let damaged = try #require(DamagedStore.Identity(path))
            #expect(try DamagedStore.setAside(path, damaged) == .isMoved(path + "-damaged"))
            let log = FileManager.default.contents(atPath: path + "-damaged-wal")
            #expect(log == (hasLog ? Data("its log".utf8) : nil))
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        }
    }

    @Test(arguments: ["-wal", "-shm"])
    func `TD16: a damaged file that cannot be renamed stays with its log, and takes no copy's name`(
        part: String
    ) async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let path = folder + "/tips.store"
            for part in ["", "-wal", "-shm"] {
                try Data("damaged\(part)".utf8).write(to: URL(filePath: path + part))
            }
            // No file takes the place of a folder.
            let obstacle = path + "-damaged" + part
            try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
            let damaged = try #require(DamagedStore.Identity(path))
            for _ in 0..<12 {
                #expect(throws: TipKitError.self) { try DamagedStore.setAside(path, damaged) }
            }
            for part in ["", "-wal", "-shm"] {
                #expect(try Data(contentsOf: URL(filePath: path + part)) == Data("damaged\(part)".utf8))
            }
            try FileManager.default.removeItem(atPath: obstacle)
            #expect(try DamagedStore.setAside(path, damaged) == .isMoved(path + "-damaged"))
        }
    }

    @Test func `TD16 TD17: a damaged file that another process uses is refused, and loses nothing of it`()
        async throws
    {
        try await withFolder { folder in
            _ = try await store(in: folder)
            let path = folder + "/whole.store"
            let (start, size) = try await page(of: "donations_by_payload", path)
            let user = try TipStore(path: path, now: { second(5) }, clock: ManualClock())
            try zero(start, size, in: path)
            #expect(throws: TipKitError.self) {
                try TipStore(path: path, ifDamaged: .isSetAside, now: { second(6) })
            }
            #expect(!FileManager.default.fileExists(atPath: path + "-damaged"))
            await user.donate(to: "opened")
            try await user.close()
            let next = try TipStore(path: path, ifDamaged: .isSetAside, now: { second(7) })
            #expect(next.faults.count == 1)
            try await next.close()
            let copy = try Database(path: path + "-damaged")
            let kept = try await copy.read {
                try $0.first("SELECT count(*) FROM donations NOT INDEXED") { try $0.int(0) }
            }
            #expect(kept == 81)
            await copy.close()
        }
    }

    @Test func `TD16: a damaged store of an earlier format is not brought to the newest`() async throws {
        try await withFolder { folder in
            _ = try await store(in: folder)
            let path = folder + "/whole.store"
            let (start, size) = try await page(of: "donations_by_payload", path)
            let database = try Database(path: path)
            try await database.write { connection in
                try connection.execute("CREATE INDEX donations_by_revision ON donations (revision)")
                try connection.execute("PRAGMA user_version = 3")
            }
            await database.close()
            try zero(start, size, in: path)
            #expect(throws: TipKitError.datastoreDamaged("its pages are broken")) {
                try TipStore(path: path, now: { second(5) })
            }
            // The format, by the form of SQLite's files.
            let header = Array(try Data(contentsOf: URL(filePath: path)).prefix(64))
            #expect(header.suffix(4) == [0, 0, 0, 3])
        }
    }

    @Test func `T7: another program's database is neither opened nor put aside`() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let path = folder + "/notes.sqlite"
            let notes = try Database(path: path)
            try await notes.write { try $0.execute("CREATE TABLE notes (text TEXT)") }
            await notes.close()
            #expect(throws: TipKitError.datastoreForeign) {
                try TipStore(path: path, ifDamaged: .isSetAside, now: { second(0) })
            }
            #expect(!FileManager.default.fileExists(atPath: path + "-damaged"))
            #expect(!"\(TipKitError.datastoreForeign)".isEmpty)
        }
    }

    /// Damages a file where it lies.
    private func zero(_ start: Int, _ size: Int, in path: String) throws {
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes.replaceSubrange(start..<(start + size), with: Data(repeating: 0, count: size))
        try bytes.write(to: URL(filePath: path))
    }

    /// Where the first page of a table or an index lies in a file.
    private func page(of name: String, _ path: String) async throws -> (start: Int, size: Int) {
        let database = try Database(path: path)
        let found = try await database.read { connection in
            let root = "SELECT rootpage FROM sqlite_master WHERE name = ?"
            let page = try #require(try connection.first(root, name) { try $0.int(0) })
            return (page, try #require(try connection.first("PRAGMA page_size") { try $0.int(0) }))
        }
        await database.close()
        return ((found.0 - 1) * found.1, found.1)
    }

    @Test func `a failure in the upkeep of the log is among the faults once`() async {
        let store = makeStore()
        for _ in 0..<2 { store.noteFailure(of: Cloud.Unreachable()) }
        #expect(store.faults == [.logNotCarriedOver("Unreachable()")])
    }

    @Test(arguments: UInt64(0)..<4)
    func `TD16: a store damaged at any byte is opened or refused, and nothing traps`(seed: UInt64)
        async throws
    {
        try await withFolder { folder in
            var random = SplitMix64(seed: seed)
            let whole = try await store(in: folder)
            var opened = 0
            for _ in 0..<60 {
                var bytes = whole
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
                if try await use(bytes, folder) { opened += 1 }
            }
            #expect(opened > 0)
            for _ in 0..<15 {
                _ = try await use(Array(whole.prefix(Int(random.next() % UInt64(whole.count)))), folder)
            }
            var zeroed = whole
            let start = Int(random.next() % UInt64(whole.count - 4_096))
            for index in start..<(start + 4_096) { zeroed[index] = 0 }
            _ = try await use(zeroed, folder)
        }
    }
}
