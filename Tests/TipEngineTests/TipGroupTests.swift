import Observation
import Processes
import Synchronization
import TestSupport
import Testing
import TipCore
import TipRules

@testable import TipRuntime

@Suite(.timeLimit(.minutes(1))) struct TipGroupTests {
    @MainActor
    @Test func `T80 T83 T84 T85 T86: an ordered group waits for every earlier tip to end`() {
        withStore { _, _ in
            let group = TipGroup(.ordered) {
                LoginTip()
                PositionTip()
                TurnTip()
            }
            #expect(group.currentTip == nil)
            LoginTip().invalidate(reason: .actionPerformed)
            #expect(group.currentTip is PositionTip)
            #expect(group.currentTip as? TurnTip == nil)
            PositionTip().invalidate(reason: .actionPerformed)
            #expect(group.currentTip is TurnTip)
            TurnTip().invalidate(reason: .tipClosed)
            #expect(group.currentTip == nil)
        }
    }

    @MainActor
    @Test func `T81 T82: without a priority the first available tip is current`() {
        withStore { _, _ in
            let group = TipGroup {
                LoginTip()
                PositionTip()
            }
            #expect(group.currentTip is PositionTip)
            LoginTip.isLoggedIn.wrappedValue = true
            LoginTip.opened.sendDonation()
            LoginTip.opened.sendDonation()
            #expect(group.currentTip is LoginTip)
        }
    }

    @MainActor
    @Test func `T79: the display frequency spaces the tips of a group`() async {
        await withStore { store, clock in
            store.displayFrequency = .weekly
            let group = TipGroup(.ordered) {
                PositionTip()
                TurnTip()
            }
            #expect(group.currentTip is PositionTip)
            #expect(await store.beginAppearance(of: "PositionTip", on: "compass") == .began)
            store.endAppearance(of: "PositionTip", on: "compass")
            PositionTip().invalidate(reason: .tipClosed)
            #expect(group.currentTip == nil)
            clock.advance(by: .seconds(7 * day))
            #expect(group.currentTip is TurnTip)
        }
    }

    @Test func `T88 TD12: a group tells of tips that become current, also by time alone`() async {
        await withStore { store, clock in
            store.displayFrequency = .daily
            let group = TipGroup(.ordered) {
                PositionTip()
                TurnTip()
            }
            var first = ""
            for await tip in group.currentTipUpdates {
                first = tip.id
                break
            }
            #expect(first == "PositionTip")
            #expect(await store.beginAppearance(of: "PositionTip", on: "compass") == .began)
            PositionTip().invalidate(reason: .actionPerformed)
            let waiting = Task {
                for await tip in group.currentTipUpdates { return tip.id }
                return "none"
            }
            await clock.untilSleeping()
            clock.advance(by: .seconds(day))
            #expect(await waiting.value == "TurnTip")
        }
    }

    @MainActor
    @Test func `T87: observers of a group receive each change of its tip`() async {
        await withStore { _, _ in
            let group = TipGroup {
                PositionTip()
                TurnTip()
            }
            let told = WakeSignal()
            withObservationTracking {
                _ = group.currentTip
            } onChange: {
                told.signal()
            }
            // Once the group has begun to follow.
            await Task.yield()
            PositionTip().invalidate(reason: .tipClosed)
            await told.wait()
            #expect(group.currentTip is TurnTip)
        }
    }
}
