/// Why a journal cannot be read or written.
public enum JournalError: Error, Equatable, Sendable {
    /// The system refused to open, read, write or rename the file.
    case unavailable(path: String, reason: String)
    /// Another process, or another journal of this one, writes to the file.
    case inUse(path: String)
    /// The file is none of ours.
    case notAJournal(path: String)
    /// The file was written by a later version.
    case tooNew(path: String, version: UInt32)
    /// What was acknowledged cannot be read any more, from this byte on.
    case damaged(path: String, offset: Int)
    /// A name is longer than 65 535 bytes of UTF-8.
    case nameTooLong
    /// A device was forgotten since the roster was made, or another journal made it: ask for a new one.
    case rosterOutdated
    /// A write failed earlier, so it is not known what the file holds: open it again.
    case failed
}
