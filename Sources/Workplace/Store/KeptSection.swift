public import Essentials
import JSON
import SQLite

/// A part of what is kept about a person: which rows it has, and until when they are kept.
///
/// Each slice declares the sections of its own tables beside their SQL. The page "Your data" lists the sections and the
/// export writes them, so that neither can lack what the other has.
public struct KeptSection: Sendable {
    /// Until when rows are kept.
    public enum Rule: Hashable, Sendable {
        /// For a duration after their time.
        case lasting(Duration)
        /// For as long as the name of a person stays with orders and bookings.
        case identity
        /// Until their own time.
        case untilTime
        /// Until the person removes them.
        case untilRemoved
        /// As long as the person has an account.
        case account
        /// As long as the law demands it of the employer.
        case law
    }

    /// How a column is written.
    enum Form {
        case text, number, time, day, flag, json
    }

    /// The stable name.
    public let name: String
    /// Until when its rows are kept.
    public let rule: Rule
    /// Whether an erasure leaves it.
    public let staysAfterErasure: Bool
    let columns: [(name: String, form: Form)]
    /// The column that the rule goes by.
    let timeColumn: String?
    private let sql: String

    /// Declares a section.
    ///
    /// - Parameters:
    ///   - name: The stable name, which the export uses too.
    ///   - rule: Until when its rows are kept.
    ///   - time: The column that the rule goes by.
    ///   - staysAfterErasure: Whether an erasure leaves it.
    ///   - columns: The names and forms of the selected columns, in order.
    ///   - sql: Selects the rows of the person `?1`, in order; each column has the name that it has in `columns`.
    init(
        _ name: String, _ rule: Rule, by time: String? = nil, staysAfterErasure: Bool = false,
        _ columns: [(name: String, form: Form)], sql: String
    ) {
        self.name = name
        self.rule = rule
        self.staysAfterErasure = staysAfterErasure
        self.columns = columns
        timeColumn = time
        self.sql = sql
    }

    /// What a section has of a person.
    public struct Summary: Hashable, Sendable {
        /// The number of rows.
        public let count: Int
        /// The earliest time of a row; `nil` without rows or times.
        public let first: Timestamp?
        /// The latest time of a row; `nil` without rows or times.
        public let last: Timestamp?
    }

    fileprivate func summary(of person: PersonID, on connection: StoreConnection) throws -> Summary {
        let time = timeColumn.map { "\"\($0)\"" } ?? "NULL"
        let counting = "SELECT count(*), min(\(time)), max(\(time)) FROM (\(sql)) AS part"
        return try connection.first(counting, person.rawValue) { row in
            Summary(
                count: try row.int(0), first: try row.optionalTimestamp(1), last: try row.optionalTimestamp(2)
            )
        } ?? Summary(count: 0, first: nil, last: nil)
    }

    fileprivate func rows(of person: PersonID, on connection: StoreConnection) throws -> [JSONObject] {
        try connection.all(sql, person.rawValue) { row in
            var object = JSONObject()
            for (index, column) in columns.enumerated() where try !row.isNull(index) {
                object[column.name] = try row.decoded(from: name, id: nil) { row -> JSONValue? in
                    switch column.form {
                    case .text: .string(try row.text(index))
                    case .number: .integer(try row.int64(index))
                    case .time: .string(try row.timestamp(index).description)
                    case .day: .string(try row.date(index).description)
                    case .flag: .boolean(try row.bool(index))
                    case .json: try JSONValue(parsing: Array(try row.text(index).utf8))
                    }
                }
            }
            return object
        }
    }
}

extension ReadTransaction {
    /// What a section has of a person, without its rows.
    func summary(of section: KeptSection, about person: PersonID) throws -> KeptSection.Summary {
        try section.summary(of: person, on: connection)
    }

    /// The rows that a section has of a person; a column without a value is missing.
    func rows(of section: KeptSection, about person: PersonID) throws -> [JSONObject] {
        try section.rows(of: person, on: connection)
    }
}
