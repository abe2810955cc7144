import Essentials
import HTTPCore
import Workplace

extension DelegationRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? { kindOfProblem }

    var kindOfProblem: Problem {
        switch self {
        case .days(let mistake):
            Problem(
                .invalidDelegation, detail: "The days cannot be; errors says why. Nothing was changed.",
                errors: [
                    Problem.FieldError(
                        pointer: "/lastDay", code: mistake.rawValue, detail: mistake.sentence)
                ])
        case .toSelf:
            Problem(
                .invalidDelegation, detail: "Somebody else has to stand in for you.",
                errors: [
                    Problem.FieldError(
                        pointer: "/delegate", code: "self", detail: "Name somebody else.")
                ])
        case .unknown: Problem(.unknownDelegation, detail: "There is no such delegation, or it is over.")
        }
    }
}

extension DelegationRefusal.Days {
    fileprivate var sentence: String {
        switch self {
        case .order: "The last day is before the first one."
        case .past: "The last day is over."
        case .tooLong: "A delegation lasts 366 days at most."
        }
    }
}

extension ClosingRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? { kindOfProblem }

    var kindOfProblem: Problem {
        switch self {
        case .notOver: Problem(.monthNotOver, detail: "The month is not over at this place.")
        case .closed: Problem(.monthClosed, detail: "The month is closed already.")
        case .notReady(let waiting, let running):
            Problem(
                .monthNotReady, detail: "Corrections wait, or shifts go on. Nothing was changed.",
                members: [("waiting", .integer(Int64(waiting))), ("running", .integer(Int64(running)))])
        case .missing(let days):
            Problem(
                .monthLacksPunches, detail: "Days lack a punch. Nothing was changed.",
                members: [("missing", .integer(Int64(days)))])
        case .unknown: Problem(.unknownClosing, detail: "There is no such closed month.")
        case .asked: Problem(.reopeningAsked, detail: "Somebody has asked to reopen it already.")
        case .notAsked: Problem(.reopeningNotAsked, detail: "Nobody has asked to reopen it.")
        case .own: Problem(.ownReopening, detail: "Somebody else has to agree.")
        }
    }
}

// Delegations and closed months.
extension ProblemKind {
    static let invalidDelegation = ProblemKind(
        .unprocessableContent, "invalid-delegation", title: "A delegation that cannot be",
        "Somebody else stands in for an approver until a day that is not over, for 366 days at most.")
    static let unknownDelegation = ProblemKind(
        .notFound, "unknown-delegation", title: "Unknown delegation",
        "There is no such delegation, or it is over.")
    static let monthNotOver = ProblemKind(
        .conflict, "month-not-over", title: "The month goes on",
        "A month is closed when its last day is over at the place, at 05:00 on the first day of the next one."
    )
    static let monthClosed = ProblemKind(
        .conflict, "month-closed", title: "The month is closed",
        "What counted was kept for good when the month was closed. Two people can reopen it.")
    static let monthNotReady = ProblemKind(
        .conflict, "month-not-ready", title: "The month is not ready",
        "Corrections wait for an approver, or somebody is still clocked in. Decide what waits first.")
    static let monthLacksPunches = ProblemKind(
        .conflict, "month-lacks-punches", title: "Days lack a punch",
        "The stretches that lack a punch would count nothing for good. Ask the people, or accept it with acceptMissing."
    )
    static let unknownClosing = ProblemKind(
        .notFound, "unknown-closing", title: "Unknown closed month",
        "There is no such closed month, it is open again, or it is not for you to see.")
    static let reopeningAsked = ProblemKind(
        .conflict, "reopening-asked", title: "Asked already",
        "Somebody has asked to reopen the month. Somebody else has to agree.")
    static let reopeningNotAsked = ProblemKind(
        .conflict, "reopening-not-asked", title: "Nobody asked",
        "Nobody asks to reopen the month now. Load it again.")
    static let ownReopening = ProblemKind(
        .conflict, "own-reopening", title: "A second person is needed",
        "The person who asks to reopen a month cannot agree as well, and neither can somebody who only stands in for them."
    )

    static let attendanceTeam = [
        invalidDelegation, unknownDelegation, monthNotOver, monthClosed, monthNotReady, monthLacksPunches,
        unknownClosing, reopeningAsked, reopeningNotAsked, ownReopening,
    ]
}
