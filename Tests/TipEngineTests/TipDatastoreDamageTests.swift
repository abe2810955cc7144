import FoundationEssentials
import SQLite
import TestSupport
import Testing
import TipCore
import TipRules

@testable import TipRuntime

@Suite(.timeLimit(.minutes(1))) struct TipDatastoreDamageTests {
    private static let meals = Tips.Event<Meal>(id: "meals")
    private static let hunger = Tips.Parameter(id: "hunger", 3)

    @Test func `TD16: a stored value that no longer decodes is set aside, and told once`() async throws {
        try await withFolder { folder in
            let store = try openStore(folder)
            await using(store) {
                Self.hunger.wrappedValue = 9
                let changed = Tips.Parameter(id: "hunger", "text")
                #expect(changed.wrappedValue == "text")
                #expect(changed.wrappedValue == "text")
            }
            try await store.synchronize()
            #expect(store.faults == [.parameterSetAside("hunger")])
            try await store.close()
            let database = try Database(path: folder + "/tips.store")
            let aside = try await database.read {
                try $0.all("SELECT name, bytes FROM set_aside") { (try $0.text(0), try $0.blob(1)) }
            }
            #expect(aside.count == 1)
            #expect(aside.first?.0 == "hunger")
            let value = try aside.first.map { try RuleValue(bytes: $0.1) }
            #expect(value == .integer(9))
            await database.close()
        }
    }

    @Test func `TD16: rows that are not what tips wrote are set aside and told once, and the rest is used`()
        async throws
    {
        try await withFolder { folder in
            let path = folder + "/tips.store"
            let store = try openStore(folder)
            await using(store) {
                Self.hunger.wrappedValue = 9
                TurnTip().invalidate(reason: .tipClosed)
                await Self.meals.donate(Meal(name: "a", price: 1, place: .init(area: "b")))
                await LoginTip.opened.donate()
            }
            try await store.close()
            let database = try Database(path: path)
            try await database.write { connection in
                try connection.execute("UPDATE parameters SET value = x'63'")
                try connection.execute("UPDATE tips SET reason = 777")
                try connection.execute("UPDATE payloads SET bytes = x'0163'")
            }
            await database.close()
            let again = try openStore(folder)
            #expect(again.faults.count == 4)
            #expect(again.ledger.events["opened"]?.count == 1)
            #expect(again.ledger.events["meals"]?.count == 0)
            // A tip that was closed does not come back because it can no longer be read why.
            #expect(again.ledger.tips["TurnTip"]?.invalidation?.reason == .tipClosed)
            try await again.close()
            let aside = try await Self.setAside(path)
            #expect(aside.map(\.kind) == ["event", "parameter", "payload", "tip"])
            #expect(aside.contains { $0.kind == "parameter" && $0.name == "hunger" && $0.bytes == [0x63] })
            #expect(aside.allSatisfy { !$0.reason.isEmpty })
            let third = try openStore(folder)
            #expect(third.faults.isEmpty)
            try await third.close()
            #expect(try await Self.setAside(path).count == 4)
        }
    }

    private static func setAside(
        _ path: String
    ) async throws -> [(kind: String, name: String, bytes: [UInt8], reason: String)] {
        let database = try Database(path: path)
        let rows = try await database.read {
            try $0.all("SELECT kind, name, bytes, reason FROM set_aside ORDER BY kind") {
                (kind: try $0.text(0), name: try $0.text(1), bytes: try $0.blob(2), reason: try $0.text(3))
            }
        }
        await database.close()
        return rows
    }

    @Test func `T29: a reason that a newer version has keeps the tip ended, and in the file as it is`()
        async throws
    {
        try await withFolder { folder in
            let path = folder + "/tips.store"
            let store = try openStore(folder)
            await using(store) { TurnTip().invalidate(reason: .actionPerformed) }
            try await store.close()
            let database = try Database(path: path)
            try await database.write { try $0.execute("UPDATE tips SET reason = 77") }
            await database.close()
            let again = try openStore(folder)
            await using(again) {
                #expect(TurnTip().status == .invalidated(.tipClosed))
                TurnTip().invalidate(reason: .actionPerformed)
            }
            #expect(again.faults.isEmpty)
            try await again.close()
            let last = try openStore(folder)
            #expect(last.ledger.tips["TurnTip"]?.invalidation?.code == 77)
            try await last.close()
        }
    }

    @Test func `T15 T16: a store with impossible resets is refused, rows with them are set aside`()
        async throws
    {
        try await withFolder { folder in
            let path = folder + "/tips.store"
            let store = try openStore(folder)
            await using(store) {
                TurnTip().invalidate(reason: .tipClosed)
                await LoginTip.opened.donate()
            }
            try await store.close()
            let database = try Database(path: path)
            try await database.write { connection in
                try connection.execute("UPDATE tips SET epoch = ?", Int64.max)
                try connection.execute("UPDATE events SET epoch = -1")
            }
            let again = try openStore(folder)
            #expect(again.faults.count == 2)
            await using(again) {
                await TurnTip().resetEligibility()
                #expect(TurnTip().status == .available)
                #expect(LoginTip.opened.donations.count == 1)
            }
            try await again.close()
            try await database.write { try $0.execute("UPDATE store SET epoch = ?", Int64.max) }
            await database.close()
            #expect(throws: TipKitError.datastoreDamaged("it counts impossible resets")) {
                try openStore(folder)
            }
        }
    }

    @Test func `T7: what is no store of tips is refused`() async throws {
        try await withFolder { folder in
            let path = folder + "/tips.store"
            try await openStore(folder).close()
            let database = try Database(path: path)
            try await database.write { try $0.execute("PRAGMA user_version = 99") }
            await database.close()
            #expect(throws: TipKitError.datastoreTooNew(99)) { try openStore(folder) }
            try Data("no database at all, but long enough to be looked at by SQLite".utf8)
                .write(to: URL(filePath: folder + "/other.store"))
            #expect(throws: TipKitError.self) { try TipStore(path: folder + "/other.store") }
            #expect(throws: TipKitError.self) { try TipStore(path: "/proc/nowhere/tips.store") }
        }
    }
}
