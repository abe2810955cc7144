import Attendance
import Essentials
import JSON

extension WriteTransaction {
    /// Tells a person's pages to remind; of a person's reminders only the last is shown.
    func announce(_ decision: ReminderDecision, to person: PersonID, at time: Timestamp) throws {
        var json = JSONWriter()
        json.object { body in
            body.member("reminder", decision.id.rawValue)
            body.member("kind", decision.proposal.rawValue)
            switch decision.cause {
            case .crossing(let crossing): body.member("spot", crossing.entrance.rawValue)
            case .time(_, let site): body.member("site", site.rawValue)
            }
            body.member("at", decision.cause.time.description)
        }
        try append(json, "attendance.reminder", to: person, at: time)
        switch decision.cause {
        case .crossing(let crossing):
            try notify(
                person, decision.proposal == .in ? .clockIn : .clockOut,
                about: .crossing(decision.id, entrance: crossing.entrance, at: crossing.observedAt), at: time)
        case .time(_, let site):
            try notify(person, .forgottenClockOut, about: .openPunch(decision.id, site: site), at: time)
        }
    }

    /// Tells a person's pages that the reminder that waits need not be answered.
    func announceNoReminder(to person: PersonID, at time: Timestamp) throws {
        var json = JSONWriter()
        json.object { $0.member("reminder", false) }
        try append(json, "attendance.reminder-over", to: person, at: time)
        try withdraw(NoticeSubject.attendanceTag, from: person, at: time)
    }

    /// Tells a person's pages that a punch was made.
    func announce(_ punch: Punch) throws {
        var json = JSONWriter()
        json.object { body in
            body.member("punch", punch.id.rawValue)
            body.member("kind", punch.mark.rawValue)
            body.member("at", punch.time.description)
        }
        try append(json, "attendance.punched", to: punch.person, at: punch.time)
        try withdraw(NoticeSubject.attendanceTag, from: punch.person, at: punch.time)
    }

    /// Tells a person's pages that days were imported, or that a departure began or stopped waiting for the change of the day.
    func announceChange(to person: PersonID, at time: Timestamp) throws {
        var json = JSONWriter()
        json.object { $0.member("changed", true) }
        try append(json, "attendance.provisional", to: person, at: time)
    }

    /// Tells a person's pages whether reminders are wanted, so that none stays on the screen that is not.
    func announce(remindersAreOn isOn: Bool, to person: PersonID, at time: Timestamp) throws {
        var json = JSONWriter()
        json.object { $0.member("reminders", isOn) }
        try append(json, "attendance.setting", to: person, at: time)
        if !isOn { try withdraw(NoticeSubject.attendanceTag, from: person, at: time) }
    }

    private func append(
        _ body: borrowing JSONWriter, _ kind: String, to person: PersonID, at time: Timestamp
    ) throws {
        try append(FeedChange(topic: .person(person), kind: kind, body: body.text), at: time)
    }
}
