import Attendance
import Essentials
import JSON

extension ReplayedDecisions.Decision {
    /// When it was shown, else when its cause happened.
    var time: Timestamp { shown ?? cause.time }
}

/// The lines of a replay.
struct AttendanceReplayText {
    let places: ReplayPlaces
    let isJSON: Bool
    let explains: Bool

    func line(_ person: PersonID, _ decision: ReplayedDecisions.Decision) -> String {
        let cause = decision.cause
        let zone = places.zone(of: cause)
        guard isJSON else {
            let asked = decision.shown == nil ? "not asked" : "clock \(cause.proposal.rawValue)?"
            let words = [
                decision.time.localText(in: zone), person.rawValue, asked, decision.reason.rawValue,
                self.words(of: cause, zone),
            ]
            return words.joined(separator: "  ")
        }
        var json = JSONWriter()
        json.object { json in
            json.member("kind", "decision")
            json.member("person", person.rawValue)
            json.member("proposal", cause.proposal.rawValue)
            json.member("reminded", decision.shown != nil)
            json.member("reason", decision.reason.rawValue)
            json.member("at", cause.time.description)
            if let shown = decision.shown { json.member("shownAt", shown.description) }
            switch cause {
            case .crossing(let crossing):
                json.member("crossing", crossing.kind.rawValue)
                json.member("place", crossing.entrance.rawValue)
            case .time(_, let site): json.member("place", site.rawValue)
            }
        }
        return json.text
    }

    func summary(_ log: AttendanceLog, _ decisions: [ReplayedDecisions.Decision]) -> String {
        let shown = decisions.filter { $0.shown != nil }
        let toClockIn = shown.count { $0.cause.proposal == .in }
        guard isJSON else {
            return "summary  people \(log.people.count), crossings \(log.crossings), punches \(log.punches), "
                + "reminders \(shown.count): to clock in \(toClockIn), to clock out \(shown.count - toClockIn)"
        }
        var json = JSONWriter()
        json.object { json in
            json.member("kind", "summary")
            json.member("people", log.people.count)
            json.member("crossings", log.crossings)
            json.member("punches", log.punches)
            json.member("in", toClockIn)
            json.member("out", shown.count - toClockIn)
        }
        return json.text
    }

    private func words(of cause: ReminderCause, _ zone: Zone) -> String {
        switch cause {
        case .crossing(let crossing):
            let time = crossing.observedAt.localText(in: zone)
            return "\(crossing.kind.rawValue) \(crossing.entrance.rawValue) at \(time)"
        case .time(_, let site): return "clocked in at \(site.rawValue)"
        }
    }
}
