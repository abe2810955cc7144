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
            for source in month.payrollSources(rows) {
                let facts = PayrollFacts(
                    month: month, source: source, number: numbers[month.person],
                    name: name(month.person) ?? "")
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
            case .fact(let fact, pattern: nil): facts.text(fact)
            case .fact(let fact, pattern: .some(let pattern)):
                facts.date(fact).map { Self.text($0, pattern) } ?? ""
            case .amount(let amount, let form): Self.text(facts.seconds(amount), form, decimal)
            }
        }.joined()
    }

    private static func text(_ seconds: Int, _ form: Form?, _ decimal: String) -> String {
        switch form {
        case nil: return String(seconds)
        case .minutes: return String(seconds / 60)
        case .clock: return "\(seconds / 3_600):\(twoDigits(seconds / 60 % 60))"
        case .hours:
            let hundredths = (seconds * 100 + 1_800) / 3_600
            return "\(hundredths / 100)\(decimal)\(twoDigits(hundredths % 100))"
        }
    }

    private static func text(_ date: CalendarDate, _ pattern: String) -> String {
        let (year, month, day) = date.parts
        return [
            ("YYYY", String(date.description.prefix(4))), ("YY", twoDigits(year % 100)),
            ("MM", twoDigits(month)), ("DD", twoDigits(day)),
        ].reduce(pattern) { $0.replacing($1.0, with: $1.1) }
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}

extension AttendanceMonth {
    /// What the lines of a template are about: the month, or its days with their totals.
    fileprivate func payrollSources(_ rows: PayrollTemplate.Rows) -> [PayrollFacts.Source] {
        switch rows {
        case .month: return [.month]
        case .day:
            let totals = Dictionary(
                (self.totals?.totals.days ?? []).map { ($0.date, $0) },
                uniquingKeysWith: { first, _ in first })
            return days.map { .day($0, totals[$0.date]) }
        }
    }
}

/// The values of a template's fields for a person or a day.
struct PayrollFacts {
    /// What a line is about.
    enum Source {
        case month
        /// A day; without totals where the place has no rules.
        case day(WorkDay, DayTotals?)
    }

    let month: AttendanceMonth
    let source: Source
    let number: String?
    let name: String

    private var day: CalendarDate? { if case .day(let day, _) = source { day.date } else { nil } }

    /// Whether a line has no amounts, or one that is not zero.
    func hasAmount(_ line: [PayrollCell]) -> Bool {
        let amounts = line.flatMap(\.amounts)
        return amounts.isEmpty || amounts.contains { seconds($0) > 0 }
    }

    func text(_ fact: PayrollCell.Fact) -> String {
        switch fact {
        case .number: number ?? ""
        case .person: month.person.rawValue
        case .name: name
        case .site: month.site?.rawValue ?? ""
        case .month: month.month.description
        case .day: day?.description ?? ""
        case .rules: month.totals?.rules ?? ""
        case .version: month.totals?.version ?? ""
        case .closed: month.closing == nil ? "no" : "yes"
        }
    }

    func date(_ fact: PayrollCell.Fact) -> CalendarDate? {
        switch fact {
        case .month: month.month.first
        case .day: day
        case .number, .person, .name, .site, .rules, .version, .closed: nil
        }
    }

    /// An amount of time.
    func seconds(_ amount: PayrollCell.Amount) -> Int {
        switch source {
        case .month:
            guard let totals = month.totals?.totals else {
                return Self.seconds(amount, worked: month.workedSeconds, breaks: month.breakSeconds)
            }
            return Self.seconds(amount, of: totals)
        case .day(let day, let totals):
            guard let totals else {
                return Self.seconds(amount, worked: day.workedSeconds, breaks: day.breakSeconds)
            }
            return Self.seconds(amount, of: totals)
        }
    }

    private static func seconds(_ amount: PayrollCell.Amount, of totals: WorkTotals) -> Int {
        switch amount {
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
        }
    }

    private static func seconds(_ amount: PayrollCell.Amount, of totals: DayTotals) -> Int {
        switch amount {
        case .elapsed: totals.elapsed
        case .breaks: totals.punchedBreaks
        case .automaticBreaks: totals.automaticBreak
        case .work: totals.work
        case .regular: totals.work - totals.overtime
        case .overtime, .overtimeOfDays: totals.overtime
        case .night: totals.night
        case .roundedWork: totals.rounded
        // A template with one of them in lines of days is refused.
        case .overtimeOfWeeks, .overtimeOfMonth, .roundedOvertime, .roundedNight: 0
        }
    }

    /// Without rules all work is regular, and there is no overtime.
    private static func seconds(_ amount: PayrollCell.Amount, worked: Int, breaks: Int) -> Int {
        switch amount {
        case .elapsed, .work, .regular, .roundedWork: worked
        case .breaks: breaks
        case .automaticBreaks, .overtime, .overtimeOfDays, .overtimeOfWeeks, .overtimeOfMonth, .night,
            .roundedOvertime, .roundedNight:
            0
        }
    }
}
