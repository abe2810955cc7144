extension ShellIndex {
    /// Inserts a shell.
    ///
    /// - Returns: Its number.
    /// - Complexity: O(depth), at most 20 cubes; some insertions also divide a cube.
    public mutating func insert(_ shell: SphericalShell) -> Int {
        check(shell)
        var way = CubeWay()
        if let slot = vacantSlots.popLast() {
            let number = entries[Int(slot)].number
            entries[Int(slot)] = Entry(shell, number: number)
            settle(slot, by: &way)
            way.finish(&cubes)
            return Int(number)
        }
        let number = slots.count
        slots.append(UInt32(entries.count))
        entries.append(Entry(shell, number: UInt32(number)))
        settle(UInt32(entries.count - 1), by: &way)
        way.finish(&cubes)
        return number
    }

    /// Inserts many shells in spatial order, so that neighbours are close together in memory.
    ///
    /// - Returns: Their numbers, in the order of the shells.
    /// - Complexity: O(*n*).
    public mutating func insert(contentsOf shells: [SphericalShell]) -> Range<Int> {
        for shell in shells { check(shell) }
        let numbers = slots.count..<slots.count + shells.count
        entries.reserveCapacity(entries.count + shells.count)
        slots.append(contentsOf: repeatElement(Self.none, count: shells.count))
        var way = CubeWay()
        for place in CurveOrder.sorted(shells) {
            let number = numbers.lowerBound + Int(place)
            let slot = UInt32(entries.count)
            slots[number] = slot
            entries.append(Entry(shells[Int(place)], number: UInt32(number)))
            settle(slot, by: &way)
        }
        way.finish(&cubes)
        return numbers
    }

    /// Removes the shell with a number; an unused number changes nothing.
    ///
    /// - Returns: The slot that became vacant.
    /// - Complexity: O(1), plus the cubes that became empty.
    @discardableResult
    public mutating func remove(number: Int) -> Int? {
        guard let slot = slot(ofNumber: number) else { return nil }
        let cube = entries[slot].cube
        unlink(UInt32(slot))
        vacantSlots.append(UInt32(slot))
        prune(cube)
        return slot
    }

    private func check(_ shell: SphericalShell) {
        let center = shell.center
        // Comparisons with NaN are false.
        precondition(
            center.x.magnitude <= Self.extent && center.y.magnitude <= Self.extent
                && center.z.magnitude <= Self.extent && shell.outer >= shell.inner,
            "a shell must lie in the space of the index")
        precondition(slots.count < Int(Self.none), "the index is full")
    }

    /// Puts a slot's shell into the smallest suitable cube.
    private mutating func settle(_ slot: UInt32, by way: inout CubeWay) {
        let center = entries[Int(slot)].center
        let outer = entries[Int(slot)].outer
        way.leave(for: center, outer: outer, &cubes)
        while cubes[way.cube].isDivided, outer <= way.half {
            let part = CubeWay.part(of: center, about: way.middle)
            way.enter(part, cube: self.part(part, of: way.cube))
        }
        way.reach = max(way.reach, outer)
        link(slot, to: way.cube)
        if !cubes[way.cube].isDivided, cubes[way.cube].count > Self.crowd, way.half > Self.finestHalf {
            divide(way.cube, about: way.middle, half: way.half)
        }
    }

    private mutating func divide(_ cube: Int, about middle: SIMD3<Double>, half: Double) {
        cubes[cube].isDivided = true
        var next = cubes[cube].first
        while next != Self.none {
            let slot = next
            let entry = entries[Int(slot)]
            next = entry.next
            guard entry.outer <= half else { continue }
            unlink(slot)
            let part = part(CubeWay.part(of: entry.center, about: middle), of: cube)
            cubes[part].reach = max(cubes[part].reach, entry.outer)
            link(slot, to: part)
        }
        guard half / 2 > Self.finestHalf else { return }
        for part in 0..<8 {
            let child = cubes[cube].parts[part]
            guard child != Self.none, cubes[Int(child)].count > Self.crowd else { continue }
            divide(Int(child), about: CubeWay.middle(of: part, about: middle, half: half / 2), half: half / 2)
        }
    }

    /// One of the eight parts of a cube, created if necessary.
    private mutating func part(_ part: Int, of cube: Int) -> Int {
        let known = cubes[cube].parts[part]
        if known != Self.none { return Int(known) }
        var new = Cube()
        new.parent = UInt32(cube)
        let index: Int
        if let vacant = vacantCubes.popLast() {
            index = Int(vacant)
            cubes[index] = new
        } else {
            index = cubes.count
            cubes.append(new)
        }
        cubes[cube].parts[part] = UInt32(index)
        cubes[cube].partBits |= 1 << UInt8(part)
        return index
    }

    private mutating func link(_ slot: UInt32, to cube: Int) {
        let first = cubes[cube].first
        entries[Int(slot)].cube = UInt32(cube)
        entries[Int(slot)].previous = Self.none
        entries[Int(slot)].next = first
        if first != Self.none { entries[Int(first)].previous = slot }
        cubes[cube].first = slot
        cubes[cube].count += 1
    }

    private mutating func unlink(_ slot: UInt32) {
        let entry = entries[Int(slot)]
        if entry.previous == Self.none {
            cubes[Int(entry.cube)].first = entry.next
        } else {
            entries[Int(entry.previous)].next = entry.next
        }
        if entry.next != Self.none { entries[Int(entry.next)].previous = entry.previous }
        cubes[Int(entry.cube)].count -= 1
        entries[Int(slot)].cube = Self.none
    }

    /// Frees an empty cube, and those enclosing cubes that become empty.
    private mutating func prune(_ cube: UInt32) {
        var empty = cube
        while empty != 0, cubes[Int(empty)].count == 0, cubes[Int(empty)].partBits == 0 {
            let parent = Int(cubes[Int(empty)].parent)
            for part in 0..<8 where cubes[parent].parts[part] == empty {
                cubes[parent].parts[part] = Self.none
                cubes[parent].partBits &= ~(1 << UInt8(part))
            }
            vacantCubes.append(empty)
            empty = UInt32(parent)
        }
    }

    /// The number of shells in a cube above which it is divided.
    private static let crowd = 16
    /// Half the edge of the smallest cubes, in metres.
    private static let finestHalf = 8.0
}
