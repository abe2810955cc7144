import TestSupport
import Testing
import TipCore
import TipRules

@testable import TipRuntime

/// When a store exchanges by itself.
@Suite(.timeLimit(.minutes(2)))
struct TipSyncScheduleTests: SyncSuite {
    let cloud = Cloud()

    @Test func `TD20: what has to wait for a clock is not offered again until something is new`() async throws
    {
        let clock = ManualClock()
        let store = makeStore(clock)
        clock.advance(by: .seconds(5 * day))
        cloud.time = second(0)
        let transport = CloudTransport(cloud)
        await withTaskGroup { group in
            group.addTask { await store.keepExchanging(with: transport, named: "cloud") }
            await store.donate(to: "opened")
            while cloud.requests.count < 2 {
                clock.advance(by: .milliseconds(200))
                await Task.yield()
            }
            for _ in 0..<100 {
                _ = store.status(of: "tip")
                store.displayFrequency = .daily
                clock.advance(by: .seconds(2))
                for _ in 0..<5 { await Task.yield() }
            }
            // One when it began, one that was refused, and one without what lies ahead.
            let requests = cloud.requests.count
            #expect(requests <= 3)
            await store.donate(to: "closed")
            while cloud.requests.count == requests {
                clock.advance(by: .milliseconds(200))
                await Task.yield()
            }
            group.cancelAll()
        }
    }

    @Test func `TD20: what happens within a second goes together, and what arrives is fetched at once`()
        async throws
    {
        let clock = ManualClock()
        let (one, two) = (makeStore(clock), makeStore(clock))
        let (left, right) = (CloudTransport(cloud), CloudTransport(cloud))
        await withTaskGroup { group in
            group.addTask { await one.keepExchanging(with: left, named: "cloud") }
            group.addTask { await two.keepExchanging(with: right, named: "cloud") }
            while cloud.requests.count < 2 { await Task.yield() }
            await using(one) { for _ in 0..<10 { await LoginTip.opened.donate() } }
            // One device waits a second, the other a quarter of an hour.
            while cloud.requests.count < 3 {
                clock.advance(by: .milliseconds(200))
                await Task.yield()
            }
            #expect(cloud.requests.last?.changes?.donationCount == 10)
            cloud.tellAll()
            while two.ledger.donationCount < 10 { await Task.yield() }
            group.cancelAll()
        }
        #expect(cloud.requests.filter { $0.changes != nil }.count == 1)
    }

    @Test func `TD20: without a way it is tried again later and later, and told once`() async throws {
        let clock = ManualClock()
        let store = makeStore(clock)
        cloud.isReachable = false
        let transport = CloudTransport(cloud)
        await withTaskGroup { group in
            group.addTask { await store.keepExchanging(with: transport, named: "cloud") }
            // Sixteen days in steps of an hour: at most one or two tries each.
            for hours in 1...400 {
                let tries = cloud.requests.count
                await using(store) { if hours % 40 == 0 { await LoginTip.opened.donate() } }
                while cloud.requests.count == tries, hours > 1 {
                    clock.advance(by: .seconds(900))
                    for _ in 0..<20 { await Task.yield() }
                }
            }
            #expect(store.faults == [.notExchanged("cloud")])
            let tries = cloud.requests.count
            #expect(tries < 1_000)
            cloud.isReachable = true
            cloud.tellAll()
            while cloud.ledger.donationCount < 10 { await Task.yield() }
            #expect(cloud.requests.count <= tries + 3)
            group.cancelAll()
        }
    }
}
