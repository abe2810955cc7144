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
    var needsNumbers: Bool { lines.joined().contains { $0.fields.contains(.number) } }

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
            line.array(count: 1...60) { cell in
                cell.text(as: PayrollCell.init, "must have fields that are known: \(PayrollCell.known)")
            }
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
    /// What a field stands for.
    enum Field: String, Hashable, Sendable, CaseIterable {
        case number
        case person
        case name
        case site
        case month
        case day
        case rules
        case version
        case closed
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

        /// Whether it is an amount of time.
        var isAmount: Bool {
            switch self {
            case .number, .person, .name, .site, .month, .day, .rules, .version, .closed: false
            default: true
            }
        }
    }

    /// How a field is written.
    enum Form: Hashable {
        case plain
        case hours
        case minutes
        case clock
        case pattern(String)
    }

    enum Part: Hashable {
        case text(String)
        case field(Field, Form)
    }

    /// The names of the fields, for messages.
    static let known = Field.allCases.map(\.rawValue).joined(separator: ", ")

    let parts: [Part]

    var fields: [Field] {
        parts.compactMap { part in if case .field(let field, _) = part { field } else { nil } }
    }

    /// Reads a cell; `nil` for an unknown field or an unmatched brace.
    init?(_ text: String) {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else { return nil }
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            let words = rest[rest.index(after: open)..<close].split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard let field = words.first.flatMap({ Field(rawValue: String($0)) }) else { return nil }
            guard words.count == 2 else {
                parts.append(.field(field, .plain))
                rest = rest[rest.index(after: close)...]
                continue
            }
            let form: Form
            switch (String(words[1]), field) {
            case ("hours", _) where field.isAmount: form = .hours
            case ("minutes", _) where field.isAmount: form = .minutes
            case ("clock", _) where field.isAmount: form = .clock
            case (let pattern, .day), (let pattern, .month): form = .pattern(pattern)
            default: return nil
            }
            parts.append(.field(field, form))
            rest = rest[rest.index(after: close)...]
        }
        guard !rest.contains("}") else { return nil }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        self.parts = parts
    }
}
