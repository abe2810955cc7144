/// Decides who copies pages from the write-ahead log to the database file, and when.
///
/// A log restarts, and so stays short, only when all of it is in the synced file and no connection writes. The connection that
/// completes this waits for all unsynced data of the file. So the checkpointer copies and syncs nearly everything beside the
/// writer, and the writer copies only the few pages that were added in the meantime.
struct LogUpkeepStateMachine {
    enum Action: Equatable {
        case nothing
        /// The checkpointer carries over what is there, and calls ``carried(_:)`` or ``failed()``.
        case carryBesideWriter
        /// The writer carries over the rest before its next transaction, and calls ``carried(_:)`` or ``failed()``.
        case finish
    }

    /// The lengths that decide, in pages.
    struct Limits {
        /// 32 MiB: a page that was written several times is copied once.
        var toCarry = 8_000
        /// 64 MiB: from here on, the log restarts as soon as few pages are left to copy.
        var toFinish = 16_384
        /// The number of pages that the writer copies in a few milliseconds.
        var few = 500
        /// 256 MiB: so far behind, the writer helps however much is left, because a log that always grows while it is
        /// carried over would never start over.
        var toHelp = 65_536
    }

    private let limits: Limits
    private var carriedPages = 0
    /// How long the log was when the last checkpoint began.
    private var pagesAtLastTurn = 0
    private var isBeingCarried = false
    private var isFailing = false

    init(limits: Limits = Limits()) { self.limits = limits }

    /// The writer has committed, and the log has this many pages now.
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
        // Counted from the last turn and not from what it carried: a reader may hold on to old pages for long.
        let newPages = logPages - pagesAtLastTurn
        guard newPages >= (isLong ? limits.few : limits.toCarry) else { return .nothing }
        return logPages >= limits.toHelp ? .finish : .carryBesideWriter
    }

    /// A turn has ended, with this many of the log's pages in the file; `nil` if another process was at it.
    mutating func carried(_ pages: Int?) {
        isBeingCarried = false
        isFailing = false
        carriedPages = pages ?? carriedPages
    }

    /// A turn has failed; what it carried does not count, and the next one begins when as much has come as ever.
    ///
    /// - Returns: Whether that is news, because the turn before had not failed.
    mutating func failed() -> Bool {
        isBeingCarried = false
        defer { isFailing = true }
        return !isFailing
    }
}
