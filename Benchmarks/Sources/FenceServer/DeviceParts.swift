import Conditions
import Fences
import Geodesy
import Observations
import Synchronization

/// Numbered devices in parts, each with ``DurableFences`` of its own.
///
/// Batches about different parts do not wait for each other, and the parts share the circles.
final class DeviceParts: Sendable {
    /// A part of the devices.
    private final class Part: Sendable {
        struct State: ~Copyable {
            var fences: DurableFences
            var time: Int64 = 1_700_000_000_000_000
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
        let areas = FenceAreas(circles.enumerated().map { (ConditionName(String($0)), $1) })
        parts = try (0..<partCount).map { part in
            var fences = try DurableFences(areas, journal: "\(path)-\(part)")
            _ = try fences.add(
                (part * width..<min((part + 1) * width, count)).map { DeviceName(String($0)) })
            return Part(Part.State(fences: fences))
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
                state.time += 1
                return try state.fences.update(
                    updates.span, at: ObservationTime(microseconds: state.time)
                ).count
            }
        }
        return count
    }
}
