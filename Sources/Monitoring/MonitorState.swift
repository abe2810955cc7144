import Conditions
import Observations

/// Decides what a monitor keeps and gives: conditions in the order of adding, their changes, and its readers.
///
/// It knows no store and no clock. What a step changes gathers until ``takeBatch()`` hands it to the store.
struct MonitorState: Sendable {
    var conditions: [MonitoredCondition]
    private var places: [String: Int] = [:]
    /// The changes that are kept, in the order of their numbers.
    private(set) var changes: [Monitor.Event]
    var readers: [String: ReaderState]
    private(set) var lastNumber: Int64
    private(set) var newestTime: ObservationTime?
    /// What the caller gave along with the last observation that changed something.
    private(set) var mark: String?
    private var revision: Int64
    private var entries: [MonitorBatch.Entry] = []
    /// The step with which the newest acknowledgement of each reader was handed over.
    private var acknowledgements: [String: Int64] = [:]
    /// The last step that was handed over to wait for the disk; it takes all before it along.
    private var lastWaiting: Int64 = 0
    /// The conditions' part of the limit that monitors share.
    let share: ConditionShare
    /// How many conditions the share admitted the last time.
    private var admitted = 0
    private var isRecalling = false
    /// Why nothing is evaluated, if so.
    var suspension = LocationAuthority.Suspension()

    /// Goes on where a store ends.
    init(_ kept: consuming KeptState, limit: ConditionLimit) {
        conditions = []
        swap(&conditions, &kept.conditions)
        changes = kept.changes
        readers = kept.readers
        lastNumber = kept.lastNumber
        newestTime = kept.newestTime
        mark = kept.mark
        revision = kept.revision
        share = limit.share(of: conditions.count)
        // What the process before handed over last may not be on the disk.
        for reader in readers.keys { acknowledgements[reader] = revision }
        findPlaces()
        for change in changes {
            if let place = places[change.identifier] { conditions[place].present = change }
        }
        applyLimit()
    }

    /// The condition of an identifier.
    func condition(_ identifier: String) -> MonitoredCondition? { places[identifier].map { conditions[$0] } }

    private mutating func findPlaces() {
        places = Dictionary(minimumCapacity: conditions.count)
        for (place, condition) in conditions.enumerated() { places[condition.definition.identifier] = place }
    }

    /// Whether what has changed is more than how far readers are.
    ///
    /// What a reader was given follows from what is kept: after a crash it is given the same again. So that waits for
    /// the next step.
    var mustBeKeptNow: Bool { entries.contains { !$0.isBookkeeping } }

    /// Whether an acknowledgement has not been handed over yet.
    var holdsAcknowledgement: Bool { entries.contains { $0.acknowledger != nil } }

    /// Hands over what has changed since the last time.
    ///
    /// - Parameters:
    ///   - isUrgent: Whether all of it must reach the disk. An acknowledgement alone need not, while it is the only one of
    ///     its reader that has not: then a failure of the power repeats two events of a reader at most, the one that it
    ///     held and the one before, and nothing costs more than the changes themselves.
    ///   - isNeeded: Whether a step is wanted also when nothing has changed, for the disk to have those before it.
    /// - Returns: The step; `nil` when there is none to take.
    mutating func takeBatch(isUrgent: Bool = true, isNeeded: Bool = false) -> MonitorBatch? {
        guard !entries.isEmpty || isNeeded else { return nil }
        revision += 1
        let acknowledgers = entries.compactMap(\.acknowledger)
        let waits = isUrgent || mustBeKeptNow || acknowledgers.contains { !isSettled($0, by: lastWaiting) }
        for reader in acknowledgers { acknowledgements[reader] = revision }
        if waits { lastWaiting = revision }
        defer { entries = [] }
        return MonitorBatch(
            revision: revision, lastNumber: lastNumber, newestTime: newestTime, mark: mark, entries: entries,
            waitsForDisk: waits)
    }

    /// Whether a step that is on the disk has taken all acknowledgements of a reader along that were handed over.
    func isSettled(_ reader: String, by step: Int64) -> Bool { acknowledgements[reader, default: 0] <= step }

    /// Notes a change for the store.
    mutating func note(_ entry: MonitorBatch.Entry) { entries.append(entry) }

    /// Notes how far a reader is now, in place of how far it was.
    mutating func noteMove(of reader: String, _ state: ReaderState) {
        entries.removeAll { $0.isMove(of: reader) }
        entries.append(.moved(reader: reader, cursor: state.cursor, outstanding: state.outstanding))
    }
}

// Conditions.
extension MonitorState {
    /// Adds a condition, in place of another of its identifier (LD1).
    mutating func add(
        _ condition: Condition, identifier: String, policy: ConditionPolicy, history: Monitor.History,
        assuming state: ConditionState
    ) {
        let place = places[identifier]
        // Equal names can be spelled with different bytes; the store knows the first spelling.
        let identifier = place.map { conditions[$0].definition.identifier } ?? identifier
        let number = nextNumber()
        let initial = Monitor.Event(
            identifier: identifier, number: number, state: state == .unmonitored ? .unknown : state,
            date: newestTime ?? .epoch)
        let definition = MonitoredCondition.Definition(
            identifier: identifier, condition: condition, policy: policy, history: history,
            ordinal: place.map { conditions[$0].definition.ordinal } ?? number, initial: initial)
        forgetTraces(of: identifier)
        if let place {
            conditions[place] = MonitoredCondition(definition)
        } else {
            places[identifier] = conditions.count
            conditions.append(MonitoredCondition(definition))
            share.add()
        }
        note(.added(definition))
        applyLimit()
        if let place = places[identifier] { tellSuspension(at: place) }
    }

    /// Removes a condition; an identifier that is not there changes nothing (L17).
    mutating func remove(_ identifier: String) {
        guard let place = places[identifier] else { return }
        let identifier = conditions.remove(at: place).definition.identifier
        share.remove(at: place)
        forgetTraces(of: identifier)
        findPlaces()
        note(.removed(identifier: identifier))
        applyLimit()
    }

    private mutating func forgetTraces(of identifier: String) {
        changes.removeAll { $0.identifier == identifier }
        for name in readers.keys {
            readers[name]?.acknowledged[identifier] = nil
            if readers[name]?.outstanding?.identifier == identifier { readers[name]?.outstanding = nil }
        }
    }

    /// Takes up the room that other monitors have left, before anything is used or given.
    mutating func askLimit() {
        if share.admitted != admitted { applyLimit() }
    }

    /// Makes those that are beyond the limit unmonitored, and revives those that are within it again (LD3).
    private mutating func applyLimit() {
        admitted = share.admitted
        for place in conditions.indices {
            let isMonitored = conditions[place].present.state != .unmonitored
            let isAdmitted = place < admitted
            if isMonitored, !isAdmitted { suspend(at: place) }
            if !isMonitored, isAdmitted { revive(at: place) }
        }
    }

    private mutating func suspend(at place: Int) {
        let transition = ConditionTransition(
            state: .unmonitored, time: newestTime ?? .epoch, diagnostics: .conditionLimitExceeded)
        change(at: place, to: transition)
    }

    private mutating func revive(at place: Int) {
        change(at: place, to: ConditionTransition(state: .unknown, time: newestTime ?? .epoch))
        conditions[place].revival = lastNumber
        conditions[place].restart(assuming: .unknown)
        note(.revived(identifier: conditions[place].definition.identifier, number: lastNumber))
        tellSuspension(at: place)
    }
}

// Observations.
extension MonitorState {
    /// Decides what an observation changes.
    ///
    /// - Complexity: O(*n*) in the number of conditions.
    mutating func observe(_ observation: Observation, mark: String?) {
        isRecalling = false
        newestTime = max(newestTime ?? observation.time, observation.time)
        guard suspension.reasons.isEmpty else { return }
        let noted = entries.count
        for place in conditions.indices where conditions[place].present.state != .unmonitored {
            guard let transition = conditions[place].observe(observation) else { continue }
            change(at: place, to: transition)
        }
        if entries.count > noted, let mark { self.mark = mark }
    }

    /// Keeps another mark, or none.
    mutating func remember(_ mark: String?) {
        self.mark = mark
        note(.marked)
    }

    /// Takes an observation that had been decided upon before the monitor was opened, as evidence alone.
    mutating func recall(_ observation: Observation) {
        guard suspension.reasons.isEmpty else { return }
        if !isRecalling {
            isRecalling = true
            for place in conditions.indices {
                conditions[place].restart(assuming: conditions[place].definition.initial.state)
            }
        }
        for place in conditions.indices where conditions[place].present.state != .unmonitored {
            conditions[place].take(observation)
        }
    }

    mutating func change(at place: Int, to transition: ConditionTransition) {
        let definition = conditions[place].definition
        let event = Monitor.Event(
            identifier: definition.identifier, number: nextNumber(), state: transition.state,
            date: transition.time, refinement: transition.refinement, diagnostics: transition.diagnostics)
        forgetOldest(of: conditions[place])
        conditions[place].present = event
        changes.append(event)
        note(.changed(event, keeping: definition.history.length))
    }

    /// Makes room for one more change of a condition.
    private mutating func forgetOldest(of condition: MonitoredCondition) {
        switch condition.definition.history {
        case .present:
            let place = changes.firstPlace { $0.number >= condition.present.number }
            if place < changes.endIndex, changes[place].number == condition.present.number {
                changes.remove(at: place)
            }
        case .every:
            let kept = changes.indices.filter {
                changes[$0].identifier == condition.definition.identifier
            }
            if kept.count >= condition.definition.history.length, let oldest = kept.first {
                changes.remove(at: oldest)
            }
        }
    }

    private mutating func nextNumber() -> Int64 {
        lastNumber += 1
        return lastNumber
    }
}

extension ObservationTime {
    /// The time of what happened before anything was observed.
    fileprivate static let epoch = ObservationTime(microseconds: 0)
}
