extension CLMonitor {
    /// The changes of all conditions, each with its identifier (L28).
    ///
    /// Asking for the next event acknowledges the current one (LD9). An unacknowledged event is delivered
    /// again to the next iteration, even in a later process. There is one consumer: a new iteration ends the
    /// previous one (L29).
    public struct Events: AsyncSequence, Sendable {
        let watch: ConditionWatch

        /// Begins to read; the iteration takes over the events when it asks for the first one.
        public func makeAsyncIterator() -> Iterator { Iterator(reading: EventReading(of: watch)) }

        /// One reading of the events.
        public struct Iterator: AsyncIteratorProtocol {
            let reading: EventReading

            /// Acknowledges the previous event, and waits for the next.
            ///
            /// - Returns: The event; `nil` when the reading has ended.
            /// - Throws: `MonitorError.persistenceUnavailable` after the store failed and there was an event
            ///   for every condition.
            public mutating func next() async throws -> Event? { try await reading.next() }
        }
    }
}

@available(*, unavailable)
extension CLMonitor.Events.Iterator: Sendable {}
