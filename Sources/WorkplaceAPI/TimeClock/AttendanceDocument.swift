public import Essentials
import HTTPCore
import JSON
public import Workplace

/// The export formats of months of attendance, for the server and the command line.
public enum AttendanceDocument: Sendable {
    /// A row for each stretch of work and each break, in CSV.
    public static func table(of months: [AttendanceMonth], on campus: Campus) -> [UInt8] {
        var table = AttendanceTable { campus.person($0)?.name }
        for month in months { table.append(month) }
        return table.bytes
    }

    /// A row for each person with the totals, in CSV.
    public static func totals(of months: [AttendanceMonth], on campus: Campus) -> [UInt8] {
        TotalsTable(of: months) { campus.person($0)?.name }.bytes
    }

    /// The months in JSON, with punches, requests and decisions, in the organisation's own language.
    public static func json(of months: [AttendanceMonth], on campus: Campus, now: Timestamp) -> [UInt8] {
        json(
            of: months,
            by: AttendanceWire(campus: campus, language: WireLanguage([], among: campus.languages), now: now))
    }

    static func json(of months: [AttendanceMonth], by wire: AttendanceWire) -> [UInt8] {
        var json = JSONWriter(capacity: 65_536)
        json.object { json in
            json.member("months") { json in
                json.array { json in
                    for month in months { json.object { wire.writeMembers(of: month, to: &$0) } }
                }
            }
        }
        return json.bytes
    }
}
