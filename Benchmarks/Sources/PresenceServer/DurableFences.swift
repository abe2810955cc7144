import Conditions
import Geodesy
import Observations
import Presence
import Synchronization

/// Fences over numbered devices, and a journal of what was entered and left.
final class DurableFences: Sendable {
    private struct State: ~Copyable {
        var table: FenceTable<Ground>
        var journal: PresenceJournal
        var time: Int64 = 1_700_000_000_000_000
    }

    private let devices: [DeviceName]
    private let names: [ConditionName]
    private let conditions: PresenceConditions
    private let state: Mutex<State>

    /// How many devices there are.
    var deviceCount: Int { devices.count }

    /// Watches circles for devices that have not been anywhere yet.
    init(circles: [CircularGeographicCondition], devices count: Int, journal path: String) throws {
        devices = (0..<count).map { DeviceName(String($0)) }
        names = circles.indices.map { ConditionName(String($0)) }
        var known = PresenceTable()
        for (name, circle) in zip(names, circles) { known.set(.circular(circle), for: name) }
        conditions = known.conditions
        var table = FenceTable<Ground>()
        _ = table.insert(contentsOf: circles.compactMap { Circle(center: $0.center, radius: $0.radius) })
        _ = table.addDevices(count)
        state = Mutex(State(table: table, journal: try PresenceJournal.begin(path, with: [known])))
    }

    /// Takes positions, and returns how many events they made once those are durable.
    func take(_ batch: PositionBatch) throws -> Int {
        let updates = batch.positions.map { FenceUpdate<Coordinate>(device: $0.device, place: $0.place) }
        return try state.withLock { state in
            var events: [FenceEvent] = []
            state.table.update(updates.span, into: &events)
            state.time += 1
            let time = ObservationTime(microseconds: state.time)
            try state.journal.append(events.lazy.map { self.change($0, at: time) }, of: conditions)
            return events.count
        }
    }

    private func change(_ event: FenceEvent, at time: ObservationTime) -> DeviceChange {
        let change = ConditionTransition(state: event.isInside ? .satisfied : .unsatisfied, time: time)
        let name = names[Int(event.area)]
        return DeviceChange(
            device: devices[Int(event.device)],
            change: PresenceChange(subject: .condition(name), change: change))
    }
}
