import CSQLite

/// Copies a database to a new file while other processes write to it.
///
/// The copy is the state of one moment: it has every transaction that was committed when the copy began, and none that was
/// committed later. The copied file needs no log beside it.
///
/// A read transaction holds the moment, so that writers never make the copy begin again. The log of the source therefore grows
/// by everything that is written meanwhile. Pages are copied in small steps, and each step is synced: a writer never has to
/// wait for a whole file that the system still has in memory.
public struct DatabaseCopy: Sendable {
    /// How far a copy has come.
    public struct Progress: Hashable, Sendable {
        /// How many pages have been copied.
        public let copiedPages: Int
        /// How many pages there are.
        public let pages: Int
    }

    /// The path of the database.
    private let source: String
    /// The path of the new file.
    private let target: String
    /// How many pages are copied and synced at a time; 1 MiB.
    var pagesPerStep = 256
    /// How long the disk is left to others after each step.
    var pause: Duration = .milliseconds(5)

    /// Describes a copy.
    ///
    /// - Parameters:
    ///   - source: The path of the database.
    ///   - target: The path of the new file; what is there must be an empty file or none.
    public init(from source: String, to target: String) {
        self.source = source
        self.target = target
    }

    /// Copies the database, on the calling thread, and returns when the copy is on the disk.
    ///
    /// The folder of the new file is not synced. A file that is made here is for its owner alone.
    ///
    /// - Parameter report: Gets the progress after each step. What it throws ends the copy.
    /// - Throws: ``SQLiteError``; ``DatabaseRefusal/settingNotTaken(pragma:wanted:found:)``; and what `report` throws. An
    ///   incomplete file remains then.
    /// - Complexity: O(*n*) in the number of pages.
    public func run(report: (Progress) throws -> Void = { _ in }) throws {
        try copyPages(report)
        // The first page says that there is a log, as the source has one.
        try Connection.dropLog(ofFileAt: target)
    }

    private func copyPages(_ report: (Progress) throws -> Void) throws {
        let reader = try Connection.reader(path: source, configuration: Database.Configuration())
        let writer = try Connection.copyTarget(path: target)
        try reader.withSnapshot {
            // A transaction holds no moment before it reads.
            _ = try reader.schemaVersion()
            let copy = try reader.beginCopy(to: writer)
            var isComplete = false
            while !isComplete {
                isComplete = try copy.copy(pages: pagesPerStep)
                try writer.syncFile()
                let progress = Progress(
                    copiedPages: copy.pageCount - copy.remainingPageCount, pages: copy.pageCount)
                try report(progress)
                if !isComplete { sleep() }
            }
        }
    }

    private func sleep() { _ = sqlite3_sleep(Int32(clamping: Int64(pause / .milliseconds(1)))) }
}
