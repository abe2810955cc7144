extension CLMonitor {
    /// What changes, tagged by identifier (L28).
    ///
    /// Asking for the next event says that the one before has been handled (LD9); one that was not is given again by the
    /// next iteration, also of a later process. There is one consumer: a new iteration ends the one before (L29).
    public struct Events: AsyncSequence, Sendable {
        let watch: ConditionWatch

        /// Begins to read; the events belong to the iteration once it asks for its first one.
        public func makeAsyncIterator() -> Iterator { Iterator(reading: EventReading(of: watch)) }

        /// One reading of the events.
        public struct Iterator: AsyncIteratorProtocol {
            let reading: EventReading

            /// Says that the event before has been handled, and waits for the next.
            ///
            /// - Returns: The event; `nil` when the reading has ended.
            /// - Throws: `MonitorError.persistenceUnavailable` after the store failed and every condition said so.
            public mutating func next() async throws -> Event? { try await reading.next() }
        }
    }
}

@available(*, unavailable)
extension CLMonitor.Events.Iterator: Sendable {}
