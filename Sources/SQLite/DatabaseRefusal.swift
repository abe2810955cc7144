/// A refusal by the database itself rather than by SQLite.
public enum DatabaseRefusal: Error, Equatable, Sendable {
    /// The database has been closed.
    case closed
    /// The maximum number of jobs is waiting.
    case tooManyWaiting(limit: Int)
    /// The file was written by a newer program than this one.
    case schemaIsNewer(found: Int, known: Int)
    /// Migrations are not numbered in rising order from at least one.
    case migrationsOutOfOrder(version: Int)
    /// A setting that durability or consistency needs did not take effect.
    case settingNotTaken(pragma: String, wanted: String, found: String)
    /// A job ended the transaction that it shares with others, by `COMMIT` or `ROLLBACK`.
    case transactionEndedByJob
    /// The open file or log is not the one at the database's path: it was moved, deleted or replaced.
    ///
    /// If that happened during the commit, the changes may be in the file.
    case fileMoved
}

extension DatabaseRefusal: CustomStringConvertible {
    /// The refusal as a sentence.
    public var description: String {
        switch self {
        case .closed:
            "The database is closed."
        case .tooManyWaiting(let limit):
            "The database is overloaded: \(limit) jobs wait already."
        case .schemaIsNewer(let found, let known):
            "The database has schema version \(found), but this program knows only versions up to \(known)."
        case .migrationsOutOfOrder(let version):
            "Migration \(version) does not have a higher number than the one before it."
        case .settingNotTaken(let pragma, let wanted, let found):
            "The setting \(pragma) should be \(wanted), but SQLite reports \(found)."
        case .transactionEndedByJob:
            "A job ended the transaction that belongs to the writer."
        case .fileMoved:
            "The file at the path of the database is not the one that is open."
        }
    }
}
