import Attendance
import Essentials
import JSON
import Workplace

/// The body of a request for a correction.
struct DayCorrectionBody {
    let day: CalendarDate
    let marks: [ProposedMark]
    let waivesBreak: Bool
    let site: SiteID?
    let reason: String

    init?(_ reader: JSONReader) {
        let waivesBreak = reader["waivesBreak"].optional.map { $0.boolean() } ?? false
        let day = reader["day"].text(as: { CalendarDate($0) }, "must be a date such as 2026-11-02")
        let marks = reader["marks"].proposedMarks()
        let site = reader["site"].optional?.identifier(SiteID.init)
        let reason = reader["reason"].reason(length: DayCorrection.reasonLength)
        reader.refuseUnknownMembers(except: ["day", "marks", "waivesBreak", "site", "reason"])
        guard let day, let marks, let waivesBreak, let reason else { return nil }
        self.day = day
        self.marks = marks
        self.waivesBreak = waivesBreak
        self.site = site
        self.reason = reason
    }
}

/// The body of a decision about a correction.
struct DayCorrectionDecisionBody {
    let verdict: DayCorrectionVerdict
    let reason: String

    init?(_ reader: JSONReader) {
        reader.refuseUnknownMembers(except: ["verdict", "marks", "reason"])
        let word = reader["verdict"].text(
            as: { ["accept", "change", "reject"].contains($0) ? $0 : nil }, "must be accept, change or reject"
        )
        // A change or a refusal needs a reason.
        let needsReason = word != "accept"
        let reason =
            needsReason
            ? reader["reason"].reason(length: DayCorrection.reasonLength)
            : reader["reason"].optional.map { $0.reason(length: 0...DayCorrection.reasonLength.upperBound) }
                ?? ""
        guard let word, let reason else { return nil }
        self.reason = reason
        switch word {
        case "accept": verdict = .accept
        case "reject": verdict = .reject
        default:
            guard let marks = reader["marks"].proposedMarks() else { return nil }
            verdict = .change(marks)
        }
    }
}

extension JSONReader {
    /// Proposed times, each with `kind` and `at`, which is an instant or a time on the wall clock of the place.
    fileprivate func proposedMarks() -> [ProposedMark]? {
        array(count: 0...WorkDay.marksAtMost) { mark in
            let kind = mark["kind"].text(as: WorkMark.Kind.init, "must be in, break or out")
            let second = mark["second"].optional?.boolean()
            let time = mark["at"].text(
                as: { ProposedMark.Time(text: $0, isSecond: second) },
                "must be a time such as 2026-11-02T17:30, or with a difference from UTC")
            mark.refuseUnknownMembers(except: ["kind", "at", "second"])
            guard let kind, let time else { return nil }
            return ProposedMark(kind, at: time)
        }
    }
}

extension ProposedMark.Time {
    fileprivate init?(text: String, isSecond: Bool?) {
        if let instant = Timestamp(text) {
            self = .instant(instant)
            return
        }
        guard text.utf8.count == 16, text.utf8.dropFirst(10).first == UInt8(ascii: "T"),
            let date = CalendarDate(String(text.prefix(10))),
            let range = LocalTimeRange("\(text.suffix(5))–24:00")
        else { return nil }
        self = .local(date, minute: range.startMinute, isSecond: isSecond)
    }
}
