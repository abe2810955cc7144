import Geodesy

/// A device's old and new place.
struct FenceMove<Surface: FenceSurface> {
    let device: UInt32
    let old: Surface.Place
    let oldPoint: SIMD3<Double>
    let new: Surface.Place
    let newPoint: SIMD3<Double>
}

extension FenceMap {
    /// Checks a device's new place closely: adds its entries and exits, and updates its state.
    ///
    /// The state then has the distances within which nothing changes or, for a jumping device, its areas.
    ///
    /// - Parameters:
    ///   - update: The device and its place.
    ///   - point: The place in space.
    ///   - patch: A patch that the device can use there; negative when none is known.
    ///   - device: The device's state.
    ///   - home: The rest of the device's state.
    ///   - events: Receives the entries and exits, in the order of the areas' numbers.
    @inline(__always)
    mutating func look(
        _ update: FenceUpdate<Surface.Place>, _ point: SIMD3<Double>, in patch: Int,
        _ device: inout FenceDevice<Surface.Place>, _ home: inout FenceHome,
        into events: inout [FenceEvent]
    ) {
        let count = events.count
        if device.keepsAreas, home.patch >= 0 {
            jump(update, point, in: patch, &device, &home, into: &events)
        } else {
            let old = device.anchor
            let move = FenceMove<Surface>(
                device: update.device, old: old, oldPoint: Surface.point(of: old), new: update.place,
                newPoint: point)
            if home.patch >= 0 {
                walk(move, in: patch, &device, &home, into: &events)
            } else {
                arrive(move, &device, &home, into: &events)
            }
        }
        if events.count - count > 1 { Self.sort(&events, from: count) }
    }

    /// Up to this many events of one update are nearly sorted already, and insertion sort is used.
    private static var few: Int { 32 }

    private static func sort(_ events: inout [FenceEvent], from start: Int) {
        guard events.count - start <= few else { return events[start...].sort { $0.area < $1.area } }
        var events = events.mutableSpan
        for index in start + 1..<events.count {
            let event = events[index]
            var place = index
            while place > start, events[place - 1].area > event.area {
                events[place] = events[place - 1]
                place -= 1
            }
            events[place] = event
        }
    }

    /// Handles the place of a device whose areas are stored; it does not need the previous place.
    @inline(never)
    private mutating func jump(
        _ update: FenceUpdate<Surface.Place>, _ point: SIMD3<Double>, in patch: Int,
        _ device: inout FenceDevice<Surface.Place>, _ home: inout FenceHome,
        into events: inout [FenceEvent]
    ) {
        let isAt = patch >= 0 ? patch : findPatch(around: point, from: level)
        if patch < 0 { level = Int(patches[isAt].level) }
        home = FenceHome(patch: Int32(truncatingIfNeeded: isAt), version: version)
        let patch = patches[isAt]
        var left = device.areas
        var now = FenceMemberships()
        for cover in patch.covers {
            let number = UInt32(shells.number(at: Int(covers[cover])))
            now.add(number)
            if !left.remove(number) { events.append(Self.event(update.device, number, isInside: true)) }
        }
        let local = patch.local(point)
        for index in patch.blocks(around: point) {
            let sides = blocks[index].sides(local)
            var lanes = sides.notOutside
            while lanes != 0 {
                let lane = lanes.trailingZeroBitCount
                lanes &= lanes &- 1
                guard sides.holds(lane) ?? contains(Int(blocks[index].slot[lane]), update.place, point) else {
                    continue
                }
                let number = blocks[index].number[lane]
                now.add(number)
                if !left.remove(number) { events.append(Self.event(update.device, number, isInside: true)) }
            }
        }
        left.forEach { events.append(Self.event(update.device, $0, isInside: false)) }
        let rim = patch.rim(at: point)
        if Surface.squaredDistanceBound(from: device.anchor, to: update.place) <= rim * rim {
            device = settled(update.place, point, in: isAt)
        } else {
            device = FenceDevice(anchor: update.place, isIn: now)
        }
    }

    /// Handles the place of a device, beginning with its patch.
    @inline(never)
    private mutating func walk(
        _ move: FenceMove<Surface>, in patch: Int, _ device: inout FenceDevice<Surface.Place>,
        _ home: inout FenceHome, into events: inout [FenceEvent]
    ) {
        let wasAt = Int(home.patch)
        let isAt = patch >= 0 ? patch : findPatch(around: move.newPoint, from: Int(patches[wasAt].level))
        home = FenceHome(patch: Int32(truncatingIfNeeded: isAt), version: version)
        if patches[isAt].holds(move.oldPoint) {
            addCrossings(move, in: isAt, into: &events)
        } else if patches[wasAt].holds(move.newPoint) {
            addCrossings(move, in: wasAt, into: &events)
        } else {
            level = Int(patches[isAt].level)
            addExits(move, wasAt, since: version, into: &events)
            let now = addEntries(move, isAt, since: version, into: &events)
            device = FenceDevice(anchor: move.new, isIn: now)
            return
        }
        device = settled(move.new, move.newPoint, in: isAt)
    }

    /// Handles the place of a device that is new, or whose patch was dropped, perhaps because of new areas.
    @inline(never)
    private mutating func arrive(
        _ move: FenceMove<Surface>, _ device: inout FenceDevice<Surface.Place>, _ home: inout FenceHome,
        into events: inout [FenceEvent]
    ) {
        let isAt = findPatch(around: move.newPoint, from: level)
        level = Int(patches[isAt].level)
        let wasSeen = home.patch != FenceHome.unseen
        if wasSeen {
            addExits(move, findPatch(around: move.oldPoint, from: level), since: home.version, into: &events)
        }
        _ = addEntries(move, isAt, since: wasSeen ? home.version : nil, into: &events)
        home = FenceHome(patch: Int32(truncatingIfNeeded: isAt), version: version)
        device = settled(move.new, move.newPoint, in: isAt)
    }

    /// The state of a device at a place, with the distances from its patch.
    private mutating func settled(
        _ place: Surface.Place, _ point: SIMD3<Double>, in patch: Int
    ) -> FenceDevice<Surface.Place> {
        let patch = patches[patch]
        guard !patch.isDense else { return FenceDevice(anchor: place) }
        var nearest = FenceNearest(limit: Float(patch.rim(at: point)) * FenceNearest.share)
        let local = patch.local(point)
        for index in patch.blocks { nearest.take(blocks[index], from: local) }
        return FenceDevice(
            anchor: place, quietSquare: nearest.quietSquare, watchedSquare: nearest.watchedSquare,
            nearest: watch(nearest.first, place, point), second: watch(nearest.second, place, point))
    }

    @inline(__always)
    private func watch(
        _ border: FenceNearest.Border, _ place: Surface.Place, _ point: SIMD3<Double>
    ) -> FenceWatch {
        if border.isNone { return .none }
        let slot = Int(border.slot)
        return FenceWatch(
            slot: slot, isInside: border.isSure ? border.isInside : contains(slot, place, point))
    }
}
