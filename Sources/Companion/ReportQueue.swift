import Essentials
import JSON
import WorkplaceClient

/// The changes that a device has not reported yet, in the order in which they happened.
///
/// It is bounded: what is dropped leaves the rest true. A report of a spot goes before the last one of that spot does, so the
/// server always learns where the device is now.
struct ReportQueue: Hashable, Sendable {
    /// How many reports wait at most.
    static let capacity = 500
    /// The server ignores what is a day old.
    static let lifetime: Duration = .seconds(86_400)
    /// How many reports travel at once.
    private static let batchSize = 100

    /// The reports.
    private(set) var reports: [SpotReport] = []
    private var lastNumber: Int64 = 0

    /// Makes an empty queue.
    init() {}

    /// Adds a change; one that was given again changes nothing.
    mutating func add(_ state: SpotReport.State, at spot: String, _ time: Timestamp) {
        let last = reports.last { $0.spot == spot }
        if let last, last.state == state, last.time == time { return }
        lastNumber += 1
        reports.append(SpotReport(number: lastNumber, spot: spot, state: state, time: time))
        guard reports.count > Self.capacity else { return }
        let later = Dictionary(grouping: reports.indices, by: { reports[$0].spot }).mapValues { $0.max() }
        reports.remove(at: reports.indices.first { later[reports[$0].spot] != $0 } ?? 0)
    }

    /// The reports to send next, without those that are too old by now.
    mutating func batch(at now: Timestamp) -> [SpotReport] {
        reports.removeAll { $0.time.duration(to: now) >= Self.lifetime }
        return Array(reports.prefix(Self.batchSize))
    }

    /// Removes the reports up to a number; the server has answered.
    mutating func remove(through number: Int64) { reports.removeAll { $0.number <= number } }

    /// Removes all reports; later ones go on counting.
    mutating func removeAll() { reports = [] }
}

extension ReportQueue {
    /// Reads what ``write(to:)`` wrote.
    init?(_ reader: JSONReader) {
        let lastNumber = reader["lastNumber"].integer(in: 0...Int64.max)
        guard let lastNumber, let reports = reader["reports"].array({ SpotReport($0) }) else { return nil }
        self.lastNumber = lastNumber
        self.reports = reports
    }

    /// Writes the members of an object.
    func write(to json: inout JSONWriter) {
        json.member("lastNumber", lastNumber)
        json.member("reports") { list in
            list.array { list in
                for report in reports { list.object { report.write(to: &$0) } }
            }
        }
    }
}
