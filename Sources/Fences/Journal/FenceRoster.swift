/// The devices and areas for the numbers of a fence table, in one journal (``ChangeJournal``).
///
/// The journal that assigned the numbers makes it. It is valid until a device is forgotten: then that
/// device's number has no device, and the journal refuses the roster.
public struct FenceRoster: Sendable {
    /// The journal that assigned the numbers, and the number of devices that it had forgotten.
    let edition: Edition
    /// The journal's numbers, by device.
    private let devices: [UInt32]
    /// The conditions' numbers, by area.
    private let areas: [UInt32]

    /// Identifies the meaning of a journal's numbers, which changes when it forgets a device.
    struct Edition: Equatable {
        /// The random number in the journal's marks.
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

    /// An event with the journal's numbers.
    func crossing(_ event: FenceEvent) -> JournalEntry.Crossing {
        JournalEntry.Crossing(
            device: devices[Int(event.device)], condition: areas[Int(event.area)], isInside: event.isInside)
    }
}
