import TestSupport
import Testing
import TipCore
import TipRules

@testable import TipRuntime

@Suite(.timeLimit(.minutes(1))) struct TipTests {
    @Test func `T18 T19 T20 T21: tips are known by their type, or by an identifier of their own`() {
        withStore { _, _ in
            #expect(PositionTip().id == "PositionTip")
            PositionTip().invalidate(reason: .actionPerformed)
            #expect(PositionTip().status == .invalidated(.actionPerformed))
            let (one, two) = (
                NewTrailTip(trail: Trail(id: 1, name: "Fork", region: .valley)),
                NewTrailTip(trail: Trail(id: 2, name: "Ridge", region: .valley))
            )
            one.invalidate(reason: .tipClosed)
            #expect(one.status == .invalidated(.tipClosed))
            #expect(two.status == .pending)
        }
    }

    @Test func `T28 T46 T54 T58: a rule over the event of the item shown counts what is donated`() async {
        await withStore { _, _ in
            let tip = NewTrailTip(trail: Trail(id: 1, name: "Fork", region: .valley))
            for _ in 0..<3 { await Region.valley.didVisitEvent.donate() }
            #expect(!tip.shouldDisplay)
            await Region(name: "hill").didVisitEvent.donate()
            #expect(!tip.shouldDisplay)
            await Region.valley.didVisitEvent.donate()
            #expect(tip.shouldDisplay)
            #expect(Region.valley.didVisitEvent.donations.count == 4)
        }
    }

    @Test func `T24 T41 T42 T59 TD19: parameters and windows, visible at once`() async {
        await withStore { _, clock in
            #expect(LoginTip.isLoggedIn.id == "TipEngineTests.LoginTip.isLoggedIn")
            LoginTip.isLoggedIn.wrappedValue = true
            await LoginTip.opened.donate()
            #expect(LoginTip().status == .pending)
            await LoginTip.opened.donate()
            #expect(LoginTip().status == .available)
            clock.advance(by: .seconds(3 * day))
            #expect(LoginTip().status == .available)
            clock.advance(by: .seconds(1))
            #expect(LoginTip().status == .pending)
        }
    }

    @Test func `T59 TD14: a window of donations in a list has its first moment`() async {
        await withStore { _, clock in
            await LoginTip.opened.donate()
            clock.advance(by: .seconds(60))
            #expect(LoginTip.opened.donations.donatedWithin(.minute).count == 1)
            clock.advance(by: .microseconds(1))
            #expect(LoginTip.opened.donations.donatedWithin(.minute).isEmpty)
        }
    }

    @Test func `T2 T5: without options, any frequency, and a folder of the program's own`() throws {
        let store = TipStore(isConfigured: false, now: { second(0) }, clock: ManualClock())
        try store.configure([.datastoreLocation(.memory)], launch: LaunchSettings())
        #expect(store.displayFrequency == .immediate)
        let folder = try TipStoreFile.folderOfProgram()
        #expect(folder.hasPrefix("/"))
        #expect(folder.split(separator: "/").count > 2)
        #expect(folder.hasSuffix("/tips"))
    }

    @Test func `T4: what a parameter was set to counts once tips are set up`() throws {
        let store = TipStore(isConfigured: false, now: { second(0) }, clock: ManualClock())
        let isOpen = Tips.Parameter(id: "isOpen", false)
        try TipStore.$replacement.withValue(store) {
            let tip = RuledTip(rules: [Tips.Rule(isOpen) { $0 == true }])
            isOpen.wrappedValue = true
            #expect(tip.status == .pending)
            try store.configure([.datastoreLocation(.memory)], launch: LaunchSettings())
            #expect(tip.status == .available)
        }
    }

    private final class Drawing: Sendable {
        let name = "Fork"
    }

    private struct DrawnTip: Tip {
        let drawing: Drawing
        var title: Text { Text("\(drawing.name) is open") }
        var rules: [Rule] { Rule(LoginTip.opened) { $0.donations.count > 0 } }
    }

    @Test func `T11: what a tip looks like is not kept in memory`() async {
        await withStore { store, _ in
            weak var kept: Drawing?
            func ask() -> Tips.Status {
                let tip = DrawnTip(drawing: Drawing())
                kept = tip.drawing
                _ = store.explanation(of: tip)
                return tip.status
            }
            #expect(ask() == .pending)
            await LoginTip.opened.donate()
            // The store goes on deciding, without what is to be drawn.
            #expect(store.status(of: "DrawnTip") == .available)
            let isGone = kept == nil
            #expect(isGone)
        }
    }

    @Test func `T25: an event is known by its identifier`() async {
        await withStore { _, _ in
            await Tips.Event(id: "one").donate()
            #expect(Tips.Event(id: "one").donations.count == 1)
            #expect(Tips.Event(id: "two").donations.isEmpty)
        }
    }

    @Test func `T28 T31 T35: a tip that was closed stays closed, and says so`() {
        withStore { _, clock in
            PositionTip().invalidate(reason: .tipClosed)
            clock.advance(by: .seconds(400 * day))
            #expect(PositionTip().status == .invalidated(.tipClosed))
            #expect(!PositionTip().shouldDisplay)
        }
    }

    @Test func `T57 T75 T78: without limits any age is seen, and any number of displays allowed`() async {
        await withStore { _, clock in
            await LoginTip.opened.donate()
            clock.advance(by: .seconds(4_000 * day))
            #expect(LoginTip.opened.donations.count == 1)
            let definition = PositionTip().definition
            #expect(definition.maximumDisplayCount == nil)
            #expect(definition.maximumDisplayMicroseconds == nil)
        }
    }

    @Test func `T48: not-a-number is no value that can be kept`() {
        withStore { store, _ in
            let ratio = Tips.Parameter(id: "ratio", 1.0)
            ratio.wrappedValue = .nan
            #expect(ratio.wrappedValue == 1)
            Tips.Parameter(id: "ratios", [1.0]).wrappedValue = [.nan]
            #expect(store.faults == [.unsupportedValue("ratio"), .unsupportedValue("ratios")])
        }
    }

    @Test func `T24 T22: types of one name have parameters of their own, the same in each process`() {
        enum One { enum Settings {} }
        enum Two { enum Settings {} }
        withStore { _, _ in
            let (one, two) = (
                Tips.Parameter(One.Settings.self, "size", 1), Tips.Parameter(Two.Settings.self, "size", 1)
            )
            one.wrappedValue = 5
            #expect(two.wrappedValue == 1)
            #expect(one.id.hasSuffix("One.Settings.size"))
            #expect(!one.id.contains("unknown context"))
            #expect(!Tips.Parameter(Hidden.self, "size", 1).id.contains("$"))
        }
    }

    @Test func `TD18: a parameter of a type takes over what is kept under a former id`() {
        withStore { _, _ in
            Tips.Parameter(id: "was", 1).wrappedValue = 7
            #expect(Tips.Parameter(PositionTip.self, "size", 1, .transient, formerly: []).wrappedValue == 1)
            #expect(Tips.Parameter(PositionTip.self, "width", 1, formerly: ["was"]).wrappedValue == 7)
        }
    }

    @Test func `T105: an action without an identifier has its place for one`() {
        let actions = NewTrailTip(trail: Trail(id: 1, name: "Fork", region: .valley)).actions
        #expect(actions.map(\.id) == ["0", "later"])
        #expect(actions.map(\.index) == [0, 1])
        #expect(actions[0].label() == Text("Take me there"))
    }

    @Test func `T39 T71 T74: options reach the engine, and a tip without rules has none`() {
        let definition = LoginTip().definition
        #expect(definition.maximumDisplayCount == 2)
        #expect(definition.ignoresDisplayFrequency)
        #expect(PositionTip().rules.isEmpty)
        #expect(PositionTip().definition.rules.isEmpty)
    }

    @Test func `T34 T37 TD12: a stream gives the present status, then changes`() async {
        await withStore { store, _ in
            var statuses = LoginTip().statusUpdates.makeAsyncIterator()
            #expect(await statuses.next() == .pending)
            LoginTip.isLoggedIn.wrappedValue = true
            await LoginTip.opened.donate()
            await LoginTip.opened.donate()
            #expect(await statuses.next() == .available)
            LoginTip().invalidate(reason: .tipClosed)
            #expect(await statuses.next() == .invalidated(.tipClosed))
            var truths = LoginTip().shouldDisplayUpdates.makeAsyncIterator()
            #expect(await truths.next() == false)
        }
    }

    @Test func `TD12: who was not listening gets the newest status and none in between`() async {
        await withStore { _, _ in
            var statuses = LoginTip().statusUpdates.makeAsyncIterator()
            #expect(await statuses.next() == .pending)
            LoginTip.isLoggedIn.wrappedValue = true
            for _ in 0..<2 { await LoginTip.opened.donate() }
            #expect(LoginTip().status == .available)
            LoginTip().invalidate(reason: .tipClosed)
            #expect(await statuses.next() == .invalidated(.tipClosed))
        }
    }

    @Test func `TD7 T68: a stream wakes by itself when time changes the status`() async {
        await withStore { store, clock in
            LoginTip.isLoggedIn.wrappedValue = true
            await LoginTip.opened.donate()
            await LoginTip.opened.donate()
            let updates = LoginTip().statusUpdates
            let waiting = Task {
                var seen: [Tips.Status] = []
                for await status in updates {
                    seen.append(status)
                    if status == .pending { break }
                }
                return seen
            }
            await clock.untilSleeping()
            clock.advance(by: .seconds(3 * day + 1))
            #expect(await waiting.value == [.available, .pending])
        }
    }

    @Test func `TD3 TD7: a stream tells the end of a tip that was on the screen for long enough`() async {
        struct Brief: Tip {
            var title: Text { Text("Brief") }
            var options: [any Option] { MaxDisplayDuration(90) }
        }
        await withStore { store, clock in
            let tip = Brief()
            let updates = tip.statusUpdates
            #expect(await store.beginAppearance(of: "Brief", on: "screen") == .began)
            let waiting = Task {
                for await status in updates where status != .available { return status }
                return .pending
            }
            await clock.untilSleeping()
            clock.advance(by: .seconds(90))
            #expect(await waiting.value == .invalidated(.displayDurationExceeded))
            #expect(store.ledger.tips["Brief"]?.invalidation?.reason == .displayDurationExceeded)
        }
    }

    @Test func `T33: eligibility is reset through the tip`() async {
        await withStore { _, _ in
            PositionTip().invalidate(reason: .tipClosed)
            await PositionTip().resetEligibility()
            #expect(PositionTip().status == .available)
        }
    }

    @Test func `T89 T90 T91 T92 T93: overrides name types, or all`() {
        withStore { store, _ in
            Tips.hideAllTipsForTesting()
            #expect(!PositionTip().shouldDisplay)
            Tips.showTipsForTesting([PositionTip.self])
            #expect(PositionTip().shouldDisplay)
            #expect(!TurnTip().shouldDisplay)
            PositionTip().invalidate(reason: .tipClosed)
            #expect(PositionTip().shouldDisplay)
            Tips.hideTipsForTesting([PositionTip.self])
            #expect(PositionTip().shouldDisplay)
            Tips.showAllTipsForTesting()
            #expect(TurnTip().shouldDisplay)
        }
    }

    @Test func `T37 T91: a stream tells each end of a tip that is shown for a test, and that it comes back`()
        async
    {
        await withStore { _, _ in
            Tips.showAllTipsForTesting()
            var statuses = PositionTip().statusUpdates.makeAsyncIterator()
            #expect(await statuses.next() == .available)
            for reason in [Tips.InvalidationReason.tipClosed, .actionPerformed] {
                PositionTip().invalidate(reason: reason)
                #expect(await statuses.next() == .invalidated(reason))
                #expect(await statuses.next() == .available)
            }
            var later = PositionTip().shouldDisplayUpdates.makeAsyncIterator()
            #expect(await later.next() == true)
            PositionTip().invalidate(reason: .tipClosed)
            #expect(await later.next() == false)
            #expect(await later.next() == true)
        }
    }

    @Test func `a tip of any type is the tip that it holds`() {
        withStore { _, _ in
            let tip = AnyTip(AnyTip(PositionTip()))
            #expect(tip.id == "PositionTip")
            tip.invalidate(reason: .tipClosed)
            #expect(PositionTip().status == .invalidated(.tipClosed))
            #expect(tip.base is PositionTip)
        }
    }

    @Test
    func
        `TD2 TD18: a tip is shown though nobody has asked for its status, and a second type of its name is not`()
        async
    {
        struct Thief: Tip {
            var id: String { "PositionTip" }
            var title: Text { Text("Mine") }
        }
        await withStore { store, _ in
            #expect(await store.beginAppearance(of: PositionTip(), on: "x") == .began)
            store.endAppearance(of: Thief(), on: "x")
            #expect(await store.beginAppearance(of: PositionTip(), on: "x") == .continued)
            #expect(await store.beginAppearance(of: Thief(), on: "y") == .refused(.pending))
            #expect(await store.beginAppearance(of: LoginTip(), on: "x") == .refused(.pending))
            store.endAppearance(of: PositionTip(), on: "x")
            #expect(await store.beginAppearance(of: PositionTip(), on: "x") == .began)
            #expect(store.ledger.tips["PositionTip"]?.displayCount == 2)
        }
    }

    @Test func `TD18: a second type with the same identifier stays pending, and is reported once`() {
        struct Thief: Tip {
            var id: String { "PositionTip" }
            var title: Text { Text("Mine") }
        }
        withStore { store, _ in
            #expect(PositionTip().status == .available)
            #expect(Thief().status == .pending)
            #expect(Thief().status == .pending)
            #expect(PositionTip().status == .available)
            guard case .collision(let id, _, let rival) = store.faults.first, store.faults.count == 1 else {
                Issue.record("the collision is not told once")
                return
            }
            #expect(id == "PositionTip")
            #expect(rival.contains("Thief"))
        }
    }

    @Test func `TD18: two types of one name in different places are two types`() {
        enum One {
            struct IntroTip: Tip { var title: Text { Text("One") } }
        }
        enum Two {
            struct IntroTip: Tip { var title: Text { Text("Two") } }
        }
        withStore { store, _ in
            #expect(One.IntroTip().status == .available)
            #expect(Two.IntroTip().status == .pending)
            #expect(store.faults.count == 1)
        }
    }

    @Test func `TD11: before the process is set up, all is pending and kept in memory`() async {
        let store = TipStore(isConfigured: false, now: { second(0) }, clock: ManualClock())
        await TipStore.$replacement.withValue(store) {
            await LoginTip.opened.donate()
            #expect(PositionTip().status == .pending)
            #expect(LoginTip.opened.donations.count == 1)
        }
    }

    @Test func `TD10: two stores know nothing of each other`() {
        withStore { _, _ in
            PositionTip().invalidate(reason: .tipClosed)
            withStore { _, _ in #expect(PositionTip().status == .available) }
            #expect(PositionTip().status == .invalidated(.tipClosed))
        }
    }

    @Test func `TA4: a sink receives what happens`() async {
        await withStore { store, clock in
            let told = OccurrenceLog()
            store.addSink { told.note($0.kind) }
            _ = PositionTip().status
            #expect(await store.beginAppearance(of: "PositionTip", on: "map") == .began)
            #expect(await store.beginAppearance(of: "PositionTip", on: "map") == .continued)
            clock.advance(by: .seconds(4))
            store.act("go", on: "PositionTip")
            store.endAppearance(of: "PositionTip", on: "map")
            PositionTip().invalidate(reason: .actionPerformed)
            #expect(
                told.kinds == [
                    .available, .shown(surface: "map"), .acted(action: "go"),
                    .dismissed(surface: "map", microseconds: 4_000_000), .invalidated(.actionPerformed),
                ])
        }
    }
}

private enum Hidden {}

/// A tip with the rules that a test gives it.
private struct RuledTip: Tip {
    let rules: [Rule]
    var title: Text { Text("Ruled") }
}
