import Attendance
import Conditions
import Essentials
import Foundation
import JSON
import Monitoring
import Processes
import Workplace
import WorkplaceClient

/// Asks the person on their own desktop at the doors that this device hears, by the rule of the server, also without a network.
///
/// It keeps a log of a day beside the monitor. A start replays the log, so that a restart forgets nothing. It asks nothing twice,
/// unless it ended between showing a question and noting it: a question too many is better than one too few.
actor DoorReminders {
    /// The name of the reader of events for reminders.
    static let reader = "desktop"
    /// How long a question is worth asking that could not be asked in time.
    static let freshness: Duration = .seconds(30 * 60)
    /// How long the server's last answer is taken for the present state.
    private static let answerLife: Duration = .seconds(30)

    private let path: String
    private let notices: DesktopNotices
    private var server: AttendanceSource?
    private let isLive: Bool
    private var log: DoorLog
    private var rules: DoorRules?
    private var reminders = PersonReminders()
    private var askedAt: Timestamp?
    private var trouble = TroubleLog()

    /// Makes it from what an earlier run left.
    ///
    /// - Parameters:
    ///   - path: The file of the log.
    ///   - campus: The campus, unless a server tells the rules.
    ///   - server: Who tells the rules, the hours and the punches; `nil` without a server.
    ///   - isLive: Whether time goes on between two events, as with a radio.
    ///   - notices: Shows the questions.
    init(path: String, campus: Campus?, server: AttendanceSource?, isLive: Bool, notices: DesktopNotices) {
        self.path = path
        self.server = server
        self.isLive = isLive
        self.notices = notices
        log = DoorLog(at: path)
        let known = log.answer.flatMap { try? $0.reading { DoorRules($0) } }
        rules = known ?? campus.map { DoorRules($0) }
    }

    /// Asks until the events end or the task is cancelled.
    ///
    /// - Parameters:
    ///   - monitor: Whose events it reads.
    ///   - played: When an event happened, on this machine's clock.
    /// - Throws: ``CommandFailure`` without a desktop, `MonitorError`, and `CancellationError`.
    func run(_ monitor: Monitor, played: @escaping @Sendable (Monitor.Event) -> Timestamp) async throws {
        try await notices.begin(with: log.notice)
        await look()
        await replayLog()
        try await withThrowingTaskGroup(of: Void.self) { group in
            if isLive {
                group.addTask {
                    while true {
                        try await Task.sleep(for: .seconds(1))
                        await self.tick()
                    }
                }
            }
            group.addTask {
                for try await event in try monitor.events(reader: Self.reader) {
                    await self.take(event, at: played(event))
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
        // After the end of a recording time goes on until nothing waits.
        if !isLive, let rules { await tell(reminders.pass(rules.policy), at: nil) }
    }

    private func replayLog() async {
        guard let rules else { return }
        var findings: [ReminderFinding] = []
        for event in log.events {
            // Only crossings that were in time are in the log.
            guard let more = try? reminders.replay(event, dwell: rules.dwell, rules.policy) else { continue }
            findings += more
        }
        guard isLive else { return }
        findings += reminders.pass(before: now, rules.policy)
        await tell(findings, at: now, isReplay: true)
    }

    private var now: Timestamp {
        Timestamp(millisecondsSinceEpoch: Int64(Date().timeIntervalSince1970 * 1_000))
    }

    private func take(_ event: Monitor.Event, at time: Timestamp) async {
        if isLive { await look() }
        guard let rules, let entrance = SpotID(event.identifier), rules.place(of: entrance) != nil,
            let kind = Crossing.Kind(event.state, after: event.lastKnown), let source = DoorLog.source
        else { return }
        let crossing = Crossing(
            entrance: entrance, kind: kind, observedAt: time, receivedAt: isLive ? max(time, now) : time,
            source: source)
        guard log.add(.crossing(crossing)) else { return }
        var findings = isLive ? [] : reminders.pass(before: time, rules.policy)
        // A device does not hear the future.
        if let more = try? reminders.apply(crossing, dwell: rules.dwell(at: entrance), rules.policy) {
            findings += more
        }
        await tell(findings, at: isLive ? now : nil)
    }

    private func tick() async {
        if askedAt.map({ $0.duration(to: now) >= Self.answerLife }) ?? true { await look() }
        guard let due = reminders.nextDue, due <= now else { return }
        await look()
        guard let rules else { return }
        await tell(reminders.advance(to: now, rules.policy), at: now)
    }

    /// Asks what findings lead to, and takes away a question that is answered.
    ///
    /// - Parameters:
    ///   - findings: What is known anew.
    ///   - time: The present time; `nil` in a recording, which has no present.
    ///   - isReplay: Whether the log is replayed, of which the visible notice may be newer.
    private func tell(_ findings: [ReminderFinding], at time: Timestamp?, isReplay: Bool = false) async {
        for finding in findings {
            guard case .decided(let reason, let shown) = finding.result else { continue }
            if let shown {
                await ask(finding.cause, shown: shown, at: time)
            } else if !isReplay, reason == .nothingToPunch || reason == .cameBack {
                await notices.close()
            }
        }
        await save()
    }

    private func ask(_ cause: ReminderCause, shown: Timestamp, at time: Timestamp?) async {
        let key = key(of: cause)
        guard let rules, rules.isWanted, !log.hasAsked(key) else { return }
        log.note(key, askedAt: time ?? shown)
        if let time, shown.advanced(by: Self.freshness) < time { return }
        let notice = DesktopNotices.Notice(
            title: cause.proposal == .in ? "Clock in?" : "Clock out?", text: rules.sentence(on: cause),
            address: server?.page)
        do { try await notices.show(notice) } catch {
            if trouble.isNews("\(error)") { Terminal.error("A reminder could not be shown: \(error)") }
        }
    }

    /// What makes two findings one question.
    ///
    /// An open punch is asked about once.
    private func key(of cause: ReminderCause) -> String {
        switch cause {
        case .crossing(let crossing): DoorLog.key(.crossing(crossing))
        case .time: "open since \(reminders.last?.time.description ?? "")"
        }
    }

    /// Asks the server for the punches and the rules; without an answer the last one holds.
    private func look() async {
        guard var source = server else { return }
        askedAt = now
        let answer = await source.answer()
        server = source
        guard let answer, let found = try? answer.reading({ DoorRules($0) }) else { return }
        rules = found
        log.answer = answer
        guard let punch = found.lastPunch, reminders.last?.time != punch.time else { return }
        if log.add(.punch(punch)) { await notices.close() }
        reminders.apply(punch, found.policy)
        reminders.plan(at: now, found.policy)
        await save()
    }

    private func save() async {
        log.notice = await notices.number
        if isLive {
            log.forget(before: now.advanced(by: .zero - DoorLog.memory))
        }
        do { try PrivateFile.write(log.bytes, to: path) } catch {
            if trouble.isNews("\(error)") {
                Terminal.error("What reminders know could not be kept: \(error)")
            }
        }
    }
}

/// Asks a server about one's own attendance.
struct AttendanceSource: Sendable {
    private var client: APIClient
    private let identity: TerminalIdentity
    /// The page that a press on a question opens.
    let page: String
    private var trouble = TroubleLog()

    /// Makes it for a server.
    init(client: APIClient, identity: TerminalIdentity, server: String) {
        self.client = client
        self.client.timeout = .seconds(5)
        self.identity = identity
        page = (server.hasSuffix("/") ? String(server.dropLast()) : server) + "/attendance"
    }

    /// What the server says; `nil` when it does not answer, because then the last answer holds.
    mutating func answer() async -> JSONValue? {
        do {
            if !client.isSignedIn { try await identity.signIn(&client) }
            return try await client.get("/api/v1/attendance")
        } catch {
            if (error as? APIProblem)?.status == 401 { client.signOut() }
            if trouble.isNews("\(error)") {
                Terminal.error("\(error) Reminders go on with what was known before.")
            }
            return nil
        }
    }
}
