import Foundation
import JSON

/// What `vicinity doctor` says about one thing that a server needs.
struct Diagnosis: Hashable, Sendable {
    /// How much it matters.
    enum Verdict: String, Sendable {
        /// As it should be.
        case ok
        /// The server works, but something is not as it should be.
        case warning
        /// The server does not work, or not for long.
        case wrong
    }

    /// What was looked at, in one word.
    let subject: String
    let verdict: Verdict
    /// What was found.
    let finding: String
    /// What to do; `nil` when there is nothing to do.
    let advice: String?

    static func ok(_ subject: String, _ finding: String) -> Diagnosis {
        Diagnosis(subject: subject, verdict: .ok, finding: finding, advice: nil)
    }

    static func warning(_ subject: String, _ finding: String, _ advice: String) -> Diagnosis {
        Diagnosis(subject: subject, verdict: .warning, finding: finding, advice: advice)
    }

    static func wrong(_ subject: String, _ finding: String, _ advice: String) -> Diagnosis {
        Diagnosis(subject: subject, verdict: .wrong, finding: finding, advice: advice)
    }

    /// The diagnosis as one line.
    var line: String {
        let verdict = self.verdict.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
        let subject = self.subject.padding(toLength: 12, withPad: " ", startingAt: 0)
        let end = finding.hasSuffix(".") ? "" : "."
        return "\(verdict) \(subject) \(finding)\(end)" + (advice.map { " \($0)" } ?? "")
    }

    /// Writes the diagnosis as an object.
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("subject", subject)
            json.member("verdict", verdict.rawValue)
            json.member("finding", finding)
            if let advice { json.member("advice", advice) }
        }
    }
}
