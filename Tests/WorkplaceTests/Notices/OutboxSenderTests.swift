import Essentials
import Synchronization
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// The sender over items that a test holds in memory.
@Suite(.timeLimit(.minutes(1)))
struct OutboxSenderTests {
    private struct Item: OutboxItem {
        let number: Int64
        let host: String
        let due: Timestamp
    }

    private final class Box: Sendable {
        private let state = Mutex(
            (items: [Item](), unprepared: [Item](), sent: [Int64](), looks: 0, mostAtOnce: 0, underWay: 0))
        let clock = ManualClock()

        var sent: [Int64] { state.withLock { $0.sent } }
        var looks: Int { state.withLock { $0.looks } }
        var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }
        var isEmpty: Bool { state.withLock { $0.items.isEmpty } }

        func add(_ numbers: ClosedRange<Int64>, to host: String, after seconds: Int = 0) {
            let due = clock.timestamp.advanced(by: .seconds(seconds))
            state.withLock { state in
                state.items += numbers.map { Item(number: $0, host: host, due: due) }
            }
        }

        /// Items that are prepared one by one, each only when the one before it is being sent.
        func addUnprepared(_ numbers: ClosedRange<Int64>, to host: String) {
            let due = clock.timestamp
            state.withLock { $0.unprepared = numbers.map { Item(number: $0, host: host, due: due) } }
        }

        private var isHoldingBack: Bool {
            state.withLock { state in
                guard let next = state.unprepared.first?.number, next > 1 else { return false }
                return !state.sent.contains(next - 1)
            }
        }

        func sender(_ attempt: @escaping @Sendable (Item) async throws -> Bool?) -> OutboxSender<Item> {
            let clock = clock
            return OutboxSender(
                clock: clock, now: { clock.timestamp },
                work: OutboxSender.Work(
                    prepare: { _ in
                        while self.isHoldingBack { await Task.yield() }
                        return self.state.withLock { state in
                            state.looks += 1
                            state.items += state.unprepared.prefix(1)
                            state.unprepared = Array(state.unprepared.dropFirst())
                            return !state.unprepared.isEmpty
                        }
                    },
                    hosts: {
                        self.state.withLock { state in
                            Dictionary(grouping: state.items, by: \.host).compactMap { host, items in
                                items.map(\.due).min().map { (host, $0) }
                            }
                        }
                    },
                    due: { host, time, limit in
                        self.state.withLock { state in
                            Array(state.items.filter { $0.host == host && $0.due <= time }.prefix(limit))
                        }
                    },
                    attempt: { item in
                        self.state.withLock { state in
                            state.sent.append(item.number)
                            state.underWay += 1
                            state.mostAtOnce = max(state.mostAtOnce, state.underWay)
                        }
                        let isAnswered = try await attempt(item)
                        self.state.withLock { $0.underWay -= 1 }
                        return OutboxOutcome(isAnswered: isAnswered) {
                            self.state.withLock { $0.items.removeAll { $0.number == item.number } }
                        }
                    }))
        }
    }

    private func run(_ sender: OutboxSender<Item>, _ body: () async throws -> Void) async rethrows {
        let running = Task { await sender.run { Issue.record($0) } }
        defer { running.cancel() }
        try await body()
        running.cancel()
        await running.value
    }

    /// Waits until the sender is cancelled.
    private static func untilStopped() async {
        let (silence, silent) = AsyncStream.makeStream(of: Void.self)
        for await _ in silence {}
        withExtendedLifetime(silent) {}
    }

    @Test func `everything is sent once, however often the sender looks`() async {
        let box = Box()
        box.add(1...500, to: "a")
        box.add(501...1_000, to: "b")
        let sender = box.sender { _ in true }
        await run(sender) {
            while !box.isEmpty {
                sender.checkAgain()
                await Task.yield()
            }
        }
        #expect(box.sent.sorted() == Array(1...1_000))
    }

    @Test func `what is ready is sent before the rest is prepared`() async {
        let box = Box()
        box.addUnprepared(1...20, to: "a")
        let sender = box.sender { _ in true }
        await run(sender) {
            while box.sent.count < 20 { await Task.yield() }
        }
        #expect(box.sent.sorted() == Array(1...20))
    }

    @Test func `a server that never answers holds up nothing but itself`() async {
        let box = Box()
        box.add(1...100, to: "silent")
        box.add(101...400, to: "other")
        let sender = box.sender { item in
            if item.host == "silent" { await Self.untilStopped() }
            return item.host != "silent"
        }
        await run(sender) {
            while box.sent.count(where: { $0 > 100 }) < 300 { await Task.yield() }
            // It has as many calls under way as it may have. They begin beside the others.
            let silent = { box.sent.count(where: { $0 <= 100 }) }
            while silent() < OutboxSender<Item>.callsPerHost { await Task.yield() }
            #expect(silent() == OutboxSender<Item>.callsPerHost)
        }
    }

    @Test func `a sender that is stopped begins no more calls`() async {
        let clock = ManualClock()
        let attempts = Mutex(0)
        let (lookups, lookup) = AsyncStream.makeStream(of: Void.self)
        let sender = OutboxSender<Item>(
            clock: clock, now: { clock.timestamp },
            work: OutboxSender.Work(
                prepare: { _ in false },
                hosts: { [("a", clock.timestamp)] },
                due: { _, _, _ in
                    lookup.finish()
                    await Self.untilStopped()
                    return [Item(number: 1, host: "a", due: clock.timestamp)]
                },
                attempt: { _ in
                    attempts.withLock { $0 += 1 }
                    return OutboxOutcome(isAnswered: true) {}
                }))
        await run(sender) { for await _ in lookups {} }
        #expect(attempts.withLock { $0 } == 0)
    }

    @Test func `a server that did not answer gets few calls at a time until it does`() async {
        let box = Box()
        box.add(1...1, to: "a")
        let isAnswering = Mutex(false)
        let sender = box.sender { _ in
            for _ in 0..<20 { await Task.yield() }
            return isAnswering.withLock { $0 }
        }
        await run(sender) {
            while !box.isEmpty { await Task.yield() }
            box.add(2...60, to: "a")
            sender.checkAgain()
            while !box.isEmpty { await Task.yield() }
            #expect(box.mostAtOnce <= OutboxSender<Item>.callsPerSilentHost)
            isAnswering.withLock { $0 = true }
            box.add(61...61, to: "a")
            sender.checkAgain()
            while !box.isEmpty { await Task.yield() }
            box.add(62...200, to: "a")
            sender.checkAgain()
            while !box.isEmpty { await Task.yield() }
            #expect(box.mostAtOnce > OutboxSender<Item>.callsPerSilentHost)
        }
    }

    @Test func `many looks leave one sleeper for what is due later`() async {
        let box = Box()
        box.add(1...1, to: "a", after: 3_600)
        let sender = box.sender { _ in true }
        await run(sender) {
            await box.clock.untilSleeping()
            for count in 2...200 {
                sender.checkAgain()
                while box.looks < count { await Task.yield() }
            }
            #expect(box.clock.sleeperCount == 1)
            box.clock.advance(by: .seconds(3_600))
            while !box.isEmpty { await Task.yield() }
        }
        #expect(box.sent == [1])
    }

    @Test func `an item whose attempt throws waits a second`() async {
        let box = Box()
        box.add(1...1, to: "a")
        let failures = Mutex(1)
        let sender = box.sender { _ in
            let fails = failures.withLock { left in
                defer { left -= 1 }
                return left > 0
            }
            if fails { throw StoreError.busy }
            return true
        }
        let running = Task { await sender.run { #expect($0 as? StoreError == .busy) } }
        await box.clock.untilSleeping()
        #expect(box.sent == [1])
        box.clock.advance(by: OutboxSender<Item>.pauseAfterFailure)
        while !box.isEmpty { await Task.yield() }
        running.cancel()
        await running.value
        #expect(box.sent == [1, 1])
    }
}
