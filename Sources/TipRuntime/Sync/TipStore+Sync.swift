import Processes
import Synchronization
import TipCore
import TipRules

// How a store exchanges what it keeps with other devices (T94 to T100).
extension TipStore {
    /// Sends what has changed since the last exchange of the name, and takes what has changed elsewhere.
    ///
    /// - Parameters:
    ///   - transport: Carries both.
    ///   - name: Under which it is kept how far this device and the others know each other.
    /// - Throws: What the transport throws, and what keeps the store from reading or writing; what was to be sent is sent with the
    ///   next exchange.
    public func exchange(with transport: some TipSyncTransport, named name: String) async throws {
        try await exchange(try await outgoing(name), with: transport, named: name)
    }

    /// Exchanges changes until the task is cancelled: soon after something has changed here, when something has arrived
    /// elsewhere, and from time to time.
    ///
    /// What changes within a second is sent together. While the other side cannot be reached, it is tried again later and later,
    /// at most an hour, and told once to ``faults``; weeks without it cost nothing but a larger request afterwards.
    public func keepExchanging(with transport: some TipSyncTransport, named name: String) async {
        let follower = ChangeFollower(self)
        let arrival = Arrival()
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await _ in transport.arrivals {
                    arrival.note()
                    follower.signal.signal()
                }
            }
            var pace = ExchangePace(interval: transport.interval)
            while !Task.isCancelled {
                await self.exchangeOnce(with: transport, named: name, &pace)
                await self.untilDue(follower, &pace, arrival, named: name)
            }
            group.cancelAll()
        }
    }

    private func exchangeOnce(
        with transport: some TipSyncTransport, named name: String, _ pace: inout ExchangePace
    ) async {
        do {
            try await exchange(with: transport, named: name)
            pace.noteSuccess(at: now)
        } catch {
            if !Task.isCancelled { tell(.notExchanged(name)) }
            pace.noteFailure(at: now)
        }
    }

    private func untilDue(
        _ follower: ChangeFollower, _ pace: inout ExchangePace, _ arrival: Arrival, named name: String
    ) async {
        while !Task.isCancelled {
            await follower.untilChange(or: pace.next)
            if now >= pace.next || arrival.take() { return }
            // What is merely looked at, or came from elsewhere, rings too.
            guard pace.failures == 0, await hasNews(for: name) else { continue }
            do { try await clock.sleep(for: ExchangePace.gathering) } catch { return }
            return
        }
    }

    private func hasNews(for name: String) async -> Bool {
        do {
            guard var changes = try await outgoing(name).changes else { return false }
            guard let offered = state.withLock({ $0.exchanges[name]?.offered }) else { return true }
            changes.removeKnown(offered)
            return !changes.hasNoRecords || changes.epoch > offered.epoch
        } catch { return false }
    }

    private func exchange(
        _ outgoing: Outgoing, with transport: some TipSyncTransport, named name: String
    ) async throws {
        let (answer, limit) = try await answer(to: outgoing, of: transport)
        var cursor = answer.cursor
        var settled = outgoing.resets
        if let changes = answer.changes {
            let known = try await hasReset() ? -1 : outgoing.settledResets
            let taken = take(changes, knowingResets: known, isFirst: outgoing.isFirst)
            settled = taken.settled
            // What is not believed now may be once a clock is right: it is asked for again.
            if !taken.isAll { cursor = outgoing.cursor }
            try await synchronize()
        }
        let isKnown = isKnown(to: answer, until: limit)
        let epoch = max(outgoing.epoch, believedEpoch(answer))
        state.withLock { state in
            if let settled { state.settledResets = settled.here }
            let sent = limit == nil ? outgoing.everything : state.exchanges[name]?.sent
            state.exchanges[name] = ExchangeState(
                cursor: cursor, epoch: epoch, sent: state.datastore == nil && isKnown ? sent : nil,
                received: answer.changes, offered: limit == nil ? nil : outgoing.changes)
        }
        // Only now, so that what came is never skipped; what came twice is joined to the same.
        let datastore = state.withLock { $0.datastore }
        try await datastore?.acknowledge(
            name,
            ExchangeRow(
                sent: isKnown ? limit == nil ? outgoing.revision : outgoing.known : -1,
                epoch: epoch, cursor: cursor),
            settlingResets: settled?.epoch)
    }

    /// Looks at what other processes have done with the file while the other side was asked, so that nothing of it is lost to the answer.
    ///
    /// - Returns: Whether the file was reset, and the others have not heard of it.
    private func hasReset() async throws -> Bool {
        guard let datastore = state.withLock({ $0.datastore }) else { return false }
        try await refresh()
        return try await datastore.wantsReset()
    }

    /// Asks the other side; once more when it refuses what its clock has not reached, without that.
    ///
    /// A clock that was days ahead for one command must not keep everything from the others until that time has come.
    ///
    /// - Returns: The answer, and after which moment everything was left out, which is to be sent again; `nil` for nothing.
    private func answer(
        to outgoing: Outgoing, of transport: some TipSyncTransport
    ) async throws -> (TipSyncResponse, limit: RuleTime?) {
        let device = state.withLock { $0.machine.replica.device }
        func ask(_ changes: TipLedger?) async throws -> TipSyncResponse {
            try await transport.exchange(
                TipSyncRequest(device: device, cursor: outgoing.cursor, changes: changes))
        }
        do {
            return (try await ask(outgoing.changes), nil)
        } catch TipSyncRefusal.clockAhead(let now) {
            var believed = outgoing.changes
            let limit = now.advanced(byMicroseconds: TipStateMachine.believedSkew)
            let future = believed?.removeFuture(after: limit)
            // It would be refused the same.
            guard let future, !future.hasNoRecords else { throw TipSyncRefusal.clockAhead(now: now) }
            return (try await ask(believed), limit)
        }
    }

    /// How often everything had been reset by the answer, as far as that was believed.
    private func believedEpoch(_ answer: TipSyncResponse) -> Int64 {
        min(answer.changes?.epoch ?? 0, ledger.epoch)
    }

    /// Whether the other side has everything that was ever sent to it: one that was put back to an older copy has not, and
    /// gets the rest with the next request.
    ///
    /// What lies after the limit could not be sent.
    private func isKnown(to answer: TipSyncResponse, until limit: RuleTime?) -> Bool {
        guard answer.isWhole, let changes = answer.changes else { return true }
        var rest = state.withLock { state in
            var rest = state.machine.travelling(state.machine.ledger)
            // The other side may keep less of them than has come together here, and would be sent them for ever.
            state.machine.removeUndeclared(from: &rest)
            return rest
        }
        if let limit { _ = rest.removeFuture(after: limit) }
        rest.removeKnown(changes)
        return rest.hasNoRecords
    }

    /// What has changed here since the last exchange of the name, and how far others are known.
    private func outgoing(_ name: String) async throws -> Outgoing {
        // Read first: the other side does not know of a reset that happens meanwhile.
        let (resets, settled) = state.withLock { ($0.machine.resets, $0.settledResets) }
        try await synchronize()
        let (datastore, known, all, isFirst) = state.withLock { state in
            (state.datastore, state.exchanges[name], state.machine.ledger, state.exchanges.isEmpty)
        }
        guard let datastore else {
            let row = ExchangeRow(sent: -1, epoch: known?.epoch ?? 0, cursor: known?.cursor)
            return outgoing(
                all, known, row, revision: 0, resets: resets, settledResets: settled, isFirst: isFirst)
        }
        let found = try await datastore.outgoing(name)
        return outgoing(
            found.ledger, known, found.row ?? ExchangeRow(sent: -1, epoch: 0, cursor: nil),
            revision: found.revision, resets: resets, settledResets: found.wantsReset ? -1 : resets,
            isFirst: found.isFirst)
    }

    private func outgoing(
        _ everything: TipLedger, _ known: ExchangeState?, _ row: ExchangeRow, revision: Int64, resets: Int,
        settledResets: Int, isFirst: Bool
    ) -> Outgoing {
        var changes = state.withLock { $0.machine.travelling(everything) }
        // What others have sent need not be told to them.
        if let sent = known?.sent { changes.removeKnown(sent) }
        if let received = known?.received { changes.removeKnown(received) }
        let isNews = !changes.hasNoRecords || everything.epoch > row.epoch
        return Outgoing(
            changes: isNews ? changes : nil, everything: everything, cursor: row.cursor,
            epoch: everything.epoch, known: row.sent, revision: revision,
            resets: settledResets == resets ? nil : TipStore.Resets(here: resets, epoch: everything.epoch),
            settledResets: settledResets, isFirst: isFirst)
    }
}

/// What is to be sent, and what is to be noted when it was.
private struct Outgoing: Sendable {
    let changes: TipLedger?
    let everything: TipLedger
    let cursor: String?
    let epoch: Int64
    /// The revision up to which the other side had everything before.
    let known: Int64
    let revision: Int64
    /// The resets that this request tells the other side; `nil` when it knows all.
    let resets: TipStore.Resets?
    /// How many resets by this process the other side had heard of; below zero when another process reset the store.
    let settledResets: Int
    /// Whether nothing was ever exchanged, under any name.
    let isFirst: Bool
}

/// How far this device and the others know each other, as far as it is not in the file.
struct ExchangeState: Sendable {
    let cursor: String?
    /// How often everything had been reset by then.
    let epoch: Int64
    /// What was sent; only in memory, where there are no revisions.
    let sent: TipLedger?
    /// What came with the last answer.
    let received: TipLedger?
    /// What was offered, when a part of it has to wait for the other side's clock: no news until then.
    let offered: TipLedger?
}

/// Whether the other side has announced something new.
private final class Arrival: Sendable {
    private let isThere = Mutex(false)

    func note() { isThere.withLock { $0 = true } }

    func take() -> Bool {
        isThere.withLock { isThere in
            defer { isThere = false }
            return isThere
        }
    }
}

/// When the others are asked next.
struct ExchangePace: Sendable {
    /// How long changes gather before they are sent.
    static let gathering = Duration.seconds(1)
    /// The longest wait after failures, in microseconds.
    private static let longest: Int64 = 3_600_000_000

    private let interval: Int64
    private(set) var failures = 0
    private(set) var next = RuleTime(microseconds: .min)

    init(interval: Duration) {
        let (seconds, attoseconds) = interval.components
        let whole = Int64(exactly: Double(seconds) * 1_000_000) ?? .max
        self.interval = max(whole.addingClamped(attoseconds / 1_000_000_000_000), 1_000_000)
    }

    mutating func noteSuccess(at now: RuleTime) {
        failures = 0
        next = now.advanced(byMicroseconds: interval)
    }

    mutating func noteFailure(at now: RuleTime) {
        failures += 1
        let pause = min(1_000_000 << Int64(min(failures, 20)), Self.longest)
        // Devices that lost the same server do not all come back in the same second.
        next = now.advanced(byMicroseconds: pause - .random(in: 0...(pause / 2)))
    }
}
