import Attendance
import Essentials
import HTTPCore
import Workplace

extension DayCorrectionRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? {
        switch self {
        case .times(let refusal):
            Problem(
                .invalidTimes, detail: "The times cannot be; errors says which. Nothing was changed.",
                errors: [
                    Problem.FieldError(
                        pointer: "/marks/\(refusal.index)/at", code: refusal.mistake.rawValue,
                        detail: refusal.mistake.sentence)
                ])
        case .unchanged: Problem(.correctionUnchanged, detail: "These times count already.")
        case .future: Problem(.dayNotOver, detail: "The day has not begun.")
        case .running: Problem(.dayNotOver, detail: "You are clocked in on this day. Clock out first.")
        case .waiting(let id):
            Problem(
                .correctionWaits, detail: "Another correction of the day waits. Take it back first.",
                members: [("correction", .text(id.rawValue))])
        case .unknown: Problem(.unknownDayCorrection, detail: "There is no such correction.")
        case .decided:
            Problem(.dayCorrectionDecided, detail: "The correction was decided or taken back already.")
        case .closed: Problem(.monthClosed, detail: "The month of the day is closed.")
        case .own: Problem(.ownCorrection, detail: "Somebody else has to decide about your day.")
        }
    }
}

extension DayStartsRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? {
        switch self {
        case .closed(let month):
            Problem(
                .monthClosed,
                detail: "\(month) is closed. Other hours can hold from the second day after its end.",
                members: [("month", .text(month.description))])
        }
    }
}

extension ProposalMistake {
    fileprivate var sentence: String {
        switch self {
        case .skipped: "Clocks go forward and skip this time."
        case .twice: "Clocks go back and show this time twice; second says which is meant."
        case .order: "The time is not after the one before."
        case .sequence: "This cannot follow what is before it."
        case .otherDay: "The first time is not within the day."
        case .tooLong: "A shift is 24 hours long at most."
        case .future: "The time is in the future."
        case .overlap: "Another day counts this time already."
        case .noEnd: "The shift has no clock-out."
        }
    }
}

// Corrections of days.
extension ProblemKind {
    static let invalidTimes = ProblemKind(
        .unprocessableContent, "invalid-times", title: "Times that cannot be",
        "Proposed times must be whole shifts of the day: in, breaks and back, out; in order, not in the future, and not counted for another day."
    )
    static let correctionUnchanged = ProblemKind(
        .conflict, "correction-unchanged", title: "Nothing to correct",
        "The proposed times are those that count already. Nothing was asked for.")
    static let dayNotOver = ProblemKind(
        .conflict, "day-not-over", title: "The day goes on",
        "A day is corrected when it has begun and nobody is clocked in on it. Clock out first.")
    static let correctionWaits = ProblemKind(
        .conflict, "correction-waits", title: "A correction waits",
        "One correction of a day waits at a time; correction names it. Take it back to propose other times.")
    static let unknownDayCorrection = ProblemKind(
        .notFound, "unknown-day-correction", title: "Unknown correction",
        "There is no such correction, or it is not for you to see.")
    static let dayCorrectionDecided = ProblemKind(
        .conflict, "day-correction-decided", title: "Decided already",
        "Somebody decided about the correction, or its person took it back. Load it again.")
    static let ownCorrection = ProblemKind(
        .conflict, "own-correction", title: "Your own day",
        "Nobody decides about their own day. Nothing was changed.")

    static let dayCorrections = [
        invalidTimes, correctionUnchanged, dayNotOver, correctionWaits, unknownDayCorrection,
        dayCorrectionDecided,
        ownCorrection,
    ]
}
