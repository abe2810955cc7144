import CSQLite

/// A failure that SQLite reported, or a statement that does not fit its arguments or its row.
///
/// The error never keeps arguments. The plain description is safe for logs: it leaves out the SQL, and also
/// SQLite's message if that could quote an argument or a literal. The debug description has both.
public struct SQLiteError: Error, Equatable, Sendable {
    /// The code of the failure, for programs.
    public let code: ResultCode
    /// SQLite's message; it may quote parts of the SQL or of an argument.
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

    // Messages of these codes name only tables, columns and positions. Others can quote input from a person:
    // a full-text query, a JSON path, a literal near a syntax error, the text of a trigger.
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
