import Conditions

extension MonitorState {
    /// The record of a condition as a reader sees it.
    func record(for identifier: String, reader: String) -> Monitor.Record? {
        condition(identifier).map {
            Monitor.Record(
                condition: $0.definition.condition, policy: $0.definition.policy,
                lastEvent: lastAcknowledged($0.definition, by: reader))
        }
    }

    /// Acknowledges a reader's outstanding event; any other number changes nothing.
    mutating func acknowledge(_ number: Int64, by reader: String) {
        guard let event = readers[reader]?.outstanding, event.number == number else { return }
        // In place: a copy of the reader would copy all of its acknowledged events.
        readers[reader]?.outstanding = nil
        readers[reader]?.acknowledged[event.identifier] = event
        if let state = readers[reader] { noteMove(of: reader, state) }
        note(.acknowledged(reader: reader, event))
    }

    /// Returns a reader's next event: its outstanding one, or the first change that is new to it (LD2).
    ///
    /// - Parameters:
    ///   - reader: The reader.
    ///   - last: The newest change that may be delivered.
    /// - Returns: The event; `nil` when there is nothing new.
    /// - Complexity: O(*n*) in the number of undelivered changes.
    mutating func give(to reader: String, upTo last: Int64 = .max) -> Monitor.Event? {
        var state = readers[reader] ?? ReaderState()
        defer { readers[reader] = state }
        if let event = state.outstanding { return event }
        let first = changes.firstPlace { $0.number > state.cursor }
        for change in changes[first...] where change.number <= last {
            state.cursor = change.number
            guard let event = news(change, for: reader) else { continue }
            state.outstanding = event
            noteMove(of: reader, state)
            return event
        }
        return nil
    }

    /// Whether a reader has an unacknowledged event, or another event to receive.
    ///
    /// - Complexity: O(*n*) in the number of undelivered changes.
    func hasNews(for reader: String) -> Bool {
        let state = readers[reader] ?? ReaderState()
        let first = changes.firstPlace { $0.number > state.cursor }
        return state.outstanding != nil || changes[first...].contains { news($0, for: reader) != nil }
    }

    /// Removes a reader's progress.
    mutating func forget(reader: String) {
        guard readers.removeValue(forKey: reader) != nil else { return }
        note(.forgotten(reader: reader))
    }

    /// The change as the reader receives it; `nil` when the reader already knows the state (LD2, LD17).
    ///
    /// `unknown` for another reason on the person's side counts as another state (L80).
    private func news(_ change: Monitor.Event, for reader: String) -> Monitor.Event? {
        guard let condition = condition(change.identifier) else { return nil }
        let last = lastAcknowledged(condition.definition, by: reader)
        let known = last.number < condition.revival && change.number >= condition.revival ? nil : last.known
        let isReturn = last.state == .unknown && known == change.state
        // To a reader that knew no state, the loss of a source is nothing new, but a refusal is.
        let reasons = change.diagnostics.subtracting(.sourceUnavailable)
        let isReason = change.state == .unknown && !reasons.isEmpty && change.diagnostics != last.diagnostics
        guard change.state != last.state || isReason, !isReturn else { return nil }
        return change.given(lastKnown: known)
    }

    private func lastAcknowledged(
        _ definition: MonitoredCondition.Definition, by reader: String
    ) -> Monitor.Event {
        readers[reader]?.acknowledged[definition.identifier] ?? definition.initial
    }
}

extension MonitorState {
    /// The events for a reader when the store fails, one for each condition; they are not stored and have no
    /// numbers.
    func unavailable(for reader: String) -> [Monitor.Event] {
        conditions.map { condition in
            Monitor.Event(
                identifier: condition.definition.identifier, number: 0, state: .unmonitored,
                date: newestTime ?? condition.present.date, diagnostics: .persistenceUnavailable,
                lastKnown: lastAcknowledged(condition.definition, by: reader).known)
        }
    }
}
