/// Whom and what the numbers of a fence table mean in one journal, which gave the numbers (``ChangeJournal``).
///
/// It holds until a device is forgotten: the device's number means no device from then on, and the journal refuses the roster.
public struct FenceRoster: Sendable {
    /// Which journal gave the numbers, and how many devices it had forgotten by then.
    let edition: Edition
    /// The journal's numbers, by device.
    private let devices: [UInt32]
    /// The conditions' numbers, by area.
    private let areas: [UInt32]

    /// What the numbers of a journal mean, until it forgets a device.
    struct Edition: Equatable {
        /// What the marks of the journal begin with.
        let journal: UInt64
        var forgotten = 0
    }

    init(_ edition: Edition, devices: [Int], areas: [TableCondition]) {
        self.edition = edition
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
