/// Keeps what changed for devices, so that their known states outlive the process (decision 0019).
///
/// A batch is durable when ``append(_:of:)`` returns, with one `fdatasync`. After a crash the states of every batch that
/// was acknowledged come back; of one that was being written either all or nothing. A journal holds names, states and
/// times, never a place or an advertisement (LD20).
///
/// Its calls block. Give it to an actor or a thread that may wait for the disk.
public struct PresenceJournal: ~Copyable, Sendable {
    private let file: JournalFile
    private var end = JournalFrames.headCount
    private var count: UInt64 = 0
    private var writer = JournalWriter()
    private var devices: [DeviceName: Int] = [:]
    private var deviceCount = 0
    /// The number of the first condition that was not written down.
    private var nextCondition = 0
    /// The revision of the conditions that are written down.
    private var revision: Int?
    /// The numbers of the conditions that are written down, by their names.
    private var numbers: [ConditionName: Int] = [:]
    private var hasFailed = false

    /// Reads what a journal tells.
    ///
    /// - Returns: Nothing known when there is no file.
    /// - Throws: ``PresenceJournalError``.
    public static func read(_ path: String) throws(PresenceJournalError) -> KnownPresence {
        let bytes = try JournalFile(path: path).read()
        var known = KnownPresence()
        guard !bytes.isEmpty else { return known }
        _ = try JournalFrames.read(bytes, path: path) { reader in
            var reader = reader
            while !reader.isAtEnd {
                guard let entry = JournalEntry(from: &reader), known.take(entry) else { return false }
            }
            return true
        }
        return known
    }

    /// Begins a journal with what tables know; the one that is there is replaced, in one step.
    ///
    /// - Parameters:
    ///   - path: Where it lies, in a folder that is there.
    ///   - tables: Tables with the same conditions, such as ``PresenceTable/init(restoring:evaluating:where:)`` makes.
    /// - Returns: The journal, to which changes can be appended.
    /// - Throws: ``PresenceJournalError``.
    /// - Complexity: O(*n*) in the numbers of conditions, and of devices with what they are near.
    public static func begin(
        _ path: String, with tables: [PresenceTable]
    ) throws(PresenceJournalError) -> PresenceJournal {
        // Refuses while another journal writes to the file: it would go on in one that has no name any more.
        let replaced = try JournalFile(path: path)
        var journal = PresenceJournal(try JournalFile(path: path + ".new"))
        try journal.file.empty()
        try journal.file.write(JournalFrames.head, at: 0)
        for table in tables {
            try journal.note(table.conditions)
            for (device, change) in table.knownChanges {
                try journal.check(device.text)
                journal.note(device, change)
            }
        }
        try journal.commit()
        try journal.file.rename(to: path)
        withExtendedLifetime(replaced) {}
        return journal
    }

    private init(_ file: consuming JournalFile) { self.file = file }

    /// Makes changes durable.
    ///
    /// - Parameters:
    ///   - changes: The changes, in the order of each device.
    ///   - conditions: Those of the table that they come from.
    /// - Throws: ``PresenceJournalError/nameTooLong`` before anything is written,
    ///   ``PresenceJournalError/unavailable(path:reason:)`` and, ever after, ``PresenceJournalError/failed``.
    /// - Complexity: One write and one `fdatasync`; neither without changes.
    public mutating func append(
        _ changes: some Sequence<DeviceChange>, of conditions: PresenceConditions
    ) throws(PresenceJournalError) {
        guard !hasFailed else { throw .failed }
        for entry in changes { try check(entry.device.text) }
        writer.removeAll()
        try note(conditions)
        for entry in changes { note(entry.device, entry.change) }
        guard !writer.bytes.isEmpty else { return }
        try commit()
    }

    /// Tells nothing about a device any more.
    ///
    /// What was written of it goes when the journal begins anew.
    ///
    /// - Throws: As ``append(_:of:)``.
    public mutating func forget(_ device: DeviceName) throws(PresenceJournalError) {
        guard !hasFailed else { throw .failed }
        guard let index = devices.removeValue(forKey: device) else { return }
        writer.removeAll()
        JournalEntry.deviceForgotten(index: index).write(to: &writer)
        try commit()
    }
}

extension PresenceJournal {
    private mutating func commit() throws(PresenceJournalError) {
        guard !writer.bytes.isEmpty else { return try file.synchronize() }
        let frame = JournalFrames.frame(writer.bytes, number: count)
        hasFailed = true
        try file.write(frame, at: end)
        try file.synchronize()
        hasFailed = false
        end += frame.count
        count += 1
    }

    /// Writes down which conditions came and went.
    private mutating func note(_ conditions: PresenceConditions) throws(PresenceJournalError) {
        guard revision != conditions.revision else { return }
        let new = conditions.definitions.filter { $0.key.number >= nextCondition }
        for definition in new { try check(definition.name.text) }
        for (name, number) in numbers where conditions.definition(name) == nil {
            JournalEntry.conditionRemoved(number: number).write(to: &writer)
            numbers[name] = nil
        }
        for definition in new {
            if let replaced = numbers.updateValue(definition.key.number, forKey: definition.name) {
                JournalEntry.conditionRemoved(number: replaced).write(to: &writer)
            }
            JournalEntry.condition(
                number: definition.key.number, policy: definition.policy, kind: definition.leaf?.kind,
                name: definition.name.text
            ).write(to: &writer)
        }
        nextCondition = conditions.next
        revision = conditions.revision
    }

    private mutating func note(_ device: DeviceName, _ change: PresenceChange) {
        let index = index(of: device)
        switch change.subject {
        case .condition(let name):
            // One that was removed since has no state any more.
            guard let number = numbers[name] else { return }
            JournalEntry.change(device: index, condition: number, change.change).write(to: &writer)
        case .others(let others):
            JournalEntry.othersChanged(device: index, others, change.change).write(to: &writer)
        }
    }

    private mutating func index(of device: DeviceName) -> Int {
        if let index = devices[device] { return index }
        JournalEntry.device(name: device.text).write(to: &writer)
        devices[device] = deviceCount
        deviceCount += 1
        return deviceCount - 1
    }

    private func check(_ name: String) throws(PresenceJournalError) {
        guard name.utf8.count <= JournalWriter.longestText else { throw .nameTooLong }
    }
}
