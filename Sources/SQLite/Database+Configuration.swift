extension Database {
    /// The limits within which a database works.
    public struct Configuration: Sendable {
        /// How long a transaction waits for another process that writes.
        public var busyTimeout: Duration
        /// How many reads can run at the same time.
        public var readerCount: Int
        /// How many writes, and how many reads, may wait; further ones are refused.
        public var waitingJobLimit: Int
        /// The maximum number of writes that share one transaction.
        public var batchLimit: Int
        /// Receives failures that no caller receives, such as ``LogUpkeepFailure``; called on a thread of the
        /// database.
        public var report: @Sendable (any Error) -> Void
        /// Receives the number of writes of each transaction and how long it took until it was durable; called on the
        /// writing thread, so it must return at once.
        public var committed: (@Sendable (_ writes: Int, _ duration: Duration) -> Void)?
        /// When the write-ahead log is copied to the file.
        var logLimits = LogUpkeepStateMachine.Limits()

        /// Sets the limits; the counts must be at least one.
        public init(
            busyTimeout: Duration = .seconds(5), readerCount: Int = 2, waitingJobLimit: Int = 10_000,
            batchLimit: Int = 512, report: @escaping @Sendable (any Error) -> Void = { _ in }
        ) {
            precondition(
                readerCount > 0 && waitingJobLimit > 0 && batchLimit > 0,
                "a database needs limits of at least one")
            self.busyTimeout = busyTimeout
            self.readerCount = readerCount
            self.waitingJobLimit = waitingJobLimit
            self.batchLimit = batchLimit
            self.report = report
        }
    }
}

extension Database.Configuration {
    var busyTimeoutMilliseconds: Int32 {
        Int32(clamping: Int64((busyTimeout / .milliseconds(1)).rounded(.up)))
    }
}
