import CSQLite

/// A failure that SQLite reported, or a statement that does not fit its arguments or its row.
///
/// Arguments are never kept. The plain description is fit for logs: it leaves out the SQL, and also SQLite's message
/// where that could quote an argument or a literal. The debug description has both.
public struct SQLiteError: Error, Equatable, Sendable {
    /// What went wrong, as a number that a program can act on.
    public let code: ResultCode
    /// What went wrong, in SQLite's words; may quote parts of the SQL or of an argument.
    public let message: String
    /// The statement that failed, with its placeholders, when there was one.
    public let sql: String?

    init(code: ResultCode, message: String, sql: String? = nil) {
        self.code = code
        self.message = message
        self.sql = sql
    }
}

extension SQLiteError: CustomStringConvertible, CustomDebugStringConvertible {
    /// The code and a sentence that holds neither arguments nor SQL.
    public var description: String {
        "SQLite error \(code.rawValue): \(namesOnlySchema ? message : code.generalMessage)"
    }

    /// The code, the whole message and the SQL.
    public var debugDescription: String {
        "SQLite error \(code.rawValue): \(message)" + (sql.map { " [\($0)]" } ?? "")
    }

    // Messages of these codes name tables, columns and positions only. Others can quote what a person typed: a
    // full-text query, a JSON path, a literal near a syntax error, the text of a trigger.
    private var namesOnlySchema: Bool {
        switch code {
        case .constraintUnique, .constraintPrimaryKey, .constraintRowID, .constraintNotNull, .constraintCheck,
            .constraintForeignKey, .constraintDataType, .mismatch, .range, .misuse:
            true
        default:
            false
        }
    }
}

extension ResultCode {
    /// SQLite's fixed sentence for the code.
    var generalMessage: String {
        guard let text = unsafe sqlite3_errstr(rawValue) else { return "unknown error" }
        return unsafe String(cString: text)
    }
}
