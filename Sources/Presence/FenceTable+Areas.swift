import Geodesy

extension FenceTable {
    /// Inserts an area.
    ///
    /// - Returns: Its number; numbers of removed areas are given again.
    /// - Complexity: O(log areas + patches + devices): who is near must be looked at closely once more.
    public mutating func insert(_ area: Surface.Area) -> Int {
        let shell = Surface.shell(of: area)
        version += 1
        let number = shells.insert(shell)
        if number < areas.count {
            (areas[number], births[number]) = (area, version)
        } else {
            areas.append(area)
            births.append(version)
        }
        dropPatches(near: shell)
        return number
    }

    /// Inserts many areas at once, which is faster and keeps neighbours together in memory.
    ///
    /// - Returns: Their numbers, in the order of the areas.
    /// - Complexity: O(areas + devices): every device is looked at closely once more.
    public mutating func insert(contentsOf areas: [Surface.Area]) -> Range<Int> {
        version += 1
        let numbers = shells.insert(contentsOf: areas.map { Surface.shell(of: $0) })
        self.areas.append(contentsOf: areas)
        births.append(contentsOf: repeatElement(version, count: areas.count))
        dropAllPatches()
        lookAgain()
        return numbers
    }

    /// Removes an area, without an event for those who are in it; a number that no area has changes nothing.
    ///
    /// - Complexity: O(patches + devices).
    public mutating func remove(_ number: Int) {
        guard let slot = shells.slot(ofNumber: number) else { return }
        let shell = shells[slot]
        shells.remove(number: number)
        dropPatches(near: shell)
    }

    /// Adds devices of which nothing is known yet.
    ///
    /// - Returns: Their numbers.
    public mutating func addDevices(_ count: Int) -> Range<Int> {
        let numbers = devices.count..<devices.count + count
        devices.append(contentsOf: repeatElement(FenceDevice(anchor: Surface.origin), count: count))
        homes.append(contentsOf: repeatElement(FenceHome(), count: count))
        return numbers
    }

    /// Forgets where a device was; its number is then that of a device of which nothing is known.
    public mutating func forget(_ device: Int) {
        devices[device] = FenceDevice(anchor: Surface.origin)
        homes[device] = FenceHome()
    }

    /// Drops the patches that hold a part of a shell, and what devices know from them.
    private mutating func dropPatches(near shell: Shell) {
        for index in patches.indices where patches[index].isAlive {
            let reach = FencePatch.radius(level: Int(patches[index].level)) + shell.outer
            guard shell.squaredDistance(to: patches[index].middle) <= reach * reach else { continue }
            patches[index].isAlive = false
            let key = FenceCells.Key(patches[index].middle, level: Int(patches[index].level))
            cells[key] = FenceCells.unknown
        }
        lookAgain()
    }

    /// Makes sure that devices without a patch are looked at closely with their next place.
    private mutating func lookAgain() {
        for device in homes.indices {
            let patch = homes[device].patch
            if patch >= 0, patches[Int(patch)].isAlive { continue }
            if patch >= 0 { homes[device].patch = FenceHome.lost }
            devices[device].lookAgain()
        }
    }

    /// Drops all patches; what devices know stays true.
    mutating func dropAllPatches() {
        (cells, patches, blocks, covers) = (FenceCells(), [], [], [])
        for device in homes.indices where homes[device].patch >= 0 { homes[device].patch = FenceHome.lost }
    }
}
