import JSON
import WorkplaceClient

/// What the requests of a simulated campus led to: counts, refusals and errors by their codes, and latencies.
struct CampusTally: Sendable {
    /// What a request is for.
    enum Kind: String, CaseIterable, Sendable {
        case door, punch, menu, quote, order, start, bump, look, collect
    }

    /// How a request ended.
    enum Outcome: Equatable, Sendable {
        case done
        /// The server said no for a reason that a busy lunch has, such as a full window.
        case refused(code: String)
        /// Something is wrong with the server, the network or this program.
        case failed(code: String)

        /// Sorts a failure of a request.
        init(_ failure: any Error) {
            switch failure {
            case let problem as APIProblem:
                let code = problem.code ?? "no-code"
                let isExpected = problem.status.map { (400..<500).contains($0) && ![401, 403].contains($0) }
                self = isExpected ?? false ? .refused(code: code) : .failed(code: code)
            case is NoAnswer, is UnknownOutcome: self = .failed(code: "no-answer")
            default: self = .failed(code: "unexpected-answer")
            }
        }
    }

    private struct Line {
        var done = 0
        var refused: [String: Int] = [:]
        var failed: [String: Int] = [:]
        var latencies: [Duration] = []
    }

    private var lines: [Kind: Line] = [:]

    /// Notes the end of a request.
    mutating func note(_ kind: Kind, _ outcome: Outcome, after latency: Duration) {
        var line = lines.removeValue(forKey: kind) ?? Line()
        line.latencies.append(latency)
        switch outcome {
        case .done: line.done += 1
        case .refused(let code): line.refused[code, default: 0] += 1
        case .failed(let code): line.failed[code, default: 0] += 1
        }
        lines[kind] = line
    }

    /// How many requests of a kind the server carried out.
    func done(_ kind: Kind) -> Int { lines[kind]?.done ?? 0 }

    var refusalCount: Int { lines.values.reduce(0) { $0 + $1.refused.values.reduce(0, +) } }
    var errorCount: Int { lines.values.reduce(0) { $0 + $1.failed.values.reduce(0, +) } }

    /// A line for somebody who watches.
    var progress: String {
        "\(done(.order)) orders, \(done(.collect)) handed over, \(done(.door)) crossings, \(done(.punch)) punches, "
            + "\(refusalCount) refused, \(errorCount) errors"
    }

    /// The latency that a share of the requests of a kind had at most; `nil` without requests.
    func latency(_ share: Double, of kind: Kind) -> Duration? {
        guard let sorted = lines[kind]?.latencies.sorted(), !sorted.isEmpty else { return nil }
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }

    // MARK: - Summary

    /// Writes the kinds that were asked for, as members of an object.
    func write(to json: inout JSONWriter) {
        json.member("orders", done(.order))
        json.member("handedOver", done(.collect))
        json.member("refused", refusalCount)
        json.member("errors", errorCount)
        json.member("requests") { json in
            json.array { json in
                for kind in Kind.allCases {
                    guard let line = lines[kind] else { continue }
                    json.object { json in
                        json.member("kind", kind.rawValue)
                        json.member("done", line.done)
                        json.member("refused") { Self.write(line.refused, to: &$0) }
                        json.member("errors") { Self.write(line.failed, to: &$0) }
                        json.member("p50Microseconds", microseconds(0.5, of: kind))
                        json.member("p99Microseconds", microseconds(0.99, of: kind))
                    }
                }
            }
        }
    }

    private static func write(_ counts: [String: Int], to json: inout JSONWriter) {
        json.object { json in
            for (code, count) in counts.sorted(by: { $0.key < $1.key }) {
                json.member(named: code) { $0.integer(count) }
            }
        }
    }

    private func microseconds(_ share: Double, of kind: Kind) -> Int {
        latency(share, of: kind).map { Int($0 / .microseconds(1)) } ?? 0
    }

    /// The summary for people.
    var table: String {
        let heading = ["Request", "done", "refused", "errors", "p50", "p99"]
        let rows = Kind.allCases.compactMap { kind -> [String]? in
            guard let line = lines[kind] else { return nil }
            let time = { (share: Double) in
                "\((Double(microseconds(share, of: kind)) / 100).rounded() / 10) ms"
            }
            return [
                kind.rawValue, "\(line.done)", Self.text(line.refused), Self.text(line.failed), time(0.5),
                time(0.99),
            ]
        }
        return Table([heading] + rows).text
    }

    private static func text(_ counts: [String: Int]) -> String {
        guard !counts.isEmpty else { return "0" }
        return counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    }
}
