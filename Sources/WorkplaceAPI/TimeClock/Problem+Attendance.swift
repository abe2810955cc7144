import Attendance
import Essentials
import HTTPCore
import JSON
import Workplace

extension PunchRefused: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? { Problem(self) }
}

extension DoorCodeRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? {
        switch self {
        case .expired:
            Problem(.doorCodeExpired, detail: "The code is too old. Scan the one that the tablet shows now.")
        case .unknown: Problem(.unknownDoorCode, detail: "No tablet at an entrance shows this code.")
        }
    }
}

extension Problem {
    /// Names the state of the person and the punch that is possible next (W38, W39, W40).
    init(_ refused: PunchRefused) {
        let state = refused.reason.state
        let members: [(name: String, value: Member)] =
            [("state", .text(state.mark.rawValue))]
            + (state.since.map { [("since", .text($0.description))] } ?? [])
            + [("allowed", .json(Self.list(of: state.allowed)))]
        switch (refused.reason, state) {
        case (.repeated, _):
            self.init(
                .punchRepeated, detail: "This counts as the punch that you made a moment ago.",
                members: members)
        case (.illegal, .in(let since)):
            self.init(
                .alreadyClockedIn, detail: "You are clocked in since \(since). Nothing was recorded.",
                members: members)
        case (.illegal, .onBreak(let since)):
            self.init(
                .onBreakAlready, detail: "You are on a break since \(since). Nothing was recorded.",
                members: members)
        case (.illegal, .out):
            self.init(
                .notClockedIn, detail: "You are not clocked in. Nothing was recorded.", members: members)
        }
    }
    private static func list(of marks: [WorkMark.Kind]) -> [UInt8] {
        var json = JSONWriter()
        json.array { json in for mark in marks { json.string(mark.rawValue) } }
        return json.bytes
    }
}
