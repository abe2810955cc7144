import Conditions
import Observations

/// Decides what a monitor stores and delivers: its conditions in order of addition, their changes, its
/// readers.
///
/// It has no store and no clock. The changes of a step are collected until ``takeBatch(isUrgent:isNeeded:)``
/// passes them to the store.
struct MonitorState: Sendable {
    var conditions: [MonitoredCondition]
    private var places: [String: Int] = [:]
    /// The kept changes, in the order of their numbers.
    private(set) var changes: [Monitor.Event]
    var readers: [String: ReaderState]
    private(set) var lastNumber: Int64
    private(set) var newestTime: ObservationTime?
    /// The mark that came with the last observation that changed a state.
    private(set) var mark: String?
    private var revision: Int64
    private var entries: [MonitorBatch.Entry] = []
    /// For each reader, the step that carried its newest acknowledgement to the store.
    private var acknowledgements: [String: Int64] = [:]
    /// The last step that had to wait for the disk; all earlier steps are on the disk with it.
    private var lastWaiting: Int64 = 0
    /// The conditions' part of the limit that monitors share.
    let share: ConditionShare
    /// How many conditions the share admitted at the last check.
    private var admitted = 0
    private var isRecalling = false
    /// The reasons why nothing is evaluated, if there are any.
    var suspension = LocationAuthority.Suspension()

    /// Continues from the content of a store.
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
        // The last acknowledgements of the previous process may not be on the disk.
        for reader in readers.keys { acknowledgements[reader] = revision }
        findPlaces()
        for change in changes {
            if let place = places[change.identifier] { conditions[place].present = change }
        }
        applyLimit()
    }

    /// The condition with an identifier.
    func condition(_ identifier: String) -> MonitoredCondition? { places[identifier].map { conditions[$0] } }

    private mutating func findPlaces() {
        places = Dictionary(minimumCapacity: conditions.count)
        for (place, condition) in conditions.enumerated() { places[condition.definition.identifier] = place }
    }

    /// Whether anything but readers' progress has changed.
    ///
    /// Progress can wait for the next step. After a crash, it follows from the stored changes: the reader
    /// receives the same event again.
    var mustBeKeptNow: Bool { entries.contains { !$0.isBookkeeping } }

    /// Whether an acknowledgement has not been passed to the store yet.
    var holdsAcknowledgement: Bool { entries.contains { $0.acknowledger != nil } }

    /// Returns the changes since the last call, for the store.
    ///
    /// - Parameters:
    ///   - isUrgent: Whether all changes must reach the disk. A single acknowledgement of a reader may wait
    ///     for later, as long as no earlier one of the same reader is waiting. Then a power failure repeats
    ///     at most two of the reader's events, and an acknowledgement costs no extra wait.
    ///   - isNeeded: Whether to return a step even without changes, so that earlier steps reach the disk.
    /// - Returns: The step; `nil` when there is none.
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

    /// Whether a step on the disk includes all acknowledgements of a reader that were passed to the store.
    func isSettled(_ reader: String, by step: Int64) -> Bool { acknowledgements[reader, default: 0] <= step }

    /// Adds a change for the store.
    mutating func note(_ entry: MonitorBatch.Entry) { entries.append(entry) }

    /// Records a reader's progress, and replaces its previous entry.
    mutating func noteMove(of reader: String, _ state: ReaderState) {
        entries.removeAll { $0.isMove(of: reader) }
        entries.append(.moved(reader: reader, cursor: state.cursor, outstanding: state.outstanding))
    }
}

// Conditions.
extension MonitorState {
    /// Adds a condition, and replaces an existing one with the same identifier (LD1).
    mutating func add(
        _ condition: Condition, identifier: String, policy: ConditionPolicy, history: Monitor.History,
        assuming state: ConditionState
    ) {
        let place = places[identifier]
        // Equal identifiers can be spelled with different bytes; the store has the first spelling.
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

    /// Removes a condition; an unknown identifier changes nothing (L17).
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

    /// Uses places that other monitors have freed, before anything is used or delivered.
    mutating func askLimit() {
        if share.admitted != admitted { applyLimit() }
    }

    /// Makes conditions beyond the limit unmonitored, and evaluates those within it again (LD3).
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
    /// Evaluates an observation.
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

    /// Stores another mark, or none.
    mutating func remember(_ mark: String?) {
        self.mark = mark
        note(.marked)
    }

    /// Uses an observation that was evaluated before the monitor was opened, as evidence only.
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

    /// Drops the oldest change of a condition if necessary, to make room for another.
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
    /// The time of changes before the first observation.
    fileprivate static let epoch = ObservationTime(microseconds: 0)
}
