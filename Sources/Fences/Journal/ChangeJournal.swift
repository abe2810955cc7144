public import Observations

/// Stores the changes for devices, so that their known states outlive the process (decision 0019).
///
/// A batch is durable when ``append(_:of:)`` returns, after one `fdatasync`. After a crash, the states of
/// every acknowledged batch come back; a batch that was being written comes back completely or not at all. A
/// journal has names, states and times, but never a place or an advertisement (LD20).
///
/// Its calls block. Give it to an actor or a thread that may wait for the disk.
public struct ChangeJournal: ~Copyable, Sendable {
    private let file: JournalFile
    private let frames: JournalFrames
    /// The present meaning of the device numbers.
    private var edition: FenceRoster.Edition
    private var end = JournalFrames.headCount
    private var count: UInt64 = 0
    private var writer = JournalWriter()
    private var devices: [DeviceName: Int] = [:]
    private var deviceCount = 0
    /// The number of the first condition that is not in the journal yet.
    private var nextCondition = 0
    /// The revision of the conditions in the journal.
    private var revision: Int?
    /// The keys of the conditions in the journal, by their names.
    private var keys: [ConditionName: ConditionKey] = [:]
    private var hasFailed = false

    /// Reads a journal.
    ///
    /// - Returns: The states; empty when there is no file.
    /// - Throws: ``JournalError``.
    public static func read(_ path: String) throws(JournalError) -> RestoredStates {
        let bytes = try JournalFile(path: path).read()
        var known = RestoredStates()
        guard !bytes.isEmpty else { return known }
        let frames = try JournalFrames(bytes, path: path)
        _ = try frames.read(bytes, path: path) { reader in
            var reader = reader
            while !reader.isAtEnd {
                guard let entry = JournalEntry(from: &reader), known.take(entry) else { return false }
            }
            return true
        }
        return known
    }

    /// Begins a journal with known states; it replaces an existing journal atomically.
    ///
    /// - Parameters:
    ///   - path: The path of the journal, in an existing folder.
    ///   - snapshot: The known states, such as the ``ConditionTable/snapshot`` of a restored table.
    /// - Returns: The journal, to which you can append changes.
    /// - Throws: ``JournalError``.
    /// - Complexity: O(*n*) in the numbers of conditions, of devices, and of their near conditions.
    public static func begin(
        _ path: String, with snapshot: StateSnapshot
    ) throws(JournalError) -> ChangeJournal {
        // Refuses while another journal writes to the file: that journal would continue with a file that has
        // no name.
        let replaced = try JournalFile(path: path)
        var journal = ChangeJournal(try JournalFile(path: path + ".new"))
        try journal.file.empty()
        try journal.file.write(journal.frames.head, at: 0)
        JournalFrames.begin(&journal.writer)
        try journal.note(snapshot.conditions)
        for entry in snapshot.changes {
            try journal.check(entry.device.text)
            journal.note(entry.device, entry.change, of: snapshot.conditions)
        }
        try journal.commit()
        try journal.file.rename(to: path)
        withExtendedLifetime(replaced) {}
        return journal
    }

    private init(_ file: consuming JournalFile) {
        self.file = file
        let salt = UInt64.random(in: .min ... .max)
        frames = JournalFrames(salt: salt)
        edition = FenceRoster.Edition(journal: salt)
    }

    /// Makes changes durable.
    ///
    /// - Parameters:
    ///   - changes: The changes, in order for each device.
    ///   - conditions: The conditions of their table.
    /// - Throws: ``JournalError/nameTooLong`` before anything is written;
    ///   ``JournalError/unavailable(path:reason:)`` and, for every later call, ``JournalError/failed``.
    /// - Complexity: One write and one `fdatasync` if there are changes.
    public mutating func append(
        _ changes: some Sequence<DeviceChange>, of conditions: TableConditions
    ) throws(JournalError) {
        guard !hasFailed else { throw .failed }
        for entry in changes { try check(entry.device.text) }
        JournalFrames.begin(&writer)
        try note(conditions)
        for entry in changes { note(entry.device, entry.change, of: conditions) }
        try commitAnything()
    }

    /// Forgets a device.
    ///
    /// Its entries disappear when the journal is begun again. From now on, the journal refuses earlier
    /// rosters, because one of their numbers may be the device's.
    ///
    /// - Throws: As ``append(_:of:)``.
    public mutating func forget(_ device: DeviceName) throws(JournalError) {
        guard !hasFailed else { throw .failed }
        guard let index = devices.removeValue(forKey: device) else { return }
        JournalFrames.begin(&writer)
        JournalEntry.deviceForgotten(index: index).write(to: &writer)
        edition.forgotten += 1
        try commit()
    }
}

// MARK: - Fences

extension ChangeJournal {
    /// Writes the devices and areas for the numbers of a fence table, so that its events need no names.
    ///
    /// - Parameters:
    ///   - devices: The devices, by their numbers.
    ///   - areas: The areas' conditions, by their numbers; all of them must be in `conditions`.
    ///   - conditions: The conditions that include the areas.
    /// - Returns: The numbers of the journal, for ``append(_:at:by:)``.
    /// - Throws: As ``append(_:of:)``.
    public mutating func roster(
        devices: [DeviceName], areas: [TableCondition], of conditions: TableConditions
    ) throws(JournalError) -> FenceRoster {
        guard !hasFailed else { throw .failed }
        for device in devices { try check(device.text) }
        JournalFrames.begin(&writer)
        try note(conditions)
        let roster = FenceRoster(edition, devices: devices.map { index(of: $0) }, areas: areas)
        try commitAnything()
        return roster
    }

    /// Makes the entries and exits of devices durable.
    ///
    /// - Parameters:
    ///   - events: The events of a fence table, in order.
    ///   - time: The time of the events.
    ///   - roster: The devices and areas for their numbers.
    /// - Throws: ``JournalError/rosterOutdated`` before anything is written;
    ///   ``JournalError/unavailable(path:reason:)`` and, for every later call, ``JournalError/failed``.
    /// - Complexity: One write of eight bytes for each event, and one `fdatasync`, if there are events.
    public mutating func append(
        _ events: [FenceEvent], at time: ObservationTime, by roster: borrowing FenceRoster
    ) throws(JournalError) {
        guard !hasFailed else { throw .failed }
        // An acknowledged event must come back. An event whose number belongs to no device would not.
        guard roster.edition == edition else { throw .rosterOutdated }
        guard !events.isEmpty else { return }
        JournalFrames.begin(&writer)
        JournalEntry.beginCrossings(events.count, at: time, in: &writer)
        for event in events { roster.crossing(event).write(to: &writer) }
        try commit()
    }
}

extension ChangeJournal {
    private mutating func commit() throws(JournalError) {
        guard !isEmpty else { return try file.synchronize() }
        frames.seal(&writer, number: count)
        hasFailed = true
        try file.write(writer.bytes, at: end)
        try file.synchronize()
        hasFailed = false
        end += writer.bytes.count
        count += 1
    }

    /// Commits the batch unless it is empty.
    private mutating func commitAnything() throws(JournalError) {
        if !isEmpty { try commit() }
    }

    private var isEmpty: Bool { writer.bytes.count <= JournalFrames.frameHeadCount }

    /// Writes the added and removed conditions.
    private mutating func note(_ conditions: TableConditions) throws(JournalError) {
        guard revision != conditions.revision else { return }
        let new = conditions.definitions.filter { $0.key.number >= nextCondition }
        for definition in new { try check(definition.name.text) }
        for (name, key) in keys where conditions.definition(name) == nil {
            JournalEntry.conditionRemoved(number: key.number).write(to: &writer)
            keys[name] = nil
        }
        for definition in new {
            if let replaced = keys.updateValue(definition.key, forKey: definition.name) {
                JournalEntry.conditionRemoved(number: replaced.number).write(to: &writer)
            }
            JournalEntry.condition(
                number: definition.key.number, policy: definition.policy, kind: definition.leaf?.kind,
                name: definition.name.text
            ).write(to: &writer)
        }
        nextCondition = conditions.next
        revision = conditions.revision
    }

    private mutating func note(
        _ device: DeviceName, _ change: ConditionChange, of conditions: TableConditions
    ) {
        switch change.subject {
        case .condition(let condition):
            // A condition that was removed or replaced since has no state any more.
            guard conditions.definition(condition.key) != nil else { return }
            JournalEntry.change(
                device: index(of: device), condition: condition.key.number, change.change
            ).write(to: &writer)
        case .others(let others):
            JournalEntry.othersChanged(device: index(of: device), others, change.change).write(to: &writer)
        }
    }

    private mutating func index(of device: DeviceName) -> Int {
        if let index = devices[device] { return index }
        JournalEntry.device(name: device.text).write(to: &writer)
        devices[device] = deviceCount
        deviceCount += 1
        return deviceCount - 1
    }

    private func check(_ name: String) throws(JournalError) {
        guard name.utf8.count <= JournalWriter.longestText else { throw .nameTooLong }
    }
}
