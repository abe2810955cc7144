extension FenceTable {
    /// Inserts an area.
    ///
    /// - Returns: Its number; numbers of removed areas are reused.
    /// - Complexity: O(log areas + patches + devices), because devices nearby need another close check.
    public mutating func insert(_ area: Surface.Area) -> Int {
        let number = map.insert(area)
        lookAgain()
        return number
    }

    /// Inserts many areas at once, which is faster and keeps neighbours close together in memory.
    ///
    /// - Returns: Their numbers, in the order of the areas.
    /// - Complexity: O(areas + devices): every device needs another close check.
    public mutating func insert(contentsOf areas: [Surface.Area]) -> Range<Int> {
        let numbers = map.insert(contentsOf: areas)
        lookAgain()
        return numbers
    }

    /// Removes an area, without an event for the devices in it; an unused number changes nothing.
    ///
    /// - Complexity: O(patches + devices).
    public mutating func remove(_ number: Int) {
        if map.remove(number) { lookAgain() }
    }

    /// Adds devices without places.
    ///
    /// - Returns: Their numbers.
    public mutating func addDevices(_ count: Int) -> Range<Int> {
        let numbers = devices.count..<devices.count + count
        devices.append(contentsOf: repeatElement(FenceDevice(anchor: Surface.origin), count: count))
        homes.append(contentsOf: repeatElement(FenceHome(), count: count))
        return numbers
    }

    /// Forgets a device's place; its number then belongs to a device without a place.
    public mutating func forget(_ device: Int) {
        devices[device] = FenceDevice(anchor: Surface.origin)
        homes[device] = FenceHome()
    }

    /// Ensures that the next places of devices without a patch get a close check.
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

    /// Drops all patches; the states of the devices stay valid.
    mutating func dropAllPatches() {
        map.dropAllPatches()
        for device in homes.indices where homes[device].patch >= 0 { homes[device].patch = FenceHome.lost }
    }
}
