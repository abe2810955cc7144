import FoundationEssentials
import SQLite
import TestSupport
import Testing
import TipCore
import TipRules

@testable import TipEngine

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
        // What cannot be written is told; that the store says so is enough.
        do { try await store.close() } catch {}
        return true
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
