import Geodesy

extension FenceTable {
    /// Adds devices of which nothing is known yet.
    ///
    /// - Returns: Their numbers.
    public mutating func addDevices(_ count: Int, at place: Surface.Place) -> Range<Int> {
        let numbers = devices.count..<devices.count + count
        devices.append(contentsOf: repeatElement(FenceDevice(anchor: place), count: count))
        homes.append(contentsOf: repeatElement(FenceHome(), count: count))
        return numbers
    }

    /// Inserts areas.
    public mutating func insert(contentsOf areas: [Surface.Area]) -> Range<Int> {
        version += 1
        let numbers = shells.insert(contentsOf: areas.map { Surface.shell(of: $0) })
        self.areas.append(contentsOf: areas)
        births.append(contentsOf: repeatElement(version, count: areas.count))
        return numbers
    }
}
