import Essentials
import Ordering
import Synchronization

/// Hands notices over to the servers that bring them to people.
///
/// The store holds what is due, written in one transaction with its cause. A delivery stays due until its outcome is stored:
/// after a crash it is sent again, and the notice's tag makes receivers show it once. Servers do not wait for each other,
/// because each has its own limit of calls.
public final class NoticeSender: Sendable {
    /// How long the outcome of a delivery is kept.
    static let recordRetention: Duration = .seconds(7 * 24 * 3_600)
    /// How many deliveries have their channels chosen in one transaction.
    static let plansAtOnce = 200

    private let outbox: OutboxSender<NoticeDelivery>
    private let latencies: NoticeLatencies

    init(
        store: any WorkplaceStore, campuses: CampusRegistry, composer: NoticeComposer,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Timestamp
    ) {
        let latencies = NoticeLatencies()
        self.latencies = latencies
        let attempt = NoticeAttempt(
            store: store, campuses: campuses, composer: composer, latencies: latencies, now: now)
        outbox = OutboxSender(
            clock: clock, now: now,
            work: OutboxSender.Work(
                prepare: { time in
                    guard store.duty != .other else { return false }
                    return try await attempt.choose(dueBy: time)
                },
                hosts: {
                    guard store.duty != .other else { return [] }
                    return try await store.read { try $0.hostsWithDeliveries() }
                },
                due: { host, time, limit in
                    // Channels are chosen before; a notice that came since waits for the next look.
                    guard host != NoticeDelivery.planning else { return [] }
                    return try await store.read { try $0.deliveries(to: host, dueBy: time, limit: limit) }
                },
                attempt: { try await attempt.perform($0) }))
    }

    /// Whether a notice is being sent.
    var isSending: Bool { outbox.isSending }

    /// Makes the sender look whether something is due.
    public func checkAgain() { outbox.checkAgain() }

    /// The 99th percentile of the time from change to hand-over, by kind of channel, in the last thousand of each.
    public func latencies99() -> [NoticeChannel.Kind: Duration] { latencies.percentile99() }

    /// Sends what is due, until the surrounding task is cancelled.
    ///
    /// - Parameter report: Receives the store's errors; failed work is retried.
    public func run(report: @escaping @Sendable (any Error) -> Void) async {
        await outbox.run(report: report)
    }
}

/// Chooses the channels of notices, and hands each notice over.
struct NoticeAttempt: Sendable {
    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let composer: NoticeComposer
    fileprivate let latencies: NoticeLatencies
    let now: @Sendable () -> Timestamp

    // MARK: - Choosing channels

    /// Chooses the channels of the next notices that are due.
    ///
    /// - Returns: Whether there may be more.
    func choose(dueBy time: Timestamp) async throws -> Bool {
        let campus: Campus
        do { campus = try campuses.inForce() } catch { return false }
        // A look comes after each commit: most find nothing, and must not take the turn of a write.
        let isDue = try await store.read {
            try !$0.deliveries(to: NoticeDelivery.planning, dueBy: time, limit: 1).isEmpty
        }
        guard isDue else { return false }
        return try await store.write { transaction in
            let plans = try transaction.deliveries(
                to: NoticeDelivery.planning, dueBy: time, limit: NoticeSender.plansAtOnce)
            for plan in plans {
                do {
                    try Self.choose(plan, on: campus, at: time, in: transaction)
                } catch StoreError.damagedRow {
                    // One person's damaged settings or channels must not hold up everybody else. The plan was removed first.
                    guard let notice = try transaction.readableNotice(of: plan) else { continue }
                    try transaction.announceFailure(of: notice, at: time)
                }
            }
            return plans.count == NoticeSender.plansAtOnce
        }
    }

    private static func choose(
        _ plan: NoticeDelivery, on campus: Campus, at time: Timestamp, in transaction: WriteTransaction
    ) throws {
        try transaction.remove(plan)
        guard let notice = try transaction.readableNotice(of: plan), let person = campus.person(plan.person),
            !person.isSuspended
        else { return }
        guard time < notice.expires else { return try transaction.announceFailure(of: notice, at: time) }
        let settings = try transaction.noticeSettings(of: notice.person)
        if let end = try transaction.quietEnd(for: notice, settings, on: campus, at: time) {
            if settings.sends(notice, after: end) {
                try transaction.insertPlan(of: notice, after: plan.step, due: end)
            }
            return
        }
        let channels = DeliveryPlan.channels(
            for: notice.kind, settings, among: try transaction.noticeChannels(of: notice.person),
            after: plan.step, at: time)
        for channel in channels where try !transaction.hasDelivery(of: notice, to: channel.id) {
            try transaction.insertDelivery(of: notice, to: channel, began: plan.began, due: time)
        }
    }

    // MARK: - Attempts

    /// Hands a notice over.
    func perform(_ delivery: NoticeDelivery) async throws -> OutboxOutcome {
        let campus = try campuses.inForce()
        let time = now()
        let (found, quietEnd) = try await store.read { reading in
            let letter = try reading.letter(of: delivery, on: campus)
            // An attempt that is repeated may be due in quiet hours although the first one was not.
            return (
                letter,
                try letter.flatMap { try reading.quietEnd(for: $0.notice, $0.settings, on: campus, at: time) }
            )
        }
        // An address whose mail bounced meanwhile gets nothing until it is confirmed again.
        guard let letter = found, time < letter.notice.expires, letter.channel.proof != nil else {
            return OutboxOutcome(isAnswered: nil) { try await self.drop(delivery) }
        }
        if let quietEnd {
            return OutboxOutcome(isAnswered: nil) {
                try await self.store.write { transaction in
                    guard letter.settings.sends(letter.notice, after: quietEnd) else {
                        return try transaction.end(delivery, "dropped", attempts: delivery.attempts, at: time)
                    }
                    try transaction.remove(delivery)
                    try transaction.insertDelivery(
                        of: letter.notice, to: letter.channel, began: quietEnd, due: quietEnd)
                }
            }
        }
        let outcome = await composer.send(letter)
        let end = now()
        if outcome == .handedOver, delivery.attempts == 0 {
            latencies.add(delivery.began.duration(to: end), through: letter.channel.address.kind)
        }
        return OutboxOutcome(isAnswered: outcome.isAnswer) {
            try await self.store.write { try Self.store(outcome, of: delivery, letter, at: end, in: $0) }
        }
    }

    /// Ends a delivery that cannot be made: the notice no longer holds, the channel is gone, or the time is over.
    private func drop(_ delivery: NoticeDelivery) async throws {
        let time = now()
        try await store.write { transaction in
            let notice = try transaction.readableNotice(of: delivery)
            let isLate = notice.map { $0.expires <= time } ?? false
            try transaction.end(
                delivery, isLate ? "expired" : "dropped", attempts: delivery.attempts, at: time)
            if let kind = delivery.step { try Self.goOn(delivery, after: kind, at: time, in: transaction) }
        }
    }

    /// Stores an outcome and what follows from it.
    ///
    /// - Parameters:
    ///   - outcome: The outcome of an attempt, or what a later report says of it.
    ///   - delivery: The delivery.
    ///   - letter: What was sent.
    ///   - isReport: Whether the outcome is that of a report, so that there was no further attempt.
    ///   - time: The present time.
    ///   - transaction: Where it is stored.
    /// - Throws: The store's own error.
    static func store(
        _ outcome: DeliveryOutcome, of delivery: NoticeDelivery, _ letter: NoticeLetter,
        isReport: Bool = false,
        at time: Timestamp, in transaction: WriteTransaction
    ) throws {
        let (notice, channel) = (letter.notice, letter.channel)
        let kind = channel.address.kind
        let attempts = delivery.attempts + (isReport ? 0 : 1)
        let plan = DeliveryPlan(
            began: delivery.began, expires: notice.expires, attempts: attempts,
            hasNext: try transaction.hasNext(for: notice, after: kind, at: time))
        switch plan.step(after: outcome, at: time) {
        case .end(let outcome):
            try transaction.end(delivery, outcome, attempts: attempts, at: time)
            try transaction.note(failure: nil, of: channel.id)
        case .retry(let due, let code):
            try transaction.delay(delivery, until: due, attempts: attempts, code)
            try transaction.note(failure: code, of: channel.id)
        case .next(let outcome, let consequence):
            try transaction.end(delivery, outcome, attempts: attempts, at: time)
            // Anybody can add the address of a push service of their own, and test it.
            if DeliveryOutcome.pushForbidden.contains(outcome), notice.kind != .test {
                try transaction.alert(ofRefusalBy: channel.host, on: letter.campus, at: time)
            }
            switch consequence {
            case .stays: try transaction.note(failure: outcome, of: channel.id)
            case .isRemoved: try transaction.removeNoticeChannel(channel.id)
            case .needsConfirmation: try transaction.noteBounce(outcome, of: channel.id)
            }
            try goOn(delivery, after: kind, at: time, in: transaction)
        }
    }

    /// Plans the next kind of channel, unless another device of the same kind has the notice or may still get it.
    private static func goOn(
        _ delivery: NoticeDelivery, after kind: NoticeChannel.Kind, at time: Timestamp,
        in transaction: WriteTransaction
    ) throws {
        // Meanwhile the notice may have been read, corrected or withdrawn.
        guard let notice = try transaction.readableNotice(of: delivery),
            try !transaction.isReached(notice.id, version: notice.version, through: kind)
        else { return }
        if time < notice.expires, try transaction.hasNext(for: notice, after: kind, at: time) {
            try transaction.insertPlan(of: notice, after: kind, due: time)
        } else {
            try transaction.announceFailure(of: notice, at: time)
        }
    }
}

extension ReadTransaction {
    /// The notice of a delivery; `nil` when it was read, withdrawn or replaced, or cannot be read from the store.
    ///
    /// A damaged row must not stop the notices behind it.
    func readableNotice(of delivery: NoticeDelivery) throws -> Notice? {
        let notice: Notice?
        do { notice = try self.notice(delivery.notice) } catch StoreError.damagedRow { return nil }
        guard let notice, notice.version == delivery.version, notice.readAt == nil else { return nil }
        return notice
    }

    /// The end of the quiet hours of a notice's person; `nil` outside of quiet hours.
    fileprivate func quietEnd(
        for notice: Notice, _ settings: NoticeSettings, on campus: Campus, at time: Timestamp
    ) throws -> Timestamp? {
        guard !notice.kind.ignoresQuietHours else { return nil }
        let zone = try preferences(of: notice.person).zone ?? campus.zone(of: notice.subject)
        return settings.quietUntil(time, in: zone)
    }

    /// Whether a notice can be tried through a kind of channel after another; a test concerns one channel alone.
    fileprivate func hasNext(for notice: Notice, after kind: NoticeChannel.Kind, at time: Timestamp) throws
        -> Bool
    {
        guard notice.kind != .test else { return false }
        let channels = DeliveryPlan.channels(
            for: notice.kind, try noticeSettings(of: notice.person),
            among: try noticeChannels(of: notice.person),
            after: kind, at: time)
        return !channels.isEmpty
    }
}

extension NoticeSettings {
    /// Whether a notice is sent when quiet hours end.
    fileprivate func sends(_ notice: Notice, after end: Timestamp) -> Bool {
        quietRule == .later && end < notice.expires
    }
}

extension DeliveryOutcome {
    /// The codes of a push service that does not let this server in: its contact or its key is wrong.
    ///
    /// Some services answer 401 where others answer 403.
    fileprivate static let pushForbidden: Set<String> = ["push-401", "push-403"]

    /// Whether the receiver's server answered; `nil` when it was not called.
    fileprivate var isAnswer: Bool? {
        guard case .failed(let code, _) = self else { return true }
        // The call was not made, or nobody answered it; other codes name an answer.
        return code == "outgoing-too-many-calls" ? nil : !code.hasPrefix("outgoing-")
    }
}

extension Campus {
    /// The zone of the place that a notice is about; that of the first site without a place.
    fileprivate func zone(of subject: NoticeSubject) -> Zone {
        let place: Zone? =
            switch subject {
            case .order(_, _, let cafe), .window(let cafe, _): self.cafe(cafe)?.zone
            case .crossing(_, let entrance, _): self.entrance(entrance)?.site.zone
            case .openPunch(_, let site): self.site(site)?.zone
            case .account, .dayCorrection, .dataCollection, .channel, .pushService: nil
            }
        return place ?? sites.first?.zone ?? .utc
    }
}

/// The times from change to hand-over of the last thousand notices of each kind of channel.
private final class NoticeLatencies: Sendable {
    private static let most = 1_000
    private let times = Mutex<[NoticeChannel.Kind: [Duration]]>([:])

    func add(_ time: Duration, through kind: NoticeChannel.Kind) {
        times.withLock { times in
            var list = times[kind] ?? []
            if list.count == Self.most { list.removeFirst() }
            list.append(time)
            times[kind] = list
        }
    }

    func percentile99() -> [NoticeChannel.Kind: Duration] {
        times.withLock { $0.compactMapValues { list in list.sorted().dropLast(list.count / 100).last } }
    }
}
