import Conditions
import Geodesy
import Observations
import Presence
import Synchronization

/// Fences over numbered devices, and journals of what was entered and left: one of each for every part of the devices.
///
/// Batches about different parts do not wait for each other, and the parts share what is known of the circles.
final class DurableFences: Sendable {
    /// A part of the devices.
    private final class Part: Sendable {
        struct State: ~Copyable {
            var table: FenceTable<Ground>
            var journal: PresenceJournal
            let roster: FenceRoster
            var time: Int64 = 1_700_000_000_000_000
            var events: [FenceEvent] = []
        }

        let state: Mutex<State>

        init(_ state: consuming State) { self.state = Mutex(state) }
    }

    private let parts: [Part]
    /// How many devices a part has.
    private let width: Int

    /// How many devices there are.
    let deviceCount: Int

    /// Watches circles for devices that have not been anywhere yet.
    init(
        circles: [CircularGeographicCondition], devices count: Int, parts partCount: Int, journal path: String
    ) throws {
        deviceCount = count
        let width = (count + partCount - 1) / partCount
        self.width = width
        let names = circles.indices.map { ConditionName(String($0)) }
        var known = PresenceTable()
        for (name, circle) in zip(names, circles) { known.set(.circular(circle), for: name) }
        let conditions = known.conditions
        let areas = names.compactMap { conditions.condition($0) }
        var table = FenceTable<Ground>()
        _ = table.insert(contentsOf: circles.compactMap { Circle(center: $0.center, radius: $0.radius) })
        parts = try (0..<partCount).map { part in
            let devices = (part * width..<min((part + 1) * width, count)).map { DeviceName(String($0)) }
            var journal = try PresenceJournal.begin("\(path)-\(part)", with: known.snapshot)
            let roster = try journal.roster(devices: devices, areas: areas, of: conditions)
            var own = table
            _ = own.addDevices(devices.count)
            return Part(Part.State(table: own, journal: journal, roster: roster))
        }
    }

    /// Takes positions, and returns how many events they made once those are durable.
    func take(_ batch: PositionBatch) throws -> Int {
        var updates = Array(repeating: [FenceUpdate<Coordinate>](), count: parts.count)
        for position in batch.positions {
            let (part, device) = Int(position.device).quotientAndRemainder(dividingBy: width)
            if updates[part].isEmpty { updates[part].reserveCapacity(batch.positions.count) }
            updates[part].append(FenceUpdate(device: UInt32(device), place: position.place))
        }
        var count = 0
        for (part, updates) in zip(parts, updates) where !updates.isEmpty {
            count += try part.state.withLock { state in
                state.events.removeAll(keepingCapacity: true)
                state.table.update(updates.span, into: &state.events)
                state.time += 1
                let time = ObservationTime(microseconds: state.time)
                try state.journal.append(state.events, at: time, by: state.roster)
                return state.events.count
            }
        }
        return count
    }
}
