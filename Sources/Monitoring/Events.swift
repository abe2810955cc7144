extension Monitor {
    /// The changes of a monitor, as one reader receives them.
    ///
    /// Asking for the next event acknowledges the one before (LD9). The acknowledgement survives the end of
    /// the process at once. It reaches the disk with the next change, so each event costs one wait for the
    /// disk; after a power failure, the last two events may be delivered again. If the reading ends before an
    /// event is acknowledged, even by the end of the process, the event is delivered again first, with the
    /// same number (LD2).
    ///
    /// A state that equals the last delivered one is not delivered (LD2). The only exception is `unknown` for
    /// other reasons on the person's side (L80).
    ///
    /// A reader has one consumer: a new iteration takes over from the previous one, which ends (L29). The
    /// sequence also ends when its task is cancelled and when the monitor is closed. When the store fails,
    /// there is one last event for each condition with that reason, and then the sequence throws
    /// ``MonitorError/persistenceUnavailable``.
    public struct Events: AsyncSequence, Sendable {
        let monitor: Monitor
        let reader: String
        /// Whether reading takes a session, which may ask the person (L103).
        var takesSession = true

        /// Begins to read; the iteration takes over the reader when it asks for its first event.
        public func makeAsyncIterator() -> Iterator {
            Iterator(monitor: monitor, reader: reader, takesSession: takesSession)
        }
    }

    /// The changes, for code that passes them to delegates.
    ///
    /// Reading them takes no session, so that registering a region asks the person nothing (L98).
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

        /// Acknowledges the previous event, and waits for the next.
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
