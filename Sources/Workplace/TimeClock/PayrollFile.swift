import Attendance
public import Essentials

extension PayrollTemplate {
    /// Makes the file for some months; the same months and template give the same bytes.
    ///
    /// - Parameters:
    ///   - months: The months, in the order of the lines.
    ///   - name: Returns the name of a person.
    /// - Returns: The bytes, in UTF-8.
    /// - Throws: ``PayrollRefusal/numbers(_:)`` when people with lines have no number.
    /// - Complexity: O(*n*) in the number of days.
    public func file(
        of months: [AttendanceMonth], name: (PersonID) -> String?
    ) throws(PayrollRefusal) -> [UInt8] {
        var text = head.map { row($0) } ?? ""
        var lacking: [PersonID] = []
        for month in months where !month.isEmpty {
            let days = rows == .day ? month.days.map(Optional.init) : [nil]
            for day in days {
                let facts = PayrollFacts(
                    month: month, day: day, number: numbers[month.person], name: name(month.person) ?? "")
                for line in lines where facts.hasAmount(line) {
                    if facts.number == nil, needsNumbers, lacking.last != month.person {
                        lacking.append(month.person)
                    }
                    text += row(line.map { $0.text(by: facts, decimal: decimal) })
                }
            }
        }
        guard lacking.isEmpty else { throw .numbers(lacking) }
        return Array(text.utf8)
    }

    private func row(_ cells: [String]) -> String {
        cells.map { AttendanceTable.cell($0, separatedBy: separator) }.joined(separator: separator) + lineEnd
    }
}

/// Why there is no payroll file.
public enum PayrollRefusal: Error, Hashable, Sendable {
    /// The template has no number for these people.
    case numbers([PersonID])
    /// There is no such template.
    case unknown
}

extension PayrollCell {
    /// The text of the cell for a person or a day.
    func text(by facts: PayrollFacts, decimal: String) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .field(let field, let form): Self.text(field, form, facts, decimal)
            }
        }.joined()
    }

    private static func text(
        _ field: Field, _ form: Form, _ facts: PayrollFacts, _ decimal: String
    ) -> String {
        guard let seconds = facts.seconds(field) else {
            guard case .pattern(let pattern) = form else { return facts.text(field) }
            return facts.date(field).map { Self.date($0, pattern) } ?? ""
        }
        switch form {
        case .plain, .pattern: return String(seconds)
        case .minutes: return String(seconds / 60)
        case .clock: return "\(seconds / 3_600):\(twoDigits(seconds / 60 % 60))"
        case .hours:
            let hundredths = (seconds * 100 + 1_800) / 3_600
            return "\(hundredths / 100)\(decimal)\(twoDigits(hundredths % 100))"
        }
    }

    private static func date(_ date: CalendarDate, _ pattern: String) -> String {
        let (year, month, day) = date.parts
        let year4 = String(date.description.prefix(4))
        return [
            ("YYYY", year4), ("YY", twoDigits(year % 100)), ("MM", twoDigits(month)), ("DD", twoDigits(day)),
        ].reduce(pattern) { $0.replacing($1.0, with: $1.1) }
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}

/// The values of a template's fields for a person or a day.
struct PayrollFacts {
    let month: AttendanceMonth
    /// The day; `nil` for the whole month.
    let day: WorkDay?
    let number: String?
    let name: String

    /// Whether a line has no amounts, or one that is not zero.
    func hasAmount(_ line: [PayrollCell]) -> Bool {
        let amounts = line.flatMap(\.fields).compactMap { seconds($0) }
        return amounts.isEmpty || amounts.contains { $0 > 0 }
    }

    func text(_ field: PayrollCell.Field) -> String {
        switch field {
        case .number: number ?? ""
        case .person: month.person.rawValue
        case .name: name
        case .site: month.site?.rawValue ?? ""
        case .month: month.month.description
        case .day: day?.date.description ?? ""
        case .rules: month.totals?.rules ?? ""
        case .version: month.totals?.version ?? ""
        case .closed: month.closing == nil ? "no" : "yes"
        default: ""
        }
    }

    func date(_ field: PayrollCell.Field) -> CalendarDate? {
        switch field {
        case .month: month.month.first
        case .day: day?.date
        default: nil
        }
    }

    /// An amount of time; `nil` for any other field.
    func seconds(_ field: PayrollCell.Field) -> Int? {
        guard field.isAmount else { return nil }
        return day.map { seconds(field, of: $0) } ?? secondsOfMonth(field)
    }

    private func secondsOfMonth(_ field: PayrollCell.Field) -> Int {
        guard let totals = month.totals?.totals else {
            return switch field {
            case .elapsed, .work, .regular, .roundedWork: month.workedSeconds
            case .breaks: month.breakSeconds
            default: 0
            }
        }
        return switch field {
        case .elapsed: totals.elapsed
        case .breaks: totals.punchedBreaks
        case .automaticBreaks: totals.automaticBreaks
        case .work: totals.work
        case .regular: totals.work - totals.overtime
        case .overtime: totals.overtime
        case .overtimeOfDays: totals.overtimeOfDays
        case .overtimeOfWeeks: totals.overtimeOfWeeks
        case .overtimeOfMonth: totals.overtimeOfMonth
        case .night: totals.night
        case .roundedWork: totals.roundedWork
        case .roundedOvertime: totals.roundedOvertime
        case .roundedNight: totals.roundedNight
        default: 0
        }
    }

    private func seconds(_ field: PayrollCell.Field, of day: WorkDay) -> Int {
        guard let totals = month.totals?.totals.days.first(where: { $0.date == day.date }) else {
            return switch field {
            case .elapsed, .work, .regular, .roundedWork: day.workedSeconds
            case .breaks: day.breakSeconds
            default: 0
            }
        }
        return switch field {
        case .elapsed: totals.elapsed
        case .breaks: totals.punchedBreaks
        case .automaticBreaks: totals.automaticBreak
        case .work: totals.work
        case .regular: totals.work - totals.overtime
        case .overtime, .overtimeOfDays, .roundedOvertime: totals.overtime
        case .night, .roundedNight: totals.night
        case .roundedWork: totals.rounded
        default: 0
        }
    }
}
