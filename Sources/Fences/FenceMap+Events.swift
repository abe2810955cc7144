import Geodesy

extension FenceMap {
    /// Adds an event for each border of a patch that a move within it crosses.
    mutating func addCrossings(_ move: FenceMove<Surface>, in patch: Int, into events: inout [FenceEvent]) {
        let patch = patches[patch]
        let (old, new) = (patch.local(move.oldPoint), patch.local(move.newPoint))
        for index in patch.blocks {
            let (was, isNow) = (blocks[index].sides(old), blocks[index].sides(new))
            var lanes = was.parting(from: isNow)
            while lanes != 0 {
                let lane = lanes.trailingZeroBitCount
                lanes &= lanes &- 1
                let slot = Int(blocks[index].slot[lane])
                let isInside = isNow.holds(lane) ?? contains(slot, move.new, move.newPoint)
                let wasInside = was.holds(lane) ?? contains(slot, move.old, move.oldPoint)
                guard isInside != wasInside else { continue }
                events.append(Self.event(move.device, blocks[index].number[lane], isInside: isInside))
            }
        }
    }

    /// Adds an exit for each area of a patch that contained the old place but not the new one.
    ///
    /// - Parameters:
    ///   - move: The old and the new place.
    ///   - patch: A patch that contains the old place.
    ///   - version: The last insertion that the device knew.
    ///   - events: Receives the events.
    mutating func addExits(
        _ move: FenceMove<Surface>, _ patch: Int, since version: UInt32, into events: inout [FenceEvent]
    ) {
        findAreas(holding: move.old, move.oldPoint, in: patch)
        for area in found where births[Int(area.number)] <= version {
            if contains(Int(area.slot), move.new, move.newPoint) { continue }
            events.append(Self.event(move.device, area.number, isInside: false))
        }
    }

    /// Adds an entry for each area of a patch that contains the new place but not the old one, or that is
    /// new.
    ///
    /// - Parameters:
    ///   - move: The old and the new place.
    ///   - patch: A patch that contains the new place.
    ///   - version: The last insertion that the device knew; `nil` for a new device.
    ///   - events: Receives the events.
    /// - Returns: All areas that contain the new place.
    mutating func addEntries(
        _ move: FenceMove<Surface>, _ patch: Int, since version: UInt32?, into events: inout [FenceEvent]
    ) -> FenceMemberships {
        var now = FenceMemberships()
        findAreas(holding: move.new, move.newPoint, in: patch)
        for area in found {
            now.add(area.number)
            if let version, births[Int(area.number)] <= version,
                contains(Int(area.slot), move.old, move.oldPoint)
            {
                continue
            }
            events.append(Self.event(move.device, area.number, isInside: true))
        }
        return now
    }

    /// Finds all areas that contain a place of a patch.
    private mutating func findAreas(
        holding place: Surface.Place, _ point: SIMD3<Double>, in patch: Int
    ) {
        found.removeAll(keepingCapacity: true)
        let patch = patches[patch]
        for cover in patch.covers {
            let slot = covers[cover]
            found.append(FoundArea(slot: slot, number: UInt32(shells.number(at: Int(slot)))))
        }
        let local = patch.local(point)
        for index in patch.blocks {
            let sides = blocks[index].sides(local)
            var lanes = sides.notOutside
            while lanes != 0 {
                let lane = lanes.trailingZeroBitCount
                lanes &= lanes &- 1
                let slot = blocks[index].slot[lane]
                guard sides.holds(lane) ?? contains(Int(slot), place, point) else { continue }
                found.append(FoundArea(slot: slot, number: blocks[index].number[lane]))
            }
        }
    }

    @inline(__always)
    static func event(_ device: UInt32, _ number: UInt32, isInside: Bool) -> FenceEvent {
        FenceEvent(device: device, area: number, isInside: isInside)
    }
}
