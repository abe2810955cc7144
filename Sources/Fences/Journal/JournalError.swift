/// Why a journal cannot be read or written.
public enum JournalError: Error, Equatable, Sendable {
    /// The system refused to open, read, write or rename the file.
    case unavailable(path: String, reason: String)
    /// Another process, or another journal of this process, writes to the file.
    case inUse(path: String)
    /// The file is not a journal.
    case notAJournal(path: String)
    /// The file was written by a later version.
    case tooNew(path: String, version: UInt32)
    /// Acknowledged data can no longer be read, from this byte on.
    case damaged(path: String, offset: Int)
    /// A name is longer than 65 535 bytes of UTF-8.
    case nameTooLong
    /// A device was forgotten after the roster was made, or another journal made the roster: request a new
    /// one.
    case rosterOutdated
    /// An earlier write failed, so the content of the file is unknown: open it again.
    case failed
}
