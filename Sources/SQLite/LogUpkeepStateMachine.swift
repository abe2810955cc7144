/// Decides who copies pages from the write-ahead log to the database file, and when.
///
/// A log restarts, and so stays short, only when the synced file has all of it and no connection writes. The
/// connection that completes this waits for all unsynced data of the file. So the checkpointer copies and
/// syncs nearly all pages while the writer works, and the writer copies only the few pages that were added in
/// the meantime.
struct LogUpkeepStateMachine {
    enum Action: Equatable {
        case nothing
        /// The checkpointer copies the pages of the log, and calls ``carried(_:)`` or ``failed()``.
        case carryBesideWriter
        /// The writer copies the rest before its next transaction, and calls ``carried(_:)`` or ``failed()``.
        case finish
    }

    /// The limits for these decisions, in pages.
    struct Limits {
        /// 32 MiB: a page that was written several times is copied only once.
        var toCarry = 8_000
        /// 64 MiB: from here on, the log restarts as soon as few pages are left to copy.
        var toFinish = 16_384
        /// The number of pages that the writer copies in a few milliseconds.
        var few = 500
        /// 256 MiB: from here on, the writer helps with any number of pages.
        ///
        /// Otherwise a log that grows as fast as it is copied would never restart.
        var toHelp = 65_536
    }

    private let limits: Limits
    private var carriedPages = 0
    /// The length of the log when the last checkpoint began.
    private var pagesAtLastTurn = 0
    private var isBeingCarried = false
    private var isFailing = false

    init(limits: Limits = Limits()) { self.limits = limits }

    /// Records that the writer has committed, and the log's present number of pages.
    mutating func committed(logPages: Int) -> Action {
        if logPages < max(carriedPages, pagesAtLastTurn) {
            carriedPages = 0
            pagesAtLastTurn = 0
        }
        guard !isBeingCarried else { return .nothing }
        let action = action(logPages)
        if action != .nothing {
            isBeingCarried = true
            pagesAtLastTurn = logPages
        }
        return action
    }

    private func action(_ logPages: Int) -> Action {
        let isLong = logPages >= limits.toFinish
        if isLong, logPages - carriedPages <= limits.few { return .finish }
        // Counted from the last turn, not from the pages that it copied: a reader may keep old pages in use
        // for a long time.
        let newPages = logPages - pagesAtLastTurn
        guard newPages >= (isLong ? limits.few : limits.toCarry) else { return .nothing }
        return logPages >= limits.toHelp ? .finish : .carryBesideWriter
    }

    /// Records the end of a turn, with this many of the log's pages in the file; `nil` if another process
    /// held the checkpoint.
    mutating func carried(_ pages: Int?) {
        isBeingCarried = false
        isFailing = false
        carriedPages = pages ?? carriedPages
    }

    /// Records that a turn has failed; its copied pages do not count, and the next turn begins at the usual
    /// distance.
    ///
    /// - Returns: Whether the failure is new, because the turn before did not fail.
    mutating func failed() -> Bool {
        isBeingCarried = false
        defer { isFailing = true }
        return !isFailing
    }
}
