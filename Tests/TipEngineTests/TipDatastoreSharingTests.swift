import TestSupport
import Testing
import TipCore
import TipRules

@testable import TipRuntime

@Suite(.timeLimit(.minutes(1))) struct TipDatastoreSharingTests {
    private static let meals = Tips.Event<Meal>(id: "meals")
    private static let hunger = Tips.Parameter(id: "hunger", 3)

    @Test func `TD17: two processes share a file, and each sees what the other wrote`() async throws {
        try await withFolder { folder in
            let (one, two) = (try openStore(folder), try openStore(folder))
            for _ in 0..<5 {
                await using(one) { await LoginTip.opened.donate() }
                await using(two) { await LoginTip.opened.donate() }
            }
            await using(one) { _ = PositionTip().status }
            await using(two) { _ = PositionTip().status }
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
            await using(two) { #expect(TurnTip().status == .invalidated(.tipClosed)) }
            try await one.close()
            try await two.close()
        }
    }

    @Test func `T15: a reset empties the file, also for the other process`() async throws {
        try await withFolder { folder in
            let (one, two) = (try openStore(folder), try openStore(folder))
            await using(two) { await LoginTip.opened.donate() }
            try await one.refresh()
            one.reset()
            try await one.synchronize()
            await using(two) { await LoginTip.opened.donate() }
            try await two.refresh()
            #expect(two.ledger.epoch == 1)
            await using(two) { await LoginTip.opened.donate() }
            try await one.refresh()
            #expect(one.ledger.events["opened"]?.count == 1)
            #expect(one.ledger == two.ledger)
            try await one.close()
            try await two.close()
            let again = try openStore(folder)
            #expect(again.ledger == one.ledger)
            try await again.close()
        }
    }

    @Test func `TD1: changes since a revision bring another device to the same state`() async throws {
        try await withFolder { folder in
            let store = try openStore(folder)
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
}
