import Essentials
import Synchronization

/// An item in the store that waits to be sent to a server.
protocol OutboxItem: Sendable {
    /// Identifies it among the items of its outbox.
    var number: Int64 { get }
    /// The server.
    var host: String { get }
}

/// The result of sending an item.
struct OutboxOutcome: Sendable {
    /// Whether the server answered; `nil` when it was not called.
    let isAnswered: Bool?
    /// Stores the result; the item is then due later, or no longer.
    let store: @Sendable () async throws -> Void
}

/// Sends what is due in the store, with a limit of calls for each server.
///
/// An item stays due until its outcome is stored, so that it is sent again after a crash. While the store fails, only the
/// storing is retried. A server that does not answer holds up only its own items.
final class OutboxSender<Item: OutboxItem>: Sendable {
    /// Reads and changes the items of one kind.
    struct Work: Sendable {
        /// Does a part of the work that precedes sending, such as choosing channels; returns whether there is more.
        let prepare: @Sendable (Timestamp) async throws -> Bool
        /// The servers for which something is due, and when first.
        let hosts: @Sendable () async throws -> [(host: String, due: Timestamp)]
        /// What is due for a server, the earliest first.
        let due: @Sendable (_ host: String, Timestamp, _ limit: Int) async throws -> [Item]
        /// Sends an item.
        let attempt: @Sendable (Item) async throws -> OutboxOutcome
    }

    private struct State {
        /// The numbers of the items that are being sent, by server.
        var underWay: [String: Set<Int64>] = [:]
        /// The servers that did not answer the last call.
        var silent: Set<String> = []
        /// The time of the earliest look that a sleeping task will make.
        var promised: Timestamp?
    }

    /// How many calls to one server may be under way.
    static var callsPerHost: Int { 64 }
    /// How many calls to a server that did not answer last may be under way: it must not take the places of others.
    static var callsPerSilentHost: Int { 4 }
    static var pauseAfterFailure: Duration { .seconds(1) }
    private static var silentHostsAtMost: Int { 10_000 }

    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Timestamp
    private let work: Work
    private let checkRequests: AsyncStream<Void>
    private let checkRequest: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    init(clock: any Clock<Duration>, now: @escaping @Sendable () -> Timestamp, work: Work) {
        self.clock = clock
        self.now = now
        self.work = work
        // One pending look is enough: each finds all that is due.
        (checkRequests, checkRequest) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Whether something is being sent.
    var isSending: Bool { state.withLock { !$0.underWay.isEmpty } }

    /// Makes the sender look whether something is due.
    func checkAgain() { checkRequest.yield() }

    /// Sends what is due, until the surrounding task is cancelled.
    ///
    /// - Parameter report: Receives the store's errors; failed work is retried.
    func run(report: @escaping @Sendable (any Error) -> Void) async {
        checkAgain()
        await withDiscardingTaskGroup { group in
            for await _ in checkRequests {
                var next: Timestamp?
                do { next = try await turn(in: &group, report) } catch {
                    report(error)
                    next = now().advanced(by: Self.pauseAfterFailure)
                }
                guard let next, promise(next) else { continue }
                let wait = max(now().duration(to: next), .zero)
                group.addTask {
                    // A cancelled sleep also ends the stream; the store keeps what is due.
                    try? await self.clock.sleep(for: wait)
                    self.keepPromise(next)
                    self.checkAgain()
                }
            }
        }
    }

    /// Starts the items that are due, within the limit of each server.
    ///
    /// - Returns: When more will be due.
    private func turn(
        in group: inout DiscardingTaskGroup, _ report: @escaping @Sendable (any Error) -> Void
    ) async throws -> Timestamp? {
        let time = now()
        // A part at a time, so that what is ready is on its way while a long outbox is still being prepared.
        if try await work.prepare(time) { checkAgain() }
        let hosts = try await work.hosts()
        for (host, due) in hosts where due <= time {
            for item in try await place(to: host, at: time) {
                // Calls that end because the sender is stopped free places, which nothing may take any more.
                guard !Task.isCancelled else { return nil }
                group.addTask {
                    await self.send(item, report)
                    self.free(item)
                    self.checkAgain()
                }
            }
        }
        return hosts.map(\.due).filter { $0 > time }.min()
    }

    // MARK: - Items

    /// Reserves calls to a server for its next items.
    private func place(to host: String, at time: Timestamp) async throws -> [Item] {
        // Before reading: what ends meanwhile is then either still known here or not due any more.
        let (busy, places) = state.withLock { state in
            let places = state.silent.contains(host) ? Self.callsPerSilentHost : Self.callsPerHost
            return (state.underWay[host] ?? [], places)
        }
        let free = places - busy.count
        guard free > 0 else { return [] }
        let due = try await work.due(host, time, Self.callsPerHost)
        let taken = due.filter { !busy.contains($0.number) }.prefix(free)
        guard !taken.isEmpty else { return [] }
        state.withLock { $0.underWay[host, default: []].formUnion(taken.map(\.number)) }
        return Array(taken)
    }

    private func send(_ item: Item, _ report: @Sendable (any Error) -> Void) async {
        do {
            let outcome = try await work.attempt(item)
            note(outcome.isAnswered, of: item.host)
            await store(outcome, report)
        } catch {
            report(error)
            // The item is still due: without a pause it would be tried again at once.
            try? await clock.sleep(for: Self.pauseAfterFailure)
        }
    }

    /// Stores an outcome, and retries until it is stored: another attempt would send the item twice.
    private func store(_ outcome: OutboxOutcome, _ report: @Sendable (any Error) -> Void) async {
        while true {
            do { return try await outcome.store() } catch { report(error) }
            do { try await clock.sleep(for: Self.pauseAfterFailure) } catch { return }
        }
    }

    private func note(_ isAnswered: Bool?, of host: String) {
        guard let isAnswered else { return }
        state.withLock { state in
            if isAnswered {
                state.silent.remove(host)
            } else if state.silent.count < Self.silentHostsAtMost {
                state.silent.insert(host)
            }
        }
    }

    private func free(_ item: Item) {
        state.withLock { state in
            state.underWay[item.host]?.remove(item.number)
            if state.underWay[item.host]?.isEmpty == true { state.underWay[item.host] = nil }
        }
    }

    // MARK: - Looks to come

    /// Records a look to come, unless an earlier or equal one is recorded: each commit makes the sender look, and a
    /// sleeping task for each of them would fill the memory.
    private func promise(_ time: Timestamp) -> Bool {
        state.withLock { state in
            if let promised = state.promised, promised <= time { return false }
            state.promised = time
            return true
        }
    }

    // Does not compare with the wall clock: if it was set back, the next look records a new time.
    private func keepPromise(_ time: Timestamp) {
        state.withLock { if $0.promised == time { $0.promised = nil } }
    }
}
