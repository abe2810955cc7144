import Attendance
public import Essentials

/// Months as a table for payroll: a row for each stretch of work, each break and each punch that lacks its other half.
///
/// The table is CSV by RFC 4180 in UTF-8. The same records give the same bytes. No cell begins with what a spreadsheet takes
/// for a formula.
public struct AttendanceTable: Sendable {
    /// The names of the columns.
    public static let columns = [
        "person", "name", "day", "kind", "start", "start_offset", "end", "end_offset", "time_zone", "minutes",
        "seconds",
        "site", "state", "corrected",
    ]

    private var rows: [[String]] = []
    private let name: @Sendable (PersonID) -> String?

    /// Makes a table without rows.
    ///
    /// - Parameter name: Returns the name of a person.
    public init(name: @escaping @Sendable (PersonID) -> String?) { self.name = name }

    /// Adds the rows of a month, in order.
    public mutating func append(_ month: AttendanceMonth) {
        for day in month.days { for shift in day.shifts { append(shift, of: day, month.person) } }
    }

    private mutating func append(_ shift: WorkShift, of day: WorkDay, _ person: PersonID) {
        let marks = shift.marks
        if marks[0].kind != .in { append(nil, marks[0], "work", of: day, person) }
        for (first, second) in zip(marks, marks.dropFirst()) {
            append(first, second, first.kind == .break ? "break" : "work", of: day, person)
        }
        if let last = marks.last, last.kind != .out {
            append(last, nil, last.kind == .break ? "break" : "work", of: day, person)
        }
    }

    private mutating func append(
        _ first: WorkMark?, _ second: WorkMark?, _ kind: String, of day: WorkDay, _ person: PersonID
    ) {
        var seconds: Int?
        if let first, let second { seconds = Int(second.second - first.second) }
        let start = Self.cells(of: first)
        let end = Self.cells(of: second)
        rows.append([
            person.rawValue, name(person) ?? "", day.date.description, kind, start.clock, start.offset,
            end.clock,
            end.offset, (first ?? second)?.zone.identifier ?? "", seconds.map { String($0 / 60) } ?? "",
            seconds.map(String.init) ?? "", (first ?? second)?.site.rawValue ?? "", day.state.rawValue,
            day.isCorrected ? "yes" : "no",
        ])
    }

    /// The wall clock to the second, and the difference from UTC, which does not begin with a sign.
    private static func cells(of mark: WorkMark?) -> (clock: String, offset: String) {
        guard let mark else { return ("", "") }
        let text = mark.localText
        return (String(text.prefix(19)), "UTC" + text.suffix(6))
    }

    /// The bytes of the table, with its head.
    public var bytes: [UInt8] {
        Array(
            ([Self.columns] + rows).map { $0.map { Self.cell($0) }.joined(separator: ",") + "\r\n" }.joined()
                .utf8)
    }

    /// A cell that no spreadsheet runs, in quotes where it needs them.
    static func cell(_ text: String, separatedBy separator: String = ",") -> String {
        let starts: [UInt8] = Array("=+-@\t\r\0".utf8)
        let isFormula = text.utf8.first.map(starts.contains) ?? false
        let safe = isFormula ? "'" + text : text
        let marks = Array(separator.utf8) + [UInt8(ascii: "\""), 10, 13]
        let needsQuotes = safe.utf8.contains { marks.contains($0) }
        return needsQuotes
            ? "\"" + safe.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
                + "\"" : safe
    }
}
