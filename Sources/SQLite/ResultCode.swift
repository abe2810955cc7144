import CSQLite

/// SQLite's result code, in its extended form if there is one.
///
/// In a `switch`, a primary code also matches the extended codes that belong to it:
///
/// ```swift
/// switch error.code {
/// case .constraintUnique: …     // this one only
/// case .constraint: …           // any other broken constraint
/// default: …
/// }
/// ```
public struct ResultCode: RawRepresentable, Hashable, Sendable {
    /// The number in SQLite's header.
    public let rawValue: Int32

    /// Wraps a number of SQLite's header.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The code without its extension.
    public var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

    /// Matches a code against itself, or against the primary code that it belongs to.
    public static func ~= (pattern: ResultCode, code: ResultCode) -> Bool {
        pattern == code || pattern == code.primary
    }
}

extension ResultCode {
    /// An error without a more precise code, such as a mistake in the SQL.
    public static let error = ResultCode(rawValue: SQLITE_ERROR)
    /// The statement was aborted.
    public static let abort = ResultCode(rawValue: SQLITE_ABORT)
    /// Another connection holds the lock for longer than the busy timeout.
    public static let busy = ResultCode(rawValue: SQLITE_BUSY)
    /// The database is older than the transaction that wants to write to it.
    public static let busySnapshot = ResultCode(rawValue: SQLITE_BUSY | (2 << 8))
    /// A table is locked within the same connection.
    public static let locked = ResultCode(rawValue: SQLITE_LOCKED)
    /// Memory ran out.
    public static let outOfMemory = ResultCode(rawValue: SQLITE_NOMEM)
    /// The connection or the file may only be read.
    public static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
    /// The operation was interrupted.
    public static let interrupted = ResultCode(rawValue: SQLITE_INTERRUPT)
    /// The operating system reported a failure of the storage.
    public static let inputOutput = ResultCode(rawValue: SQLITE_IOERR)
    /// The file is damaged.
    public static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
    /// The disk is full.
    public static let full = ResultCode(rawValue: SQLITE_FULL)
    /// The file cannot be opened.
    public static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
    /// The schema changed while the statement was in use.
    public static let schema = ResultCode(rawValue: SQLITE_SCHEMA)
    /// The text or blob is larger than SQLite's limit.
    public static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
    /// A constraint is broken.
    public static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
    /// A `CHECK` constraint is broken.
    public static let constraintCheck = ResultCode(rawValue: SQLITE_CONSTRAINT | (1 << 8))
    /// A foreign key points at no row.
    public static let constraintForeignKey = ResultCode(rawValue: SQLITE_CONSTRAINT | (3 << 8))
    /// A column that needs a value has none.
    public static let constraintNotNull = ResultCode(rawValue: SQLITE_CONSTRAINT | (5 << 8))
    /// The primary key exists already.
    public static let constraintPrimaryKey = ResultCode(rawValue: SQLITE_CONSTRAINT | (6 << 8))
    /// A trigger called `RAISE`.
    public static let constraintTrigger = ResultCode(rawValue: SQLITE_CONSTRAINT | (7 << 8))
    /// A value that must be unique exists already.
    public static let constraintUnique = ResultCode(rawValue: SQLITE_CONSTRAINT | (8 << 8))
    /// The row identifier exists already.
    public static let constraintRowID = ResultCode(rawValue: SQLITE_CONSTRAINT | (10 << 8))
    /// A value has the wrong type for its column in a `STRICT` table.
    public static let constraintDataType = ResultCode(rawValue: SQLITE_CONSTRAINT | (12 << 8))
    /// A value has a different type than the requested one.
    public static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
    /// The library was used wrongly.
    public static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
    /// A parameter or column number is out of range.
    public static let range = ResultCode(rawValue: SQLITE_RANGE)
    /// The file is not a database.
    public static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
}
