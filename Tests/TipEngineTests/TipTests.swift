import TestSupport
import Testing
import TipCore
import TipRules

@testable import TipEngine

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

    @Test func `T46 T54 T58: a rule over the event of the item shown counts what is donated`() async {
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
            #expect(LoginTip.isLoggedIn.id == "LoginTip.isLoggedIn")
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

    @Test func `T105: an action without an identifier has its place for one`() {
        let actions = NewTrailTip(trail: Trail(id: 1, name: "Fork", region: .valley)).actions
        #expect(actions.map(\.id) == ["0", "later"])
        #expect(actions.map(\.index) == [0, 1])
        #expect(actions[0].label() == Text("Take me there"))
    }

    @Test func `T71 T74: options reach the engine`() {
        let definition = LoginTip().definition
        #expect(definition.maximumDisplayCount == 2)
        #expect(definition.ignoresDisplayFrequency)
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

    @Test func `T89 T91 T93: overrides name types`() {
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
        }
    }

    @Test func `T1: a tip of any type is the tip that it holds`() {
        withStore { _, _ in
            let tip = AnyTip(AnyTip(PositionTip()))
            #expect(tip.id == "PositionTip")
            tip.invalidate(reason: .tipClosed)
            #expect(PositionTip().status == .invalidated(.tipClosed))
            #expect(tip.base is PositionTip)
        }
    }

    @Test func `TD18: a second type with the same identifier stays pending, and that is told once`() {
        struct Thief: Tip {
            var id: String { "PositionTip" }
            var title: Text { Text("Mine") }
        }
        withStore { store, _ in
            #expect(PositionTip().status == .available)
            #expect(Thief().status == .pending)
            #expect(Thief().status == .pending)
            #expect(PositionTip().status == .available)
            #expect(store.faults == [.collision(id: "PositionTip", owner: "PositionTip", rival: "Thief")])
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

    @Test func `TA4: a sink is told what happens`() async {
        await withStore { store, clock in
            let told = Told()
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
                    .shown(surface: "map"), .acted(action: "go"),
                    .dismissed(surface: "map", microseconds: 4_000_000), .invalidated(.actionPerformed),
                ])
        }
    }
}
