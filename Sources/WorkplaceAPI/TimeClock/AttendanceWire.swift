import Attendance
import Essentials
import JSON
import Workplace

/// Writes what a person sees of their attendance, with names of the campus in force.
struct AttendanceWire {
    let campus: Campus
    let language: WireLanguage
    let now: Timestamp

    func write(_ day: Snapshot<AttendanceDay>, to json: inout JSONWriter) {
        let content = day.content
        json.object { json in
            json.member("asOf", day.asOf)
            json.member("now", day.time)
            json.member("state", content.state.mark.rawValue)
            json.member("since", optional: content.state.since)
            if let site = content.site { json.member("site", site.id.rawValue) }
            json.member("sites") { json in
                json.array { json in
                    for site in campus.sites {
                        write(site, isRecorded: content.recordedAt.contains(site.id), to: &json)
                    }
                }
            }
            json.member("reminders") { $0.reminders(content.setting, by: campus.organisation.reminders) }
            if let exit = content.provisionalExit { json.member("provisional") { write(exit, to: &$0) } }
            if let pending = content.pending { json.member("pending") { write(pending, to: &$0) } }
            json.member("punches") { json in
                json.array { json in for punch in content.punches { write(punch, to: &json) } }
            }
            json.member("decisions") { json in
                json.array { json in for decision in content.decisions { write(decision, to: &json) } }
            }
        }
    }

    func write(_ replay: AttendanceReplay, to json: inout JSONWriter) {
        json.object { json in
            json.member("since", replay.start)
            json.member("mode", replay.mode.rawValue)
            if let window = replay.window { json.member("window", window.components.seconds / 60) }
            json.member("decisions") { json in
                json.array { json in
                    for decision in replay.decisions.reversed() {
                        json.object { json in
                            write(decision.cause, decision.reason, remindsAt: decision.remindsAt, to: &json)
                        }
                    }
                }
            }
        }
    }

    func write(_ punch: Punch, to json: inout JSONWriter) {
        json.object { json in
            json.member("id", punch.id.rawValue)
            json.member("kind", punch.mark.rawValue)
            json.member("at", punch.time)
            json.member("localTime", punch.time.localText(in: punch.zone))
            json.member("timeZone", punch.zone.identifier)
            json.member("site") { write(punch.site.rawValue, campus.site(punch.site)?.name, to: &$0) }
            json.member("deviceTime", optional: punch.deviceTime)
            json.member("skewed", punch.isSkewed)
            if let reminder = punch.reminder { json.member("reminder", reminder.rawValue) }
            json.member("source", punch.source.word)
            if let door = punch.source.door {
                json.member("entrance") { write(door.rawValue, campus.entrance(door)?.spot.name, to: &$0) }
            }
        }
    }

    private func write(_ decision: ReminderDecision, to json: inout JSONWriter) {
        json.object { json in
            json.member("id", decision.id.rawValue)
            write(decision.cause, decision.reason, remindsAt: decision.remindsAt, to: &json)
        }
    }

    private func write(
        _ cause: ReminderCause, _ reason: ReminderReason, remindsAt: Timestamp?, to json: inout JSONWriter
    ) {
        let zone: Zone
        json.member("kind", cause.proposal.rawValue)
        switch cause {
        case .crossing(let crossing):
            let place = campus.entrance(crossing.entrance)
            zone = place?.site.zone ?? .utc
            json.member("crossing", crossing.kind.rawValue)
            json.member("entrance") { write(crossing.entrance.rawValue, place?.spot.name, to: &$0) }
        case .time(_, let id):
            let site = campus.site(id)
            zone = site?.zone ?? .utc
            json.member("site") { write(id.rawValue, site?.name, to: &$0) }
        }
        json.member("at", cause.time)
        json.member("receivedAt", cause.knownAt)
        json.member("localTime", cause.time.localText(in: zone))
        json.member("timeZone", zone.identifier)
        json.member("reminded", reason.reminds)
        json.member("reason", reason.rawValue)
        json.member("remindsAt", optional: remindsAt)
    }

    private func write(_ exit: ProvisionalExit, to json: inout JSONWriter) {
        let place = campus.entrance(exit.departure.entrance)
        json.object { json in
            json.member("entrance") { write(exit.departure.entrance.rawValue, place?.spot.name, to: &$0) }
            json.member("at", exit.departure.observedAt)
            json.member("settlesAt", exit.settlesAt)
            json.member("timeZone", (place?.site.zone ?? .utc).identifier)
        }
    }

    private func write(_ site: Site, isRecorded: Bool, to json: inout JSONWriter) {
        json.object { json in
            json.member("id", site.id.rawValue)
            json.member("name", language.text(site.name))
            json.member("timeZone", site.zone.identifier)
            json.member(
                "dayStartsAt",
                dayStart(at: site, on: WorkDay.date(at: now, in: site.zone, starting: site.dayStarts)))
            json.member("exitDwell", site.exitDwell.components.seconds)
            if let window = site.reminderWindow {
                json.member("reminderWindow", window.components.seconds / 60)
            }
            json.member("holidays") { json in
                json.array { json in
                    for date in holidays(of: site) { json.string(date.description) }
                }
            }
            json.member("entrances") { json in
                json.array { json in
                    for spot in site.spots where spot.kind == .entrance {
                        write(spot.id.rawValue, spot.name, to: &json)
                    }
                }
            }
            if isRecorded, let automatic = site.automaticPunching {
                json.member("automatic") { json in
                    json.object { json in
                        json.member("until", automatic.until.description)
                        json.member("dayChangeHour", automatic.dayChangeHour)
                    }
                }
            }
            if let system = site.attendanceSystem {
                json.member("system") { json in
                    json.object { json in
                        json.member("url", system.url)
                        json.member("host", system.host)
                    }
                }
            }
        }
    }

    /// The holidays of the next weeks, for devices that decide without a network.
    private func holidays(of site: Site) -> [CalendarDate] {
        let today = site.zone.date(at: now)
        let days = today.advanced(byDays: -1)...today.advanced(byDays: 31)
        return site.holidays.filter(days.contains).sorted()
    }

    /// What has left the campus goes by its identifier.
    func write(_ id: String, _ name: LocalizedText?, to json: inout JSONWriter) {
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
