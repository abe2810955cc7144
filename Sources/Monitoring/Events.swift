extension Monitor {
    /// The changes of a monitor, as one reader gets them.
    ///
    /// Asking for the next event acknowledges the one before (LD9). That survives the end of the process at once and is on
    /// the disk with the next change, so that each event costs one wait for the disk; a failure of the power may have the
    /// last two events given again. What was given and not acknowledged when the reading ended, be it by the end of the
    /// process, is given again first, with the same number (LD2). A state that
    /// equals the last one that the reader was given is not given (LD2); the one exception is `unknown` for other reasons of
    /// the person (L80).
    ///
    /// A reader has one consumer: a new iteration takes over from the one before, which ends (L29). The sequence also
    /// ends when its task is cancelled and when the monitor is closed. When the store fails, one last event of each
    /// condition says so, and the sequence throws ``MonitorError/persistenceUnavailable``.
    public struct Events: AsyncSequence, Sendable {
        let monitor: Monitor
        let reader: String
        /// Whether reading takes a session, so that the person is asked (L103).
        var takesSession = true

        /// Begins to read; the reader belongs to the iteration once it asks for its first event.
        public func makeAsyncIterator() -> Iterator {
            Iterator(monitor: monitor, reader: reader, takesSession: takesSession)
        }
    }

    /// The changes, for code that passes them to delegates: reading takes no session, so that registering a region asks no person
    /// (L98).
    package nonisolated var eventsOfDelegates: Events {
        var events = events
        events.takesSession = false
        return events
    }
}

extension Monitor.Events {
    /// One reading of the events.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let monitor: Monitor
        let reader: String
        let takesSession: Bool
        private var iteration: Int?
        private var given: Int64?
        private var session: ReadingSession?

        init(monitor: Monitor, reader: String, takesSession: Bool) {
            self.monitor = monitor
            self.reader = reader
            self.takesSession = takesSession
        }

        /// Acknowledges the event before, and waits for the next.
        ///
        /// - Returns: The event; `nil` when the reading has ended.
        /// - Throws: ``MonitorError/persistenceUnavailable``.
        public mutating func next() async throws(MonitorError) -> Monitor.Event? {
            let iteration = await begun()
            let event = try await monitor.next(for: reader, iteration: iteration, acknowledging: given)
            given = event?.number
            if event == nil { session = nil }
            return event
        }

        private mutating func begun() async -> Int {
            if let iteration { return iteration }
            if takesSession { session = monitor.readingSession() }
            let begun = await monitor.beginReading(reader)
            iteration = begun
            return begun
        }
    }
}
