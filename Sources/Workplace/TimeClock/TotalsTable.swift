import Attendance
public import Essentials

/// Months as a table for payroll: a row for each person with the totals, and the version of the rules that made them.
///
/// The same records and the same version of the rules give the same bytes.
public struct TotalsTable: Sendable {
    /// The names of the columns.
    public static let columns = [
        "person", "name", "month", "site", "elapsed_seconds", "break_seconds", "automatic_break_seconds",
        "work_seconds", "overtime_of_days_seconds", "overtime_of_weeks_seconds", "overtime_of_month_seconds",
        "night_seconds", "rounded_work_seconds", "rounded_overtime_seconds", "rounded_night_seconds", "rules",
        "rules_version", "missing_days", "waiting_days", "closed",
    ]

    /// The bytes of the table, with its head.
    public let bytes: [UInt8]

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - months: The months, in the order of the rows.
    ///   - name: Returns the name of a person.
    public init(of months: [AttendanceMonth], name: (PersonID) -> String?) {
        let rows = months.map { month in
            let totals = month.totals?.totals
            let numbers = [
                totals?.elapsed ?? month.workedSeconds, totals?.punchedBreaks ?? month.breakSeconds,
                totals?.automaticBreaks ?? 0, totals?.work ?? month.workedSeconds,
                totals?.overtimeOfDays ?? 0,
                totals?.overtimeOfWeeks ?? 0, totals?.overtimeOfMonth ?? 0, totals?.night ?? 0,
                totals?.roundedWork ?? month.workedSeconds, totals?.roundedOvertime ?? 0,
                totals?.roundedNight ?? 0,
            ]
            return [
                month.person.rawValue, name(month.person) ?? "", month.month.description,
                month.site?.rawValue ?? "",
            ] + numbers.map(String.init) + [
                month.totals?.rules ?? "", month.totals?.version ?? "", String(month.count(.missingPunch)),
                String(month.count(.waiting)), month.closing == nil ? "no" : "yes",
            ]
        }
        bytes = Array(
            ([Self.columns] + rows).map { row in
                row.map { AttendanceTable.cell($0) }.joined(separator: ",") + "\r\n"
            }.joined().utf8)
    }
}
