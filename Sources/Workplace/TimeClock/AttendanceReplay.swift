public import Attendance
public import Essentials

/// What a rule would have done on a person's last day.
public struct AttendanceReplay: Sendable {
    /// Since when the crossings are known.
    public let start: Timestamp
    /// The rule.
    public let mode: ReminderMode
    /// The window that was tried; `nil` when it is that of each place.
    public let window: Duration?
    /// What the rule would have decided, in the order in which the causes became known.
    public let decisions: [ReplayedDecisions.Decision]
}

extension AttendanceService {
    /// Replays the last day of a person under a rule, from what is kept of it; nothing is stored.
    ///
    /// The punches are those that were made, also where the rule would not have asked for them.
    ///
    /// - Parameters:
    ///   - person: Whose day.
    ///   - mode: The rule; `nil` for that of the organisation.
    ///   - window: The window of the rule; `nil` for the one in force.
    /// - Returns: The decisions.
    /// - Throws: ``WorkplaceRefusal/noCampus``, or the store's own error.
    public func replay(
        of person: PersonID, mode: ReminderMode?, window: Duration?
    ) async throws -> AttendanceReplay {
        let campus = try campuses.inForce()
        let now = now()
        let start = now.advanced(by: .zero - ReminderSetting.crossingRetention)
        let (wishes, last, events) = try await store.read { reading in
            (
                try reading.reminderSetting(of: person)?.wishes ?? ReminderWishes(),
                try reading.lastPunch(of: person, before: start),
                try reading.attendanceEvents(of: person, since: start)
            )
        }
        let policies = ReminderPolicies(campus: campus, wishes: wishes)
        func policy(at place: PersonReminders.Place) -> ReminderPolicy {
            var policy = policies.policy(at: place)
            if let mode { policy.mode = mode }
            if let window { policy.window = window }
            return policy
        }
        var reminders = PersonReminders(last: last)
        reminders.plan(at: start, policy)
        var found = ReplayedDecisions()
        for event in events { found.note(try reminders.replay(event, dwell: policies.dwell, policy)) }
        // What is due at this moment counts.
        found.note(reminders.pass(before: now.advanced(by: .milliseconds(1)), policy))
        return AttendanceReplay(
            start: start, mode: mode ?? campus.organisation.reminders.mode, window: window,
            decisions: found.decisions)
    }
}

extension ReadTransaction {
    /// What is kept of a person's crossings and punches since a time, in the order in which it was known.
    ///
    /// Of a return that cancelled a departure only its time is kept, with the departure.
    func attendanceEvents(of person: PersonID, since start: Timestamp) throws -> [AttendanceEvent] {
        let crossings = try reminderDecisions(of: person, limit: .max).reversed().compactMap(\.crossing)
            .filter { $0.receivedAt >= start }
        let returns = try door(of: person).returns.compactMap { outing -> Crossing? in
            guard let departure = crossings.last(where: { $0.observedAt == outing.left }) else { return nil }
            return Crossing(
                entrance: departure.entrance, kind: .entered, observedAt: outing.back,
                receivedAt: max(outing.back, departure.receivedAt), source: departure.source)
        }
        let punches = try punches(of: person, from: start, before: Timestamp(millisecondsSinceEpoch: .max))
        let events = (crossings + returns).map(AttendanceEvent.crossing) + punches.map(AttendanceEvent.punch)
        return events.sorted()
    }
}
