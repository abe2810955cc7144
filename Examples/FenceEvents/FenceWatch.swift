import Fences
import Formats
import Foundation
import Geodesy
import Observations

/// Decides positions in batches and prints their events once those are durable.
struct FenceWatch: ~Copyable {
    private static let mostPositions = 1_000

    private var fences: DurableFences
    /// The next batch: at most one position of each device, so that each event has one time.
    private var batch: [DeviceName: (place: Coordinate, time: ObservationTime)] = [:]
    /// The devices of the batch, in the order of their positions.
    private var order: [DeviceName] = []

    init(areas: FenceAreas, journal: String) throws {
        fences = try DurableFences(areas, journal: journal)
    }

    /// Takes a position; other observations say nothing about circles.
    mutating func take(_ observation: Observation) throws {
        guard case .position(let fix) = observation.content else { return }
        let device = DeviceName(observation.source.name)
        if batch[device] != nil || batch.count == Self.mostPositions { try flush() }
        batch[device] = (fix.coordinate, observation.time)
        order.append(device)
    }

    /// Decides the batch, and prints its events when the journal has them.
    mutating func flush() throws {
        guard let newest = batch.values.map(\.time).max() else { return }
        let new = order.filter { fences.number(of: $0) == nil }
        if !new.isEmpty { _ = try fences.add(new) }
        let updates = order.compactMap { name -> FenceUpdate<Coordinate>? in
            guard let number = fences.number(of: name), let position = batch[name] else { return nil }
            return FenceUpdate(device: number, place: position.place)
        }
        var lines = ""
        for event in try fences.update(updates.span, at: newest) {
            let device = fences.devices[Int(event.device)]
            let word = event.isInside ? "entered" : "left"
            let area = fences.areas.name(of: event.area)
            lines += "\(batch[device]?.time.rfc3339 ?? "") \(device.text) \(word) \(area.text)\n"
        }
        FileHandle.standardOutput.write(Data(lines.utf8))
        batch.removeAll(keepingCapacity: true)
        order.removeAll(keepingCapacity: true)
    }
}
