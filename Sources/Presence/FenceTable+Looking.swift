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
        let count = events.count
        let point = Surface.point(of: place)
        let home = homes[device]
        let old = devices[device].anchor
        let move = Move(
            device: device, old: old, oldPoint: Surface.point(of: old), new: place, newPoint: point)
        let wasAt = home.patch >= 0 ? Int(home.patch) : nil
        var isAt = wasAt ?? -1
        if isAt < 0 || !patches[isAt].holds(point, within: patches[isAt].home) {
            isAt = patch(around: point, from: isAt < 0 ? FenceCells.coarsestLevel : patches[isAt].level)
        }
        if home.patch == FenceHome.unseen {
            tellEntered(move, in: isAt, unless: { _, _ in false }, into: &events)
        } else if home.version == version, patches[isAt].holds(move.oldPoint, within: patches[isAt].radius) {
            tellCrossed(move, in: isAt, into: &events)
        } else if home.version == version, let wasAt, patches[wasAt].holds(point, within: patches[wasAt].radius) {
            tellCrossed(move, in: wasAt, into: &events)
        } else {
            tellJumped(move, from: wasAt, to: isAt, into: &events)
        }
        homes[device] = FenceHome(patch: Int32(isAt), version: version)
        devices[device] = settled(place, point, in: isAt)
        if events.count - count > 1 { events[count...].sort { $0.area < $1.area } }
    }

    /// Tells of what changes on a move within one patch.
    private func tellCrossed(_ move: Move, in patch: Int, into events: inout [FenceEvent]) {
        let patch = patches[patch]
        let (old, new) = (patch.local(move.oldPoint), patch.local(move.newPoint))
        let blocks = blocks.span
        for index in patch.firstBlock..<patch.firstBlock + patch.blockCount {
            let mask = blocks[index].parting(blocks[index].squares(old), blocks[index].squares(new))
            guard any(mask) else { continue }
            for lane in 0..<8 where mask[lane] {
                let slot = Int(blocks[index].slot[lane])
                let isInside = contains(slot, move.new, move.newPoint)
                guard contains(slot, move.old, move.oldPoint) != isInside else { continue }
                events.append(event(move.device, slot, isInside: isInside))
            }
        }
    }

    /// Tells of what changes on a move from one patch to one that is far away, or since areas were inserted.
    private mutating func tellJumped(_ move: Move, from wasAt: Int?, to isAt: Int, into events: inout [FenceEvent]) {
        let known = homes[move.device].version
        let before: Int
        if let wasAt, patches[wasAt].radius > 0 {
            before = wasAt
        } else {
            before = patch(around: move.oldPoint, from: patches[isAt].level)
        }
        forEachArea(in: before) { slot in
            guard births[shells.number(at: slot)] <= known, contains(slot, move.old, move.oldPoint),
                !contains(slot, move.new, move.newPoint)
            else { return }
            events.append(event(move.device, slot, isInside: false))
        }
        tellEntered(
            move, in: isAt,
            unless: { slot, number in births[number] <= known && contains(slot, move.old, move.oldPoint) },
            into: &events)
    }

    private func tellEntered(
        _ move: Move, in patch: Int, unless wasInside: (_ slot: Int, _ number: Int) -> Bool,
        into events: inout [FenceEvent]
    ) {
        forEachArea(in: patch) { slot in
            guard contains(slot, move.new, move.newPoint), !wasInside(slot, shells.number(at: slot)) else { return }
            events.append(event(move.device, slot, isInside: true))
        }
    }

    /// Tells of the slots of all areas that some point of a patch is in.
    private func forEachArea(in patch: Int, _ body: (_ slot: Int) -> Void) {
        let patch = patches[patch]
        for cover in covers[patch.firstCover..<patch.firstCover + patch.coverCount] { body(Int(cover)) }
        for index in patch.firstBlock..<patch.firstBlock + patch.blockCount {
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
        let away = point - patch.middle
        let rim = Float(patch.radius - (away * away).sum().squareRoot()) * FenceNearest.share
        var nearest = FenceNearest(limit: rim)
        let local = patch.local(point)
        for index in patch.firstBlock..<patch.firstBlock + patch.blockCount {
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
