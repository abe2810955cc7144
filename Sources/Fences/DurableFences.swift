import Conditions
public import Geodesy
public import Observations

/// Decides which circles devices enter and leave, and stores that beyond the end of the process.
///
/// A ``FenceTable`` decides, and a ``ChangeJournal`` stores its events. A program that was killed opens the
/// same journal and continues. A device that was in a circle before and is still there causes no second
/// entry. A device that left in between causes its exit with its next position.
///
/// ```swift
/// var fences = try DurableFences(areas, journal: "journal")
/// let van = try fences.add([DeviceName("van 7")]).lowerBound
/// let events = try fences.update([FenceUpdate(device: van, place: place)].span, at: now)
/// // The events are durable here.
/// ```
///
/// Positions and places are never written; only names, entries, exits and times are (LD20). Calls block until
/// the events are on the disk, so give the value to an actor or a thread that may wait. After an error, open
/// the journal again.
public struct DurableFences: ~Copyable, Sendable {
    /// The circles.
    public let areas: FenceAreas
    /// The devices, by their numbers.
    public private(set) var devices: [DeviceName] = []

    private var numbers: [DeviceName: UInt32] = [:]
    private var table: FenceTable<Ground>
    private var journal: ChangeJournal
    private var roster: FenceRoster
    /// The circles that devices were in when the journal was opened; only devices that have not been added
    /// since.
    private var restored: [DeviceName: [UInt32]]
    /// The same for devices that have been added but have no position yet.
    private var unconfirmed: [UInt32: [UInt32]] = [:]

    /// Opens a journal, or creates it.
    ///
    /// Entries into circles that are no longer among the areas are dropped without an event (L16). A circle
    /// that moved but kept its name counts as the same circle.
    ///
    /// - Parameters:
    ///   - areas: The circles.
    ///   - path: The path of the journal, in an existing folder.
    /// - Throws: ``JournalError``.
    /// - Complexity: O(*n*) in the size of the journal, and in the number of circles.
    public init(_ areas: FenceAreas, journal path: String) throws(JournalError) {
        let known = try ChangeJournal.read(path)
        let (restored, changes) = known.entered(areas)
        let snapshot = StateSnapshot(conditions: areas.conditions, changes: changes)
        var journal = try ChangeJournal.begin(path, with: snapshot)
        roster = try journal.roster(devices: [], areas: areas.areas, of: areas.conditions)
        self.areas = areas
        self.journal = journal
        self.restored = restored
        table = areas.table
    }

    /// The number of a device; `nil` when it was not added.
    public func number(of device: DeviceName) -> UInt32? { numbers[device] }

    /// Adds devices and assigns numbers to them.
    ///
    /// - Parameter names: The devices; none of them may have been added before, and no name may occur twice.
    /// - Returns: Their numbers, in the order of the names.
    /// - Throws: ``JournalError``.
    /// - Complexity: O(*n*) in the number of all devices and circles: add many at once.
    public mutating func add(_ names: [DeviceName]) throws(JournalError) -> Range<UInt32> {
        let first = UInt32(devices.count)
        for name in names {
            precondition(numbers[name] == nil, "\(name.text) was added before")
            let number = UInt32(devices.count)
            numbers[name] = number
            devices.append(name)
            if let inside = restored.removeValue(forKey: name) { unconfirmed[number] = inside }
        }
        _ = table.addDevices(names.count)
        roster = try journal.roster(devices: devices, areas: areas.areas, of: areas.conditions)
        return first..<UInt32(devices.count)
    }

    /// Updates the places of devices, in order, and makes their entries and exits durable.
    ///
    /// - Parameters:
    ///   - updates: The devices' numbers and places. A device may occur more than once.
    ///   - time: The time of the events, for the journal.
    /// - Returns: The entries and exits, in the order of the updates.
    /// - Throws: ``JournalError``.
    /// - Complexity: As ``FenceTable/update(_:into:)``, plus one write and one `fdatasync` if there are
    ///   events.
    public mutating func update(
        _ updates: Span<FenceUpdate<Coordinate>>, at time: ObservationTime
    ) throws(JournalError) -> [FenceEvent] {
        var events: [FenceEvent] = []
        var next = 0
        if !unconfirmed.isEmpty {
            for index in updates.indices {
                guard let before = unconfirmed.removeValue(forKey: updates[index].device) else { continue }
                table.update(updates.extracting(next..<index), into: &events)
                confirm(updates.extracting(index..<index + 1), before, into: &events)
                next = index + 1
            }
        }
        table.update(updates.extracting(next..<updates.count), into: &events)
        try journal.append(events, at: time, by: roster)
        return events
    }

    /// Handles the first position of a device after a restart: events are the differences from the restored
    /// circles.
    private mutating func confirm(
        _ update: Span<FenceUpdate<Coordinate>>, _ before: [UInt32], into events: inout [FenceEvent]
    ) {
        var entries: [FenceEvent] = []
        table.update(update, into: &entries)
        let (inside, before) = (Set(entries.map(\.area)), Set(before))
        let exits = before.subtracting(inside).map { area in
            FenceEvent(device: update[0].device, area: area, isInside: false)
        }
        events += (entries.filter { !before.contains($0.area) } + exits).sorted { $0.area < $1.area }
    }
}

extension RestoredStates {
    /// The circles of each device by the journal: by their numbers, and as changes for a new journal.
    fileprivate func entered(_ areas: FenceAreas) -> ([DeviceName: [UInt32]], [DeviceChange]) {
        var numbers: [ConditionName: UInt32] = [:]
        for (number, area) in areas.areas.enumerated() { numbers[area.name] = UInt32(number) }
        var entered: [DeviceName: [UInt32]] = [:]
        var changes: [DeviceChange] = []
        for device in known {
            let inside = device.states.filter { $0.value == .satisfied }.keys
                .compactMap { conditions[$0].flatMap { numbers[$0.name] } }.sorted()
            if inside.isEmpty { continue }
            entered[device.name] = inside
            changes += inside.map { number in
                let transition = ConditionTransition(
                    state: .satisfied, time: ObservationTime(microseconds: .min))
                return DeviceChange(
                    device: device.name,
                    change: ConditionChange(
                        subject: .condition(areas.areas[Int(number)]), change: transition))
            }
        }
        return (entered, changes)
    }
}
