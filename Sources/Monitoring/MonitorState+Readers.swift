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

    /// Notes that a reader has handled an event; any other number than that of the event it holds changes nothing.
    mutating func acknowledge(_ number: Int64, by reader: String) {
        guard let event = readers[reader]?.outstanding, event.number == number else { return }
        // In place: a copy of the reader would copy all that it has acknowledged.
        readers[reader]?.outstanding = nil
        readers[reader]?.acknowledged[event.identifier] = event
        if let state = readers[reader] { noteMove(of: reader, state) }
        note(.acknowledged(reader: reader, event))
    }

    /// Gives a reader its next event: the one it holds unacknowledged, or the first change that is news to it (LD2).
    ///
    /// - Parameters:
    ///   - reader: Who asks.
    ///   - last: The newest change that may be given.
    /// - Returns: The event; nothing when there is no news.
    /// - Complexity: O(*n*) in the number of changes that it has not been given.
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

    /// Whether a reader holds an event that it has not acknowledged, or would be given one.
    ///
    /// - Complexity: O(*n*) in the number of changes that it has not been given.
    func hasNews(for reader: String) -> Bool {
        let state = readers[reader] ?? ReaderState()
        let first = changes.firstPlace { $0.number > state.cursor }
        return state.outstanding != nil || changes[first...].contains { news($0, for: reader) != nil }
    }

    /// Forgets how far a reader has come.
    mutating func forget(reader: String) {
        guard readers.removeValue(forKey: reader) != nil else { return }
        note(.forgotten(reader: reader))
    }

    /// The change as the reader gets it, or nothing when the reader knows the state already (LD2, LD17).
    ///
    /// Not to know for another reason, one that is the person's, is another state of things (L80).
    private func news(_ change: Monitor.Event, for reader: String) -> Monitor.Event? {
        guard let condition = condition(change.identifier) else { return nil }
        let last = lastAcknowledged(condition.definition, by: reader)
        let known = last.number < condition.revival && change.number >= condition.revival ? nil : last.known
        let isReturn = last.state == .unknown && known == change.state
        // A source that is gone is nothing new for a reader that knew nothing; a refusal is.
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
    /// What a reader gets for each condition when the store fails; it is not kept, so it has no number.
    func unavailable(for reader: String) -> [Monitor.Event] {
        conditions.map { condition in
            Monitor.Event(
                identifier: condition.definition.identifier, number: 0, state: .unmonitored,
                date: newestTime ?? condition.present.date, diagnostics: .persistenceUnavailable,
                lastKnown: lastAcknowledged(condition.definition, by: reader).known)
        }
    }
}
