/// A refusal by the database itself rather than by the server.
public enum PostgresRefusal: Error, Equatable, Sendable {
    /// The database has been closed.
    case closed
    /// The maximum number of jobs is waiting.
    case tooManyWaiting(limit: Int)
    /// The connection was lost during a commit, and the server could not be asked in time: the changes may have been made.
    case outcomeUnknown
    /// The admission of ``PostgresDatabase/admit(_:)`` did not let the transaction write; nothing has changed.
    case notAdmitted
    /// The database has another encoding than UTF8.
    case wrongEncoding(String)
}

extension PostgresRefusal: CustomStringConvertible {
    /// The refusal as a sentence.
    public var description: String {
        switch self {
        case .closed: "The database is closed."
        case .tooManyWaiting(let limit): "The database is overloaded: \(limit) jobs wait already."
        case .outcomeUnknown:
            "The connection to the server was lost during a commit, and whether it was made is not known."
        case .notAdmitted: "The database takes no more changes from this program."
        case .wrongEncoding(let encoding):
            "The encoding of the database is \(encoding); it must be UTF8 (createdb --encoding UTF8 --template template0)."
        }
    }
}
