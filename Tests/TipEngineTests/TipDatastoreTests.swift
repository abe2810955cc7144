import FoundationEssentials
import SQLite
import Synchronization
import TestSupport
import Testing
import TipCore
import TipRules

@testable import TipEngine

@Suite(.timeLimit(.minutes(1))) struct TipDatastoreTests {
    private func open(_ folder: String, at seconds: Int = 0) throws -> TipStore {
        try TipStore(path: folder + "/tips.store", now: { second(seconds) }, clock: ManualClock())
    }

    private func using<Result>(_ store: TipStore, _ body: () async throws -> Result) async throws -> Result {
        try await TipStore.$replacement.withValue(store) { try await body() }
    }

    private static let meals = Tips.Event<Meal>(id: "meals")
    private static let hunger = Tips.Parameter(id: "hunger", 3)

    @Test func `T9 T10 T12 T49 T52 T67: everything is found again after a relaunch`() async throws {
        try await withFolder { folder in
            let first = try open(folder)
            try await using(first) {
                await Self.meals.donate(Meal(name: "soup", price: 350, place: .init(area: "north")))
                await Self.meals.donate(Meal(name: "soup", price: 350, place: .init(area: "north")))
                Self.hunger.wrappedValue = 9
                TurnTip().invalidate(reason: .actionPerformed)
                _ = LoginTip().status
                LoginTip.isLoggedIn.wrappedValue = true
                #expect(await first.beginAppearance(of: "PositionTip", on: "x") == .refused(.pending))
                _ = PositionTip().status
                #expect(await first.beginAppearance(of: "PositionTip", on: "x") == .began)
            }
            let before = first.ledger
            try await first.close()
            let second = try open(folder)
            #expect(second.ledger == before)
            try await using(second) {
                #expect(Self.meals.donations.map(\.price) == [350, 350])
                #expect(Self.hunger.wrappedValue == 9)
                #expect(TurnTip().status == .invalidated(.actionPerformed))
                #expect(second.ledger.tips["PositionTip"]?.displayCount == 1)
                await Self.meals.donate(Meal(name: "soup", price: 1, place: .init(area: "north")))
                #expect(Self.meals.donations.count == 3)
            }
            try await second.close()
        }
    }

    @Test func `T58: a donation that has returned is in the file, whatever happens next`() async throws {
        try await withFolder { folder in
            let store = try open(folder)
            try await using(store) {
                await Self.meals.donate(Meal(name: "a", price: 1, place: .init(area: "b")))
            }
            // As after a kill: nothing is closed.
            let (_, contents) = try TipDatastore.open(folder + "/tips.store", at: second(0))
            #expect(contents.ledger.donationCount == 1)
            try await store.close()
        }
    }

    @Test func `TD17: two processes share a file, and each sees what the other wrote`() async throws {
        try await withFolder { folder in
            let (one, two) = (try open(folder), try open(folder))
            for _ in 0..<5 {
                try await using(one) { await LoginTip.opened.donate() }
                try await using(two) { await LoginTip.opened.donate() }
            }
            try await using(one) { _ = PositionTip().status }
            try await using(two) { _ = PositionTip().status }
            #expect(await one.beginAppearance(of: "PositionTip", on: "x") == .began)
            #expect(await two.beginAppearance(of: "PositionTip", on: "x") == .began)
            one.invalidate("TurnTip", reason: .tipClosed)
            try await one.synchronize()
            try await one.refresh()
            try await two.refresh()
            #expect(one.ledger.events["opened"]?.count == 10)
            #expect(one.ledger.tips["PositionTip"]?.displayCount == 2)
            #expect(two.ledger == one.ledger)
            #expect(two.status(of: "TurnTip") == .pending)
            try await using(two) { #expect(TurnTip().status == .invalidated(.tipClosed)) }
            try await one.close()
            try await two.close()
        }
    }

    @Test func `T15: a reset empties the file, also for the other process`() async throws {
        try await withFolder { folder in
            let (one, two) = (try open(folder), try open(folder))
            try await using(two) { await LoginTip.opened.donate() }
            try await one.refresh()
            one.reset()
            try await one.synchronize()
            try await using(two) { await LoginTip.opened.donate() }
            try await two.refresh()
            #expect(two.ledger.epoch == 1)
            try await using(two) { await LoginTip.opened.donate() }
            try await one.refresh()
            #expect(one.ledger.events["opened"]?.count == 1)
            #expect(one.ledger == two.ledger)
            try await one.close()
            try await two.close()
            let again = try open(folder)
            #expect(again.ledger == one.ledger)
            try await again.close()
        }
    }

    @Test func `T56 T65: what is no longer kept leaves the file`() async throws {
        try await withFolder { folder in
            let store = try open(folder)
            try await using(store) {
                let few = Tips.Event(id: "few", donationLimit: .init(maximumCount: 2))
                for number in 0..<5 {
                    store.donateForTest(few, at: second(number))
                }
                await LoginTip.opened.donate()
                try await LoginTip.opened.deleteDonations()
                await Self.meals.donate(Meal(name: "secret", price: 1, place: .init(area: "b")))
                try await Self.meals.deleteDonations()
            }
            try await store.close()
            let database = try Database(path: folder + "/tips.store")
            let payloads = try await database.read {
                try $0.first("SELECT count(*) FROM payloads") { try $0.int(0) }
            }
            #expect(payloads == 0)
            let rows = try await database.read {
                try $0.first("SELECT count(*) FROM donations") { try $0.int(0) }
            }
            #expect(rows == 2)
            await database.close()
        }
    }

    @Test func `TD1: changes since a revision bring another device to the same state`() async throws {
        try await withFolder { folder in
            let store = try open(folder)
            let other = TipStore(now: { second(0) }, clock: ManualClock())
            var revision: Int64 = -1
            for round in 0..<4 {
                try await using(store) {
                    await Self.meals.donate(Meal(name: "m\(round)", price: round, place: .init(area: "b")))
                    Self.hunger.wrappedValue = round
                    if round == 2 { try await Self.meals.deleteDonations() }
                }
                let (delta, next) = try await store.changes(since: revision)
                #expect(next > revision)
                other.merge(try TipLedger(bytes: delta.bytes))
                revision = next
                #expect(other.ledger == store.ledger)
            }
            let (nothing, _) = try await store.changes(since: revision)
            #expect(nothing.tips.isEmpty && nothing.parameters.isEmpty && nothing.events.isEmpty)
            try await store.close()
        }
    }

    @Test func `TD16: a stored value that no longer decodes is set aside, and told once`() async throws {
        try await withFolder { folder in
            let store = try open(folder)
            try await using(store) {
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
            let store = try open(folder)
            try await using(store) {
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
            let again = try open(folder)
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
            let third = try open(folder)
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
            let store = try open(folder)
            try await using(store) { TurnTip().invalidate(reason: .actionPerformed) }
            try await store.close()
            let database = try Database(path: path)
            try await database.write { try $0.execute("UPDATE tips SET reason = 77") }
            await database.close()
            let again = try open(folder)
            try await using(again) {
                #expect(TurnTip().status == .invalidated(.tipClosed))
                TurnTip().invalidate(reason: .actionPerformed)
            }
            #expect(again.faults.isEmpty)
            try await again.close()
            let last = try open(folder)
            #expect(last.ledger.tips["TurnTip"]?.invalidation?.code == 77)
            try await last.close()
        }
    }

    @Test func `T15 T16: a store with impossible resets is refused, rows with them are set aside`()
        async throws
    {
        try await withFolder { folder in
            let path = folder + "/tips.store"
            let store = try open(folder)
            try await using(store) {
                TurnTip().invalidate(reason: .tipClosed)
                await LoginTip.opened.donate()
            }
            try await store.close()
            let database = try Database(path: path)
            try await database.write { connection in
                try connection.execute("UPDATE tips SET epoch = ?", Int64.max)
                try connection.execute("UPDATE events SET epoch = -1")
            }
            let again = try open(folder)
            #expect(again.faults.count == 2)
            try await using(again) {
                await TurnTip().resetEligibility()
                #expect(TurnTip().status == .available)
                #expect(LoginTip.opened.donations.count == 1)
            }
            try await again.close()
            try await database.write { try $0.execute("UPDATE store SET epoch = ?", Int64.max) }
            await database.close()
            #expect(throws: TipKitError.datastoreDamaged("it counts impossible resets")) { try open(folder) }
        }
    }

    /// A file to which no donation can be written until it is repaired.
    private func breaking(_ path: String) async throws -> Database {
        let database = try Database(path: path)
        try await database.write {
            try $0.execute(
                "CREATE TRIGGER broken BEFORE INSERT ON donations BEGIN SELECT RAISE(ABORT, 'no room'); END")
        }
        return database
    }

    @Test func `T58: who awaits a donation is told when it is durable, not when writing it failed`()
        async throws
    {
        try await withFolder { folder in
            let clock = ManualClock()
            let path = folder + "/tips.store"
            let store = try TipStore(path: path, now: { clock.moment }, clock: clock)
            let database = try await breaking(path)
            let told = Told()
            try await using(store) {
                LoginTip.opened.sendDonation { told.note(.available) }
                #expect(LoginTip.opened.donations.count == 1)
                await #expect(throws: (any Error).self) { try await store.synchronize() }
            }
            #expect(told.kinds.isEmpty)
            #expect(store.faults.count == 1)
            try await database.write { try $0.execute("DROP TRIGGER broken") }
            // By itself, after a while.
            await clock.untilSleeping()
            clock.advance(by: .seconds(64))
            while told.kinds.isEmpty { await Task.yield() }
            let kept = try await database.read {
                try $0.first("SELECT count(*) FROM donations") { try $0.int(0) }
            }
            #expect(kept == 1)
            await database.close()
            try await store.close()
        }
    }

    @Test func `T58: a store that is closed while it cannot write leaves nobody waiting`() async throws {
        try await withFolder { folder in
            let path = folder + "/tips.store"
            let store = try open(folder)
            let database = try await breaking(path)
            let told = Told()
            try await using(store) {
                LoginTip.opened.sendDonation { told.note(.available) }
                async let donated: Void = LoginTip.opened.donate()
                while LoginTip.opened.donations.count < 2 { await Task.yield() }
                await #expect(throws: (any Error).self) { try await store.close() }
                await donated
            }
            #expect(told.kinds.count == 1)
            // In memory it goes on.
            try await using(store) {
                await LoginTip.opened.donate()
                #expect(LoginTip.opened.donations.count == 3)
            }
            await database.close()
        }
    }

    @Test func `T58: a store that is closed while many donate leaves nobody waiting, and loses nothing`()
        async throws
    {
        try await withFolder { folder in
            let store = try open(folder)
            try await using(store) {
                await withTaskGroup { group in
                    for _ in 0..<50 { group.addTask { await LoginTip.opened.donate() } }
                    group.addTask { do { try await store.close() } catch { Issue.record(error) } }
                }
                #expect(LoginTip.opened.donations.count == 50)
            }
        }
    }

    @Test(arguments: 1..<StoreSchema.migrations.count)
    func `T9: a store of an earlier version is opened, and goes on`(version: Int) async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let database = try Database(path: folder + "/tips.store")
            try await database.migrate(Array(StoreSchema.migrations.prefix(version)))
            await database.close()
            let store = try open(folder)
            try await using(store) {
                await LoginTip.opened.donate()
                try await store.exchange(with: CloudTransport(Cloud()), named: "cloud")
            }
            try await store.close()
            let again = try open(folder)
            #expect(again.ledger.donationCount == 1)
            try await again.close()
        }
    }

    @Test func `T7: what is no store of tips is refused`() async throws {
        try await withFolder { folder in
            let path = folder + "/tips.store"
            try await open(folder).close()
            let database = try Database(path: path)
            try await database.write { try $0.execute("PRAGMA user_version = 99") }
            await database.close()
            #expect(throws: TipKitError.datastoreTooNew(99)) { try open(folder) }
            try Data("no database at all, but long enough to be looked at by SQLite".utf8)
                .write(to: URL(filePath: folder + "/other.store"))
            #expect(throws: TipKitError.self) { try TipStore(path: folder + "/other.store") }
            #expect(throws: TipKitError.self) { try TipStore(path: "/proc/nowhere/tips.store") }
        }
    }

    @Test func `T1 T13 T14 TD10 TD11: the process's store is set up once, after what happened before`()
        async throws
    {
        try await withFolder { folder in
            let store = TipStore(isConfigured: false, now: { second(0) }, clock: ManualClock())
            try await using(store) {
                await LoginTip.opened.donate()
                LoginTip.isLoggedIn.wrappedValue = true
                #expect(PositionTip().status == .pending)
                try store.configure(
                    [.datastoreLocation(.url(URL(filePath: folder))), .displayFrequency(.weekly)],
                    launch: LaunchSettings())
                #expect(PositionTip().status == .available)
                #expect(LoginTip.opened.donations.count == 1)
                #expect(store.displayFrequency == .weekly)
                #expect(throws: TipKitError.tipsDatastoreAlreadyConfigured) {
                    try store.configure([], launch: LaunchSettings())
                }
                #expect(throws: TipKitError.tipsDatastoreAlreadyConfigured) {
                    try store.resetWhenConfigured()
                }
            }
            try await store.close()
            let next = TipStore(isConfigured: false, now: { second(0) }, clock: ManualClock())
            try next.resetWhenConfigured()
            try await using(next) { await LoginTip.opened.donate() }
            try next.configure([.datastoreLocation(.url(URL(filePath: folder)))], launch: LaunchSettings())
            #expect(next.ledger.donationCount == 1)
            #expect(next.ledger.epoch == 1)
            try await next.close()
        }
    }

    @Test func `T13 T15: a reset also forgets what the process did before it`() async throws {
        try await withFolder { folder in
            let store = TipStore(isConfigured: false, now: { second(0) }, clock: ManualClock())
            let isOpen = Tips.Parameter(id: "isOpen", false)
            try await using(store) {
                await LoginTip.opened.donate()
                PositionTip().invalidate(reason: .tipClosed)
                isOpen.wrappedValue = true
                try store.resetWhenConfigured()
                await LoginTip.opened.donate()
                try store.configure(
                    [.datastoreLocation(.url(URL(filePath: folder)))], launch: LaunchSettings())
                #expect(LoginTip.opened.donations.count == 1)
                #expect(PositionTip().status == .available)
                #expect(!isOpen.wrappedValue)
                await LoginTip.opened.donate()
            }
            try await store.close()
            let again = try TipStore(path: folder + "/tips.store")
            #expect(again.ledger.donationCount == 2)
            #expect(again.ledger.tips.isEmpty && again.ledger.parameters.isEmpty)
            try await again.close()
        }
    }

    @Test func `T17 T93: what launch arguments ask for happens when tips are set up`() async throws {
        try await withFolder { folder in
            func configured(_ launch: LaunchSettings) throws -> TipStore {
                let store = TipStore(isConfigured: false, now: { second(0) }, clock: ManualClock())
                try store.configure([.datastoreLocation(.url(URL(filePath: folder)))], launch: launch)
                return store
            }
            func statuses() -> [Tips.Status] {
                [PositionTip().status, TurnTip().status, LoginTip().status]
            }
            let first = try configured(LaunchSettings())
            try await using(first) {
                PositionTip().invalidate(reason: .tipClosed)
                #expect(statuses() == [.invalidated(.tipClosed), .available, .pending])
            }
            try await first.close()
            var launch = try LaunchSettings(arguments: [
                "program", "-com.apple.TipKit.ShowTips", "LoginTip,PositionTip", "-com.apple.TipKit.HideTips",
                "TurnTip",
            ])
            let listed = try configured(launch)
            try await using(listed) { #expect(statuses() == [.available, .pending, .available]) }
            try await listed.close()
            launch = try LaunchSettings(arguments: [], environment: ["TIPS_HIDE_ALL_TIPS": "1"])
            let hidden = try configured(launch)
            try await using(hidden) { #expect(statuses() == [.pending, .pending, .pending]) }
            try await hidden.close()
            launch = try LaunchSettings(arguments: ["program", "-com.apple.TipKit.ShowAllTips", "1"])
            let shown = try configured(launch)
            try await using(shown) { #expect(statuses() == [.available, .available, .available]) }
            try await shown.close()
            launch = try LaunchSettings(arguments: ["program", "-com.apple.TipKit.ResetDatastore", "1"])
            let reset = try configured(launch)
            try await using(reset) { #expect(statuses() == [.available, .available, .pending]) }
            #expect(reset.ledger.epoch == 1)
            try await reset.close()
        }
    }

    @Test
    func
        `TD11: what happened before counts on top of what was kept, also after resets of single events and tips`()
        async throws
    {
        try await withFolder { folder in
            let first = try open(folder)
            try await using(first) {
                await LoginTip.opened.donate()
                try await LoginTip.opened.deleteDonations()
                PositionTip().invalidate(reason: .tipClosed)
                await PositionTip().resetEligibility()
                Self.hunger.wrappedValue = 5
            }
            try await first.close()
            let next = TipStore(isConfigured: false, now: { second(-50) }, clock: ManualClock())
            try await using(next) {
                await LoginTip.opened.donate()
                PositionTip().invalidate(reason: .actionPerformed)
                Self.hunger.wrappedValue = 8
                try next.configure(
                    [.datastoreLocation(.url(URL(filePath: folder)))], launch: LaunchSettings())
                #expect(LoginTip.opened.donations.count == 1)
                #expect(PositionTip().status == .invalidated(.actionPerformed))
                #expect(Self.hunger.wrappedValue == 8)
            }
            try await next.close()
            let last = try open(folder)
            #expect(last.ledger == next.ledger)
            try await last.close()
        }
    }

    /// A way that notes by its name that it was asked.
    private struct Asked: TipSyncTransport {
        let name: String
        let log: Told

        func exchange(_ outgoing: TipSyncRequest) -> TipSyncResponse {
            log.note(.shown(surface: RuleText(name)))
            return TipSyncResponse(cursor: nil)
        }
    }

    /// A store that was set up, with a log of the ways that it asks.
    private func configured(
        _ names: [String], _ options: [Tips.ConfigurationOption]
    ) throws -> (store: TipStore, log: Told) {
        let (store, log) = (
            TipStore(isConfigured: false, now: { second(0) }, clock: ManualClock()), Told()
        )
        store.state.withLock { state in
            for name in names { state.transports[name] = Asked(name: name, log: log) }
        }
        try store.configure([.datastoreLocation(.memory)] + options, launch: LaunchSettings())
        return (store, log)
    }

    @Test func `TD20: a container that nobody registered is refused, and may be tried again`() throws {
        func container(
            _ container: Tips.ConfigurationOption.CloudKitContainer?
        ) -> [Tips.ConfigurationOption] { [.cloudKitContainer(container)] }
        #expect(throws: TipKitError.unknownSyncTransport("a")) {
            try configured(["b"], container(.named("a")))
        }
        #expect(throws: TipKitError.unknownSyncTransport(nil)) { try configured([], container(.automatic)) }
    }

    @Test(
        arguments: [
            (["a", "c.tips", "b.tips"], .automatic, "b.tips"), (["b", "a"], .automatic, "a"),
            (["a", "b.tips"], .named("a"), "a"),
        ] as [([String], Tips.ConfigurationOption.CloudKitContainer, RuleText)])
    func `T95 TD20: the container that was named is asked, or the first whose name ends so`(
        names: [String], container: Tips.ConfigurationOption.CloudKitContainer, expected: RuleText
    ) async throws {
        let (store, log) = try configured(names, [.cloudKitContainer(container)])
        while log.kinds.isEmpty { await Task.yield() }
        #expect(log.kinds == [.shown(surface: expected)])
        try await store.close()
    }

    @Test(arguments: [[], [.cloudKitContainer(nil)]] as [[Tips.ConfigurationOption]])
    func `T94: without a container, or with none, nobody is asked`(options: [Tips.ConfigurationOption])
        async throws
    {
        let (store, log) = try configured(["a.tips"], options)
        try await using(store) {
            await LoginTip.opened.donate()
            for _ in 0..<1_000 { await Task.yield() }
        }
        #expect(log.kinds.isEmpty)
        try await store.close()
    }
}

extension TipStore {
    fileprivate func donateForTest<Info>(_ event: Tips.Event<Info>, at moment: RuleTime) {
        perform { machine, _ in
            var change = machine.declare(event.definition, named: event.name)
            change.add(machine.donate(to: event.name, at: moment))
            return change
        }
    }
}
