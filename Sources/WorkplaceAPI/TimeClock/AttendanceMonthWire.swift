import Attendance
import Essentials
import JSON
import Workplace

extension AttendanceWire {
    func write(_ month: Snapshot<AttendanceMonth>, to json: inout JSONWriter) {
        json.object { json in
            json.member("asOf", month.asOf)
            json.member("now", month.time)
            writeMembers(of: month.content, to: &json)
        }
    }

    /// Writes what depends on nothing but the records.
    func writeMembers(of content: AttendanceMonth, to json: inout JSONWriter) {
        json.member("person") { write(content.person, to: &$0) }
        json.member("month", content.month.description)
        json.member("timeZone", content.zone.identifier)
        json.member("dayStartsAt", WorkDay.clock(ofHour: content.dayStarts.hour(on: content.month.first)))
        json.member("workedSeconds", content.workedSeconds)
        json.member("breakSeconds", content.breakSeconds)
        json.member("missing", content.count(.missingPunch))
        json.member("waiting", content.count(.waiting))
        if let totals = content.totals { json.member("totals") { write(totals, to: &$0) } }
        if let closing = content.closing {
            json.member("closed") { json in
                json.object { json in
                    json.member("at", closing.closedAt)
                    json.member("by") { $0.attendancePerson(closing.closedBy, on: campus) }
                }
            }
        }
        json.member("days") { json in
            json.array { json in
                let ruled = Dictionary(
                    (content.totals?.totals.days ?? []).map { ($0.date, $0) }
                ) { first, _ in first }
                for day in content.days {
                    write(day, of: content, ruled[day.date], to: &json)
                }
            }
        }
    }

    private func write(_ ruled: RuledTotals, to json: inout JSONWriter) {
        let totals = ruled.totals
        json.object { json in
            json.member("rules", ruled.rules)
            json.member("version", ruled.version)
            json.member("rounding", totals.rounding.rawValue)
            json.member("elapsedSeconds", totals.elapsed)
            json.member("automaticBreakSeconds", totals.automaticBreaks)
            json.member("workSeconds", totals.work)
            json.member("overtimeOfDaysSeconds", totals.overtimeOfDays)
            json.member("overtimeOfWeeksSeconds", totals.overtimeOfWeeks)
            json.member("overtimeOfMonthSeconds", totals.overtimeOfMonth)
            json.member("nightSeconds", totals.night)
            json.member("rounded") { json in
                json.object { json in
                    json.member("workSeconds", totals.roundedWork)
                    json.member("overtimeSeconds", totals.roundedOvertime)
                    json.member("nightSeconds", totals.roundedNight)
                }
            }
        }
    }

    private func write(
        _ day: WorkDay, of content: AttendanceMonth, _ ruled: DayTotals?, to json: inout JSONWriter
    ) {
        let corrections = content.corrections[day.date] ?? []
        json.object { json in
            json.member("date", day.date.description)
            json.member("timeZone", day.zone.identifier)
            json.member("startsAt", day.start)
            json.member("endsAt", day.end)
            let hour = content.dayStarts.hour(on: day.date)
            if hour != content.dayStarts.hour(on: content.month.first) {
                json.member("dayStartsAt", WorkDay.clock(ofHour: hour))
            }
            json.member("state", day.state.rawValue)
            json.member("workedSeconds", day.workedSeconds)
            json.member("breakSeconds", day.breakSeconds)
            json.member("long", day.isLong)
            if let ruled {
                json.member("automaticBreakSeconds", ruled.automaticBreak)
                json.member("breakWaived", ruled.isBreakWaived)
            }
            json.member("missing") { json in
                json.array { json in for punch in day.missing { json.string(punch.rawValue) } }
            }
            json.member("marks") { json in
                json.array { json in
                    for mark in day.shifts.flatMap(\.marks) {
                        write(mark, source: content.source(of: mark, on: day.date), to: &json)
                    }
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
            json.member("corrected", day.isCorrected)
            if day.isCorrected {
                json.member("punched") { json in
                    json.array { json in
                        for mark in day.punched.flatMap(\.marks) {
                            write(mark, source: content.source(of: mark, on: day.date), to: &json)
                        }
                    }
                }
            }
            json.member("corrections") { json in
                json.array { json in for correction in corrections { write(correction, to: &json) } }
            }
        }
    }

    func write(_ correction: DayCorrection, to json: inout JSONWriter) {
        json.object { json in
            json.member("id", correction.id.rawValue)
            json.member("person") { write(correction.person, to: &$0) }
            json.member("day", correction.date.description)
            json.member("timeZone", correction.zone.identifier)
            json.member("site") {
                write(correction.site.rawValue, campus.site(correction.site)?.name, to: &$0)
            }
            json.member("dayStartsAt", dayStart(at: campus.site(correction.site), on: correction.date))
            json.member("state", correction.state)
            json.member("requestedAt", correction.requestedAt)
            json.member("reason", correction.reason)
            if correction.waivesBreak { json.member("waivesBreak", true) }
            json.member("marks") { json in
                json.array { json in for mark in correction.marks { write(mark, to: &json) } }
            }
            if let decision = correction.decision { json.member("decision") { write(decision, to: &$0) } }
        }
    }

    /// When the day of a date begins on the wall clock of a place.
    func dayStart(at site: Site?, on date: CalendarDate) -> String {
        WorkDay.clock(ofHour: (site?.dayStarts ?? .standard).hour(on: date))
    }

    private func write(_ decision: DayCorrection.Decision, to json: inout JSONWriter) {
        json.object { json in
            json.member("by") { write(decision.actor, to: &$0) }
            json.member("at", decision.time)
            if !decision.reason.isEmpty { json.member("reason", decision.reason) }
            if let marks = decision.marks {
                json.member("marks") { json in
                    json.array { json in for mark in marks { write(mark, to: &json) } }
                }
            }
        }
    }

    private func write(_ person: PersonID, to json: inout JSONWriter) {
        json.attendancePerson(person, on: campus)
    }

    func write(_ mark: WorkMark, source: String? = nil, to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", mark.kind.rawValue)
            json.member("at", mark.time)
            json.member("localTime", mark.localText)
            json.member("timeZone", mark.zone.identifier)
            json.member("site") { write(mark.site.rawValue, campus.site(mark.site)?.name, to: &$0) }
            if let punch = mark.punch { json.member("punch", punch.rawValue) }
            if let source { json.member("source", source) }
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

extension AttendanceMonth {
    /// All words for how a time was recorded.
    static let sourceWords = PunchSource.words + ["reminder", "correction", "import"]

    /// How a time was recorded (W46).
    fileprivate func source(of mark: WorkMark, on date: CalendarDate) -> String {
        if let punch = mark.punch, let source = sources[punch] { return source }
        let isImported = corrections[date]?.last { $0.decision?.marks != nil }?.decision?.act == .import
        return isImported ? "import" : "correction"
    }
}

extension DayCorrection {
    /// Every word for where a correction stands.
    static let states = ["waiting", "withdrawn", "accepted", "changed", "rejected", "imported"]

    /// Where the correction stands.
    fileprivate var state: String {
        switch decision?.act {
        case nil, .request?: "waiting"
        case .withdraw?: "withdrawn"
        case .accept?: "accepted"
        case .change?: "changed"
        case .reject?: "rejected"
        case .import?: "imported"
        }
    }
}
