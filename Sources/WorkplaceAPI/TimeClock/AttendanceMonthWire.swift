import Attendance
import Essentials
import JSON
import Workplace

extension AttendanceWire {
    func write(_ month: Snapshot<AttendanceMonth>, to json: inout JSONWriter) {
        let content = month.content
        json.object { json in
            json.member("asOf", month.asOf)
            json.member("now", month.time)
            json.member("person") { json in
                json.object { json in
                    json.member("id", content.person.rawValue)
                    json.member("name", campus.person(content.person)?.name ?? content.person.rawValue)
                }
            }
            json.member("month", content.month.description)
            json.member("timeZone", content.zone.identifier)
            json.member("dayStartsAt", WorkDay.startClock)
            json.member("workedSeconds", content.workedSeconds)
            json.member("breakSeconds", content.breakSeconds)
            json.member("missing", content.count(.missingPunch))
            json.member("waiting", content.count(.waiting))
            json.member("days") { json in
                json.array { json in for day in content.days { write(day, to: &json) } }
            }
        }
    }

    private func write(_ day: WorkDay, to json: inout JSONWriter) {
        json.object { json in
            json.member("date", day.date.description)
            json.member("timeZone", day.zone.identifier)
            json.member("startsAt", day.start)
            json.member("endsAt", day.end)
            json.member("state", day.state.rawValue)
            json.member("workedSeconds", day.workedSeconds)
            json.member("breakSeconds", day.breakSeconds)
            json.member("long", day.isLong)
            json.member("missing") { json in
                json.array { json in for punch in day.missing { json.string(punch.rawValue) } }
            }
            json.member("marks") { json in
                json.array { json in
                    for mark in day.shifts.flatMap(\.marks) { write(mark, to: &json) }
                }
            }
            json.member("stretches") { json in
                json.array { json in
                    for stretch in day.shifts.flatMap(\.stretches) {
                        write(isBreak: stretch.isBreak, from: stretch.start, to: stretch.end, to: &json)
                    }
                    if let open = day.running?.open {
                        write(isBreak: open.isBreak, from: open.start, to: nil, to: &json)
                    }
                }
            }
        }
    }

    func write(_ mark: WorkMark, to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", mark.kind.rawValue)
            json.member("at", mark.time)
            json.member("localTime", mark.time.localText(in: mark.zone))
            json.member("timeZone", mark.zone.identifier)
            json.member("site") { write(mark.site.rawValue, campus.site(mark.site)?.name, to: &$0) }
            if let punch = mark.punch { json.member("punch", punch.rawValue) }
        }
    }

    private func write(
        isBreak: Bool, from start: Timestamp, to end: Timestamp?, to json: inout JSONWriter
    ) {
        json.object { json in
            json.member("kind", isBreak ? "break" : "work")
            json.member("from", start)
            json.member("to", optional: end)
        }
    }
}
