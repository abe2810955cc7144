/// Whom and what the numbers of a fence table mean in one journal, which gave the numbers (``PresenceJournal``).
public struct FenceRoster: Sendable {
    /// The journal's numbers, by device.
    private let devices: [UInt32]
    /// The conditions' numbers, by area.
    private let areas: [UInt32]

    init(devices: [Int], areas: [PresenceCondition]) {
        self.devices = devices.map { UInt32($0) }
        self.areas = areas.map { area in
            precondition(
                area.key.number <= JournalEntry.Crossing.lastCondition, "\(area.key.number) conditions")
            return UInt32(area.key.number)
        }
    }

    /// An event in the journal's numbers.
    func crossing(_ event: FenceEvent) -> JournalEntry.Crossing {
        JournalEntry.Crossing(
            device: devices[Int(event.device)], condition: areas[Int(event.area)], isInside: event.isInside)
    }
}
