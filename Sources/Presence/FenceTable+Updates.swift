import Geodesy

extension FenceTable {
    /// Takes where devices are now, in order.
    ///
    /// - Parameters:
    ///   - updates: The devices, each of which must be there, and their places. A device may occur more than once.
    ///   - events: Gets what was entered and left, in the order of the updates.
    /// - Complexity: A comparison for most updates; O(borders near the place + events) for the others.
    @specialized(where Surface == Ground)
    @specialized(where Surface == Plane)
    public mutating func update(_ updates: Span<FenceUpdate<Surface.Place>>, into events: inout [FenceEvent])
    {
        var next = 0
        var touched = 0
        while true {
            next = Self.firstLoud(updates, from: next, devices.span, shells, areas.span)
            guard next < updates.count else { return }
            if next >= touched { touched = touch(updates, from: next) }
            let update = updates[next]
            look(at: Int(update.device), update.place, into: &events)
            next += 1
        }
    }

    /// The first update from an index on that may change something.
    private static func firstLoud(
        _ updates: Span<FenceUpdate<Surface.Place>>, from start: Int,
        _ devices: Span<FenceDevice<Surface.Place>>, _ shells: borrowing ShellIndex,
        _ areas: Span<Surface.Area>
    ) -> Int {
        var index = start
        while index < updates.count {
            let update = updates[index]
            let device = devices[Int(update.device)]
            let square = Surface.squaredDistanceBound(from: device.anchor, to: update.place)
            if square >= Double(device.quietSquare) {
                guard square < Double(device.watchedSquare) else { return index }
                let point = Surface.point(of: update.place)
                guard stays(device.first, update.place, point, shells, areas),
                    stays(device.second, update.place, point, shells, areas)
                else { return index }
            }
            index += 1
        }
        return index
    }

    /// Whether a device at a place is on the side of a border on which it was.
    @inline(__always)
    private static func stays(
        _ watch: FenceWatch, _ place: Surface.Place, _ point: SIMD3<Double>, _ shells: borrowing ShellIndex,
        _ areas: Span<Surface.Area>
    ) -> Bool {
        if watch.isNone { return true }
        let slot = watch.slot
        let shell = shells[slot]
        let square = shell.squaredDistance(to: point)
        if shell.inner >= 0, square <= shell.inner * shell.inner { return watch.isInside }
        if square > shell.outer * shell.outer { return !watch.isInside }
        return Surface.contains(areas[shells.number(at: slot)], place) == watch.isInside
    }

    /// Whether a place is in the area of a slot.
    @inline(__always)
    func contains(_ slot: Int, _ place: Surface.Place, _ point: SIMD3<Double>) -> Bool {
        let shell = shells[slot]
        let square = shell.squaredDistance(to: point)
        if shell.inner >= 0, square <= shell.inner * shell.inner { return true }
        if square > shell.outer * shell.outer { return false }
        return Surface.contains(areas[shells.number(at: slot)], place)
    }
}
