import FoundationEssentials
import SQLite
import Synchronization
import TestSupport
import Testing
import TipCore
import TipRules

@testable import TipRuntime

@Suite(.timeLimit(.minutes(1))) struct TipDatastoreOpeningTests {
    private static let hunger = Tips.Parameter(id: "hunger", 3)

    @Test(arguments: 1..<TipStoreSchema.migrations.count)
    func `T9: a store of an earlier version is opened, and goes on`(version: Int) async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let database = try Database(path: folder + "/tips.store")
            try await database.migrate(Array(TipStoreSchema.migrations.prefix(version)))
            await database.close()
            let store = try openStore(folder)
            try await using(store) {
                await LoginTip.opened.donate()
                try await store.exchange(with: CloudTransport(Cloud()), named: "cloud")
            }
            try await store.close()
            let again = try openStore(folder)
            #expect(again.ledger.donationCount == 1)
            try await again.close()
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
            await using(next) { await LoginTip.opened.donate() }
            try next.configure([.datastoreLocation(.url(URL(filePath: folder)))], launch: LaunchSettings())
            #expect(next.ledger.donationCount == 1)
            #expect(next.ledger.epoch == 1)
            try await next.close()
        }
    }

    @Test func `TD10: a store that could not be set up may be set up in another place`() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let file = folder + "/file"
            #expect(FileManager.default.createFile(atPath: file, contents: nil))
            let store = TipStore(isConfigured: false, now: { second(0) }, clock: ManualClock())
            try await using(store) {
                await LoginTip.opened.donate()
                #expect(throws: TipKitError.self) {
                    try store.configure(
                        [.datastoreLocation(.url(URL(filePath: file)))], launch: LaunchSettings())
                }
                #expect(PositionTip().status == .pending)
                try store.configure(
                    [.datastoreLocation(.url(URL(filePath: folder)))], launch: LaunchSettings())
                #expect(PositionTip().status == .available)
                #expect(LoginTip.opened.donations.count == 1)
            }
            try await store.close()
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
            await using(first) {
                PositionTip().invalidate(reason: .tipClosed)
                #expect(statuses() == [.invalidated(.tipClosed), .available, .pending])
            }
            try await first.close()
            var launch = try LaunchSettings(arguments: [
                "program", "-com.apple.TipKit.ShowTips", "LoginTip,PositionTip", "-com.apple.TipKit.HideTips",
                "TurnTip",
            ])
            let listed = try configured(launch)
            await using(listed) { #expect(statuses() == [.available, .pending, .available]) }
            try await listed.close()
            launch = try LaunchSettings(arguments: [], environment: ["TIPS_HIDE_ALL_TIPS": "1"])
            let hidden = try configured(launch)
            await using(hidden) { #expect(statuses() == [.pending, .pending, .pending]) }
            try await hidden.close()
            launch = try LaunchSettings(arguments: ["program", "-com.apple.TipKit.ShowAllTips", "1"])
            let shown = try configured(launch)
            await using(shown) { #expect(statuses() == [.available, .available, .available]) }
            try await shown.close()
            launch = try LaunchSettings(arguments: ["program", "-com.apple.TipKit.ResetDatastore", "1"])
            let reset = try configured(launch)
            await using(reset) { #expect(statuses() == [.available, .available, .pending]) }
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
            let first = try openStore(folder)
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
            let last = try openStore(folder)
            #expect(last.ledger == next.ledger)
            try await last.close()
        }
    }

    /// A way that notes by its name that it was asked.
    private struct Asked: TipSyncTransport {
        let name: String
        let log: OccurrenceLog

        func exchange(_ outgoing: TipSyncRequest) -> TipSyncResponse {
            log.note(.shown(surface: RuleText(name)))
            return TipSyncResponse(cursor: nil)
        }
    }

    /// A store that was set up, with a log of the ways that it asks.
    private func configured(
        _ names: [String], _ options: [Tips.ConfigurationOption]
    ) throws -> (store: TipStore, log: OccurrenceLog) {
        let (store, log) = (
            TipStore(isConfigured: false, now: { second(0) }, clock: ManualClock()), OccurrenceLog()
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
        await using(store) {
            await LoginTip.opened.donate()
            for _ in 0..<1_000 { await Task.yield() }
        }
        #expect(log.kinds.isEmpty)
        try await store.close()
    }
}
