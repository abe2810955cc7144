/// Decides who carries pages from the write-ahead log over to the database file, and when.
///
/// A log begins anew, and so stays short, only once all of it is in the file and the file is synced, at a moment when
/// nobody writes. Whoever completes that has to wait for everything that the file's earlier turns left unsynced. So
/// the checkpointer, beside the writer, carries and syncs nearly all of it, and the writer the few pages that came
/// meanwhile.
struct LogUpkeepStateMachine {
    enum Action: Equatable {
        case nothing
        /// The checkpointer carries over what is there, and tells ``carried(_:)``.
        case carryBesideWriter
        /// The writer carries over the rest before its next transaction, and tells ``carried(_:)``.
        case finish
    }

    /// 16 MiB: a page that was written several times in between is carried over once.
    static let pagesToCarry = 4_000
    /// 64 MiB: from here on the log is to begin anew as soon as little is left to carry.
    static let pagesToFinish = 16_384
    /// What the writer carries in a few milliseconds.
    static let fewPages = 500
    /// 256 MiB: so far behind, the writer helps however much is left, because a log that always grows while it is
    /// carried over would never begin anew.
    static let pagesToHelp = 65_536

    private var carriedPages = 0
    /// How long the log was when somebody last began to carry it over.
    private var pagesAtLastTurn = 0
    private var isBeingCarried = false

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
        let isLong = logPages >= Self.pagesToFinish
        if isLong, logPages - carriedPages <= Self.fewPages { return .finish }
        // Counted from the last turn and not from what it carried: a reader may hold on to old pages for long.
        let newPages = logPages - pagesAtLastTurn
        guard newPages >= (isLong ? Self.fewPages : Self.pagesToCarry) else { return .nothing }
        return logPages >= Self.pagesToHelp ? .finish : .carryBesideWriter
    }

    /// A turn has ended, with this many of the log's pages in the file; `nil` if it failed.
    mutating func carried(_ pages: Int?) {
        isBeingCarried = false
        carriedPages = pages ?? carriedPages
    }
}
