import Essentials
import HTTPCore
import Workplace

extension OfflinePunchRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? {
        switch self {
        case .age:
            Problem(.offlinePunchTooOld, detail: "The punch is too old, or the device's clock was set back.")
        case .counter(let last):
            Problem(
                .offlinePunchOrder, detail: "The device has sent a later punch already.",
                members: [("counter", .integer(last))])
        case .order(let last):
            Problem(
                .offlinePunchOrder, detail: "Something was recorded after it.",
                members: [("last", .text(last.description))])
        case .closed: ClosingRefusal.closed.kindOfProblem
        }
    }
}

// Offline punches.
extension ProblemKind {
    static let offlinePunchTooOld = ProblemKind(
        .unprocessableContent, "offline-punch-too-old", title: "A punch that is too old",
        "Devices keep punches for 72 hours at most. Propose the times of the day instead.")
    static let offlinePunchOrder = ProblemKind(
        .conflict, "offline-punch-order", title: "Recorded since",
        "A later punch was recorded before this one arrived, so that it cannot be put in between. Propose the times of the day instead."
    )

    static let offlinePunches = [offlinePunchTooOld, offlinePunchOrder]
}
