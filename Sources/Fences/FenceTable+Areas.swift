extension FenceTable {
    /// Inserts an area.
    ///
    /// - Returns: Its number; numbers of removed areas are given again.
    /// - Complexity: O(log areas + patches + devices): who is near must be looked at closely once more.
    public mutating func insert(_ area: Surface.Area) -> Int {
        let number = map.insert(area)
        lookAgain()
        return number
    }

    /// Inserts many areas at once, which is faster and keeps neighbours together in memory.
    ///
    /// - Returns: Their numbers, in the order of the areas.
    /// - Complexity: O(areas + devices): every device is looked at closely once more.
    public mutating func insert(contentsOf areas: [Surface.Area]) -> Range<Int> {
        let numbers = map.insert(contentsOf: areas)
        lookAgain()
        return numbers
    }

    /// Removes an area, without an event for the devices in it; a number that no area has changes nothing.
    ///
    /// - Complexity: O(patches + devices).
    public mutating func remove(_ number: Int) {
        if map.remove(number) { lookAgain() }
    }

    /// Adds devices that nothing is known about yet.
    ///
    /// - Returns: Their numbers.
    public mutating func addDevices(_ count: Int) -> Range<Int> {
        let numbers = devices.count..<devices.count + count
        devices.append(contentsOf: repeatElement(FenceDevice(anchor: Surface.origin), count: count))
        homes.append(contentsOf: repeatElement(FenceHome(), count: count))
        return numbers
    }

    /// Forgets where a device was; its number is then that of a device that nothing is known about.
    public mutating func forget(_ device: Int) {
        devices[device] = FenceDevice(anchor: Surface.origin)
        homes[device] = FenceHome()
    }

    /// Makes sure that devices without a patch are looked at closely with their next place.
    private mutating func lookAgain() {
        for device in homes.indices {
            let patch = homes[device].patch
            if patch >= 0 {
                if map.hasPatch(patch) { continue }
                homes[device].patch = FenceHome.lost
            }
            devices[device].lookAgain()
        }
    }

    /// Drops all patches; what devices know stays true.
    mutating func dropAllPatches() {
        map.dropAllPatches()
        for device in homes.indices where homes[device].patch >= 0 { homes[device].patch = FenceHome.lost }
    }
}
