public import Essentials
public import JSON

extension Named {
    /// A template of a payroll file.
    public enum PayrollTemplate: Sendable {}
}

/// Identifies a template of a payroll file.
public typealias PayrollTemplateID = Identifier<Named.PayrollTemplate>

/// Describes the file in which an organisation's payroll program expects the totals of months.
///
/// A template has lines for each person, or for each day of a person. A line is a list of cells, and a cell is a text with fields in
/// braces: `{number}`, `{work:hours}`, `{day:DD.MM.YYYY}`. A line is left out when all its amounts are zero.
public struct PayrollTemplate: Hashable, Sendable {
    /// How often the lines are written.
    public enum Rows: String, Hashable, Sendable, CaseIterable {
        /// Once for each person's month.
        case month
        /// Once for each day of a person.
        case day
    }

    /// The identifier.
    public let id: PayrollTemplateID
    /// What people call it.
    public let name: String
    /// How often the lines are written.
    public let rows: Rows
    /// The separator between cells.
    public let separator: String
    /// The decimal separator.
    public let decimal: String
    /// The line ending.
    public let lineEnd: String
    /// The first line; `nil` without one.
    public let head: [String]?
    /// The lines.
    let lines: [[PayrollCell]]
    /// The payroll number of each person.
    public let numbers: [PersonID: String]

    /// Whether a line has the field `number`.
    var needsNumbers: Bool { lines.joined().contains(where: \.hasNumber) }

    /// Reads a template.
    public init?(_ reader: JSONReader) {
        let id: PayrollTemplateID? = reader["id"].identifier()
        let name = reader["name"].string(length: 1...80)
        let rows = reader["rows"].optional.map {
            $0.text(as: Rows.init, "must be month or day")
        }
        let separators = [",", ";", "\t", "|"]
        let separator = reader["separator"].optional.map {
            $0.text(as: { separators.contains($0) ? $0 : nil }, "must be a comma, semicolon, tab or bar")
        }
        let decimal = reader["decimal"].optional.map {
            $0.text(as: { [".", ","].contains($0) ? $0 : nil }, "must be a point or a comma")
        }
        let lineEnd = reader["lineEnd"].optional.map {
            $0.text(as: { ["crlf": "\r\n", "lf": "\n"][$0] }, "must be crlf or lf")
        }
        let head = reader["head"].optional.map { $0.array(count: 1...60) { $0.string(length: 0...200) } }
        let lines = reader["lines"].array(count: 1...40) { line in
            line.array(count: 1...60) { PayrollCell($0, in: (rows ?? nil) ?? .month) }
        }
        let numbers = reader["numbers"].optional.map { numbers in
            numbers.members { person, number -> (PersonID, String)? in
                guard let number = number.string(length: 1...40) else { return nil }
                return PersonID(person).map { ($0, number) }
            }.map { Dictionary($0) { first, _ in first } }
        }
        reader.refuseUnknownMembers(except: [
            "id", "name", "rows", "separator", "decimal", "lineEnd", "head", "lines", "numbers",
        ])
        guard let id, let name, let lines, rows != .some(nil), separator != .some(nil),
            decimal != .some(nil), lineEnd != .some(nil), head != .some(nil), numbers != .some(nil)
        else { return nil }
        self.id = id
        self.name = name
        self.rows = (rows ?? nil) ?? .month
        self.separator = (separator ?? nil) ?? ","
        self.decimal = (decimal ?? nil) ?? "."
        self.lineEnd = (lineEnd ?? nil) ?? "\r\n"
        self.head = head ?? nil
        self.lines = lines
        self.numbers = (numbers ?? nil) ?? [:]
    }

    /// Reads a template from a file.
    ///
    /// - Parameter bytes: JSON in UTF-8.
    /// - Throws: `JSONDocumentError` with every mistake.
    public init(reading bytes: [UInt8]) throws(JSONDocumentError) {
        self = try JSONDocumentError.read(bytes, Self.init)
    }
}

/// A cell of a template: texts and fields.
struct PayrollCell: Hashable, Sendable {
    /// A field that is a text or a date.
    enum Fact: String, Hashable, Sendable, CaseIterable {
        case number
        case person
        case name
        case site
        case month
        case day
        case rules
        case version
        case closed
    }

    /// A field that is an amount of time.
    enum Amount: String, Hashable, Sendable, CaseIterable {
        case elapsed
        case breaks
        case automaticBreaks = "automatic-breaks"
        case work
        case regular
        case overtime
        case overtimeOfDays = "overtime-of-days"
        case overtimeOfWeeks = "overtime-of-weeks"
        case overtimeOfMonth = "overtime-of-month"
        case night
        case roundedWork = "rounded-work"
        case roundedOvertime = "rounded-overtime"
        case roundedNight = "rounded-night"

        /// Whether only a whole month has it.
        var isOfMonths: Bool {
            switch self {
            case .overtimeOfWeeks, .overtimeOfMonth, .roundedOvertime, .roundedNight: true
            case .elapsed, .breaks, .automaticBreaks, .work, .regular, .overtime, .overtimeOfDays, .night,
                .roundedWork:
                false
            }
        }
    }

    /// How an amount is written.
    enum Form: String, Hashable {
        case hours
        case minutes
        case clock
    }

    enum Part: Hashable {
        case text(String)
        /// A fact; a month or a day may have a pattern.
        case fact(Fact, pattern: String?)
        /// An amount; in seconds without a form.
        case amount(Amount, Form?)
    }

    /// The names of the fields, for messages.
    static let known = (Fact.allCases.map(\.rawValue) + Amount.allCases.map(\.rawValue)).joined(
        separator: ", ")

    let parts: [Part]

    /// Whether the cell has the number of the person.
    var hasNumber: Bool { parts.contains(.fact(.number, pattern: nil)) }

    var amounts: [Amount] {
        parts.compactMap { part in if case .amount(let amount, _) = part { amount } else { nil } }
    }

    /// Reads a cell; `nil` for an unknown field or an unmatched brace.
    init?(_ text: String) {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}"),
                let field = Self.field(rest[rest.index(after: open)..<close])
            else { return nil }
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            parts.append(field)
            rest = rest[rest.index(after: close)...]
        }
        guard !rest.contains("}") else { return nil }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        self.parts = parts
    }

    /// Reads a cell, and notes what it must not have.
    init?(_ reader: JSONReader, in rows: PayrollTemplate.Rows) {
        guard let cell = reader.text(as: Self.init, "must have fields that are known: \(Self.known)") else {
            return nil
        }
        if rows == .day, let amount = cell.amounts.first(where: \.isOfMonths) {
            reader.note(.value, "must have fields of a day; \(amount.rawValue) is of whole months")
            return nil
        }
        self = cell
    }

    private static func field(_ text: Substring) -> Part? {
        let words = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        let form = words.count == 2 ? words[1] : nil
        if let amount = Amount(rawValue: words[0]) {
            guard let form else { return .amount(amount, nil) }
            return Form(rawValue: form).map { .amount(amount, $0) }
        }
        guard let fact = Fact(rawValue: words[0]), form == nil || fact == .day || fact == .month else {
            return nil
        }
        return .fact(fact, pattern: form)
    }
}
