import Essentials
import HTTPCore
import JSON
import Workplace

extension PayrollRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? { kindOfProblem }

    var kindOfProblem: Problem {
        switch self {
        case .numbers(let people):
            Problem(
                .payrollNumbersMissing, detail: "The template gives some people no number.",
                members: [("people", .text(people.map(\.rawValue).joined(separator: ", ")))])
        case .unknown: Problem(.unknownPayrollTemplate, detail: "There is no such template.")
        }
    }
}

extension Problem.FieldError {
    /// The codes of mistakes in an imported table.
    static let importCodes = AttendanceImport.Mistake.Kind.allCases.map(\.rawValue)
}

// Payroll files and imported days.
extension ProblemKind {
    static let unknownPayrollTemplate = ProblemKind(
        .notFound, "unknown-payroll-template", title: "Unknown template",
        "The campus file has no template of a payroll file with this identifier.")
    static let payrollNumbersMissing = ProblemKind(
        .conflict, "payroll-numbers-missing", title: "People without a number",
        "The template names people by number, and has none for those that people lists. Add them to numbers in the campus file."
    )
    static let attendanceImportMistakes = ProblemKind(
        .unprocessableContent, "attendance-import-mistakes", title: "A table with mistakes",
        "Rows of the table cannot be imported; errors says which lines and why. Nothing was recorded.")

    static let attendanceExchange = [unknownPayrollTemplate, payrollNumbersMissing, attendanceImportMistakes]
}
