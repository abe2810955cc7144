import Geodesy

extension FenceTable {
    /// Updates the places of devices, in order.
    ///
    /// - Parameters:
    ///   - updates: The devices, which must have been added, and their places. A device may occur more than
    ///     once.
    ///   - events: Receives the entries and exits, in the order of the updates.
    /// - Complexity: A comparison for most updates; O(borders near the place + events) for the others.
    @specialized(where Surface == Ground)
    @specialized(where Surface == Plane)
    public mutating func update(_ updates: Span<FenceUpdate<Surface.Place>>, into events: inout [FenceEvent])
    {
        var next = 0
        while next < updates.count {
            if map.blockCount > mostBlocks { dropAllPatches() }
            visits.removeAll(keepingCapacity: true)
            next = Self.gather(&visits, of: updates, from: next, &devices, map)
            map.findPatches(&visits, of: updates, devices, homes)
            Self.visit(visits, of: updates, &devices, &homes, &map, into: &events)
        }
    }

    /// Checks queued updates closely.
    private static func visit(
        _ visits: [FenceVisit], of updates: Span<FenceUpdate<Surface.Place>>,
        _ devices: inout [FenceDevice<Surface.Place>], _ homes: inout [FenceHome],
        _ map: inout FenceMap<Surface>, into events: inout [FenceEvent]
    ) {
        var devices = devices.mutableSpan
        var homes = homes.mutableSpan
        for visit in visits {
            let update = updates[visit.index]
            let number = Int(update.device)
            map.look(
                update, visit.point, in: Int(visit.patch), &devices[number], &homes[number], into: &events)
        }
    }

    /// Queues the updates that may change something, from an index on.
    ///
    /// - Returns: The index of the next update to handle.
    private static func gather(
        _ visits: inout [FenceVisit], of updates: Span<FenceUpdate<Surface.Place>>, from start: Int,
        _ devices: inout [FenceDevice<Surface.Place>], _ map: borrowing FenceMap<Surface>
    ) -> Int {
        var devices = devices.mutableSpan
        var index = start
        while index < updates.count, visits.count < FenceVisit.mostAtOnce {
            let update = updates[index]
            let device = devices[Int(update.device)]
            let square = Surface.squaredDistanceBound(from: device.anchor, to: update.place)
            if square >= Double(device.quietSquare), !isWatched(device, square, update.place, map) {
                visits.append(FenceVisit(index: index, point: Surface.point(of: update.place)))
                // The stored distances end with this update; later updates of the device wait for it.
                devices[Int(update.device)].lookAgain()
            }
            index += 1
        }
        return index
    }

    /// Whether only two borders matter to a device, and it is on the same sides of them as before.
    @inline(__always)
    private static func isWatched(
        _ device: FenceDevice<Surface.Place>, _ square: Double, _ place: Surface.Place,
        _ map: borrowing FenceMap<Surface>
    ) -> Bool {
        if device.keepsAreas { return false }
        guard square < Double(device.watchedSquare) else { return false }
        let point = Surface.point(of: place)
        let (nearest, second) = device.watches
        return map.keepsApart(nearest, place, point) && map.keepsApart(second, place, point)
    }
}
