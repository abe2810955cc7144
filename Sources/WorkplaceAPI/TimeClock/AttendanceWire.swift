import Attendance
import Essentials
import JSON
import Workplace

/// Writes what a person sees of their attendance, with names of the campus in force.
struct AttendanceWire {
    let campus: Campus
    let language: WireLanguage

    func write(_ day: Snapshot<AttendanceDay>, to json: inout JSONWriter) {
        let content = day.content
        json.object { json in
            json.member("asOf", day.asOf)
            json.member("now", day.time)
            json.member("state", content.state.next.opposite.rawValue)
            json.member("since", optional: content.state.since)
            if let site = content.site { json.member("site", site.id.rawValue) }
            json.member("sites") { json in
                json.array { json in for site in campus.sites { write(site, to: &json) } }
            }
            json.member("reminders") { $0.reminders(content.setting, by: campus.organisation.reminders) }
            if let pending = content.pending { json.member("pending") { write(pending, to: &$0) } }
            json.member("punches") { json in
                json.array { json in for punch in content.punches { write(punch, to: &json) } }
            }
            json.member("decisions") { json in
                json.array { json in for decision in content.decisions { write(decision, to: &json) } }
            }
        }
    }

    func write(_ punch: Punch, to json: inout JSONWriter) {
        json.object { json in
            json.member("id", punch.id.rawValue)
            json.member("kind", punch.kind.rawValue)
            json.member("at", punch.time)
            json.member("localTime", punch.time.localText(in: punch.zone))
            json.member("timeZone", punch.zone.identifier)
            json.member("site") { write(punch.site.rawValue, campus.site(punch.site)?.name, to: &$0) }
            json.member("deviceTime", optional: punch.deviceTime)
            json.member("skewed", punch.isSkewed)
            if let reminder = punch.reminder { json.member("reminder", reminder.rawValue) }
        }
    }

    private func write(_ decision: ReminderDecision, to json: inout JSONWriter) {
        let crossing = decision.crossing
        let place = campus.entrance(crossing.entrance)
        let zone = place?.site.zone ?? .utc
        json.object { json in
            json.member("id", decision.id.rawValue)
            json.member("kind", decision.proposal.rawValue)
            json.member("crossing", crossing.kind.rawValue)
            json.member("entrance") { write(crossing.entrance.rawValue, place?.spot.name, to: &$0) }
            json.member("at", crossing.observedAt)
            json.member("receivedAt", crossing.receivedAt)
            json.member("localTime", crossing.observedAt.localText(in: zone))
            json.member("timeZone", zone.identifier)
            json.member("reminded", decision.reason.reminds)
            json.member("reason", decision.reason.rawValue)
            json.member("remindsAt", optional: decision.remindsAt)
        }
    }

    private func write(_ site: Site, to json: inout JSONWriter) {
        json.object { json in
            json.member("id", site.id.rawValue)
            json.member("name", language.text(site.name))
            json.member("timeZone", site.zone.identifier)
        }
    }

    /// What has left the campus goes by its identifier.
    private func write(_ id: String, _ name: LocalizedText?, to json: inout JSONWriter) {
        json.object { json in
            json.member("id", id)
            json.member("name", name.map(language.text) ?? id)
        }
    }
}

extension JSONWriter {
    /// Writes whether reminders are wanted; somebody who has never said so does not want them.
    mutating func reminders(_ setting: ReminderSetting?, by rules: ReminderRules) {
        object { json in
            json.member("on", setting?.isOn ?? false)
            json.member("since", optional: setting?.since)
            json.member("mode", rules.mode.rawValue)
            json.member("hours", (setting?.wishes ?? ReminderWishes()).document)
            json.member("usual") { json in
                json.object { json in
                    json.member("window", rules.window.components.seconds / 60)
                    json.member("dailyLimit", rules.dailyLimit)
                    if let week = rules.week { json.member("week", ReminderWishes.document(of: week)) }
                }
            }
        }
    }
}

extension Timestamp {
    /// The instant by the wall clock of a zone with its difference from UTC: `2026-11-21T12:00:00.250+09:00`.
    ///
    /// Zones of long ago differ by seconds, which RFC 3339 cannot write; they are cut off.
    func localText(in zone: Zone) -> String {
        let minutes = zone.secondsFromUTC(at: self) / 60
        let shown = advanced(by: .seconds(60 * minutes)).description.dropLast()
        return
            "\(shown)\(minutes < 0 ? "-" : "+")\(twoDigits(abs(minutes) / 60)):\(twoDigits(abs(minutes) % 60))"
    }

    private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
