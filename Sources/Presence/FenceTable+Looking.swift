import Geodesy

extension FenceTable {
    /// Where a device was and is.
    struct Move {
        let device: Int
        let old: Surface.Place
        let oldPoint: SIMD3<Double>
        let new: Surface.Place
        let newPoint: SIMD3<Double>
    }

    /// Takes a device's place, tells what it entered and left, and remembers how far it can go from here.
    @inline(never)
    mutating func look(at device: Int, _ place: Surface.Place, into events: inout [FenceEvent]) {
        // In blocks' worth of memory: patches and covers stay when insertions made them useless, too.
        if blocks.count + patches.count / 3 + covers.count / 48 > mostBlocks { dropAllPatches() }
        let count = events.count
        let point = Surface.point(of: place)
        let old = devices[device].anchor
        let move = Move(
            device: device, old: old, oldPoint: Surface.point(of: old), new: place, newPoint: point)
        let home = homes[device]
        let wasAt = Int(home.patch)
        var isAt = wasAt
        if isAt < 0 || !patches[isAt].isHome(of: point) {
            isAt = patch(around: point, from: isAt < 0 ? FenceCells.coarsestLevel : Int(patches[isAt].level))
        }
        homes[device] = FenceHome(patch: Int32(isAt), version: version)
        if wasAt >= 0, patches[wasAt].isAlive {
            if patches[isAt].holds(move.oldPoint) {
                tellCrossed(move, in: isAt, .either, into: &events)
                devices[device] = settled(place, point, in: isAt)
            } else if patches[wasAt].holds(point) {
                tellCrossed(move, in: wasAt, .either, into: &events)
                devices[device] = settled(place, point, in: isAt)
            } else {
                tellCrossed(move, in: wasAt, .left, into: &events)
                tellCovers(move, in: wasAt, .left, into: &events)
                tellCrossed(move, in: isAt, .entered, into: &events)
                tellCovers(move, in: isAt, .entered, into: &events)
                devices[device] = FenceDevice(anchor: place)
            }
        } else {
            tellAll(move, in: isAt, since: home, into: &events)
            devices[device] = settled(place, point, in: isAt)
        }
        if events.count - count > 1 { Self.sort(&events, from: count) }
    }

    enum Change {
        case entered, left, either
    }

    /// Few events at once are nearly in order already.
    private static func sort(_ events: inout [FenceEvent], from start: Int) {
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

    /// Tells of the borders of a patch that are crossed by a move.
    @inline(__always)
    private func tellCrossed(_ move: Move, in patch: Int, _ change: Change, into events: inout [FenceEvent]) {
        let patch = patches[patch]
        let (old, new) = (patch.local(move.oldPoint), patch.local(move.newPoint))
        let blocks = blocks.span
        for index in patch.blocks {
            let mask = blocks[index].parting(blocks[index].squares(old), blocks[index].squares(new))
            guard any(mask) else { continue }
            for lane in 0..<8 where mask[lane] {
                tell(move, Int(blocks[index].slot[lane]), change, into: &events)
            }
        }
    }

    /// Tells of the areas that hold a whole patch and are entered or left by a move.
    @inline(__always)
    private func tellCovers(_ move: Move, in patch: Int, _ change: Change, into events: inout [FenceEvent]) {
        for cover in patches[patch].covers { tell(move, Int(covers[cover]), change, into: &events) }
    }

    @inline(__always)
    private func tell(_ move: Move, _ slot: Int, _ change: Change, into events: inout [FenceEvent]) {
        let isInside = contains(slot, move.new, move.newPoint)
        guard contains(slot, move.old, move.oldPoint) != isInside else { return }
        if change == (isInside ? .left : .entered) { return }
        events.append(event(move.device, slot, isInside: isInside))
    }

    /// Tells of all areas that a device is in for the first time: it is new, or they are, or it has been lost.
    private mutating func tellAll(
        _ move: Move, in isAt: Int, since home: FenceHome, into events: inout [FenceEvent]
    ) {
        let wasSeen = home.patch != FenceHome.unseen
        if wasSeen {
            let wasAt = patch(around: move.oldPoint, from: Int(patches[isAt].level))
            forEachArea(in: wasAt) { slot in
                guard births[shells.number(at: slot)] <= home.version,
                    contains(slot, move.old, move.oldPoint),
                    !contains(slot, move.new, move.newPoint)
                else { return }
                events.append(event(move.device, slot, isInside: false))
            }
        }
        forEachArea(in: isAt) { slot in
            guard contains(slot, move.new, move.newPoint) else { return }
            let wasInside =
                wasSeen && births[shells.number(at: slot)] <= home.version
                && contains(slot, move.old, move.oldPoint)
            if !wasInside { events.append(event(move.device, slot, isInside: true)) }
        }
    }

    /// Tells of the slots of all areas that some point of a patch is in.
    private func forEachArea(in patch: Int, _ body: (_ slot: Int) -> Void) {
        let patch = patches[patch]
        for cover in patch.covers { body(Int(covers[cover])) }
        for index in patch.blocks {
            for lane in 0..<8 where blocks[index].outer[lane] >= 0 { body(Int(blocks[index].slot[lane])) }
        }
    }

    private func event(_ device: Int, _ slot: Int, isInside: Bool) -> FenceEvent {
        FenceEvent(device: UInt32(device), area: UInt32(shells.number(at: slot)), isInside: isInside)
    }

    /// A device at a place, with the distances that follow from its patch.
    private func settled(
        _ place: Surface.Place, _ point: SIMD3<Double>, in patch: Int
    ) -> FenceDevice<Surface.Place> {
        let patch = patches[patch]
        guard !patch.isDense else { return FenceDevice(anchor: place) }
        var nearest = FenceNearest(limit: Float(patch.rim(at: point)) * FenceNearest.share)
        let local = patch.local(point)
        for index in patch.blocks {
            nearest.take(blocks[index], from: local)
        }
        var device = FenceDevice(anchor: place)
        device.quietSquare = nearest.quietSquare
        device.watchedSquare = nearest.watchedSquare
        if let slot = nearest.firstSlot {
            device.first = FenceWatch(slot: slot, isInside: contains(slot, place, point))
        }
        if let slot = nearest.secondSlot {
            device.second = FenceWatch(slot: slot, isInside: contains(slot, place, point))
        }
        return device
    }
}
