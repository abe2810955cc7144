public import Attendance
public import Essentials

/// What a person sees of their attendance today.
public struct AttendanceDay: Sendable {
    /// Whether the person is clocked in.
    public let state: PunchStateMachine.State
    /// Where the next punch is made unless the person says otherwise: the reminder's site, else that of the last
    /// punch, else the only one; `nil` when it is unknown.
    public let site: Site?
    /// Today's punches, in the order in which they were made.
    public let punches: [Punch]
    /// Whether the person wants to be reminded; `nil` when they have never said, which means no.
    public let setting: ReminderSetting?
    /// The reminder that waits for an answer: the last one, unless a punch or a change of the setting came after it, or
    /// it proposes a punch that the person cannot make now.
    public let pending: ReminderDecision?
    /// The departure that is recorded when the day changes, unless the person comes back.
    public let provisionalExit: ProvisionalExit?
    /// Where arrivals and departures of the person are recorded by themselves.
    public let recordedAt: Set<SiteID>
    /// What crossings have led to of late, the last first.
    public let decisions: [ReminderDecision]

    static let decisionsShown = 50

    init(of person: PersonID, at now: Timestamp, on campus: Campus, in reading: ReadTransaction) throws {
        let last = try reading.lastPunch(of: person)
        state = PunchStateMachine(after: last).state
        let setting = try reading.reminderSetting(of: person)
        self.setting = setting
        provisionalExit = try reading.provisionalExit(of: person)
        let recorded = campus.sites.filter {
            setting?.isOn == true && $0.automaticPunching?.records(person, at: now, in: $0.zone) == true
        }
        recordedAt = Set(recorded.map(\.id))
        decisions = try reading.reminderDecisions(of: person, limit: Self.decisionsShown)
        pending = Self.pending(of: decisions, setting: setting, last: last)
        site = Self.site(pending, last, on: campus)
        guard let zone = site?.zone ?? last?.zone else {
            punches = []
            return
        }
        let starts = (site ?? last.flatMap { campus.site($0.site) })?.dayStarts ?? .standard
        let today = WorkDay.date(at: now, in: zone, starting: starts)
        punches = try reading.punches(
            of: person, from: starts.start(of: today, in: zone),
            before: starts.start(of: today.advanced(byDays: 1), in: zone))
    }

    private static func pending(
        of decisions: [ReminderDecision], setting: ReminderSetting?, last: Punch?
    ) -> ReminderDecision? {
        guard let setting, setting.isOn, let decision = decisions.first(where: \.reason.reminds) else {
            return nil
        }
        // Back at work: whoever was asked to clock out need not.
        let isBack = decisions.prefix { $0 != decision }.contains {
            $0.reason == .nothingToPunch && $0.proposal == .in
        }
        guard decision.proposal == .in || !isBack else { return nil }
        let shownAt = decision.cause.knownAt
        let isAnswered = last.map { $0.time >= shownAt } ?? false
        // Kept decisions of earlier versions did not look at the punches.
        let isPossible = PunchStateMachine(after: last).state.allowed.contains(decision.proposal.mark)
        return shownAt >= setting.since && !isAnswered && isPossible ? decision : nil
    }

    /// Where a punch is made that does not say so.
    static func site(_ reminder: ReminderDecision?, _ last: Punch?, on campus: Campus) -> Site? {
        switch reminder?.cause {
        case .crossing(let crossing)?: if let (site, _) = campus.entrance(crossing.entrance) { return site }
        case .time(_, let id)?: if let site = campus.site(id) { return site }
        case nil: break
        }
        if let last, let site = campus.site(last.site) { return site }
        return campus.sites.count == 1 ? campus.sites.first : nil
    }
}
