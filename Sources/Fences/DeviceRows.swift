/// The rows of a table by their devices; they are stored in blocks, so that growth reserves little memory.
struct DeviceRows {
    private static let blockCount = 256

    private var places: [DeviceName: Int32] = [:]
    /// The rows by their positions.
    var blocks: [[DeviceRow]] = []
    private var free: [Int32] = []
    /// A sum of the prefetched numbers, so that the compiler keeps the reads.
    private var touched = 0

    /// The devices, in no order.
    var devices: some Collection<DeviceName> { places.keys }

    /// The row of a device; `nil` when there is no data about it.
    subscript(device: DeviceName) -> DeviceRow? {
        guard let place = places[device].map(Int.init) else { return nil }
        return blocks[place / Self.blockCount][place % Self.blockCount]
    }

    /// The position of a row.
    struct Place {
        let block: Int
        let index: Int
    }

    /// The position of a device's row; the row is created if necessary.
    mutating func place(of device: DeviceName) -> Place {
        let place = Int(places[device] ?? add(device))
        return Place(block: place / Self.blockCount, index: place % Self.blockCount)
    }

    /// Forgets a device.
    mutating func remove(_ device: DeviceName) {
        guard let place = places.removeValue(forKey: device) else { return }
        blocks[Int(place) / Self.blockCount][Int(place) % Self.blockCount] = DeviceRow()
        free.append(place)
    }

    private mutating func add(_ device: DeviceName) -> Int32 {
        let place = free.popLast() ?? newPlace()
        places[device] = place
        return place
    }

    private mutating func newPlace() -> Int32 {
        if blocks.last.map({ $0.count == Self.blockCount }) ?? true {
            var block: [DeviceRow] = []
            block.reserveCapacity(Self.blockCount)
            blocks.append(block)
        }
        let last = blocks.count - 1
        blocks[last].append(DeviceRow())
        return Int32(last * Self.blockCount + blocks[last].count - 1)
    }
}

/// An observation with the position of its device's row.
struct PlacedObservation {
    let entry: DeviceObservation
    let place: DeviceRows.Place

    /// How many are processed at a time: enough for parallel memory accesses.
    static let mostAtOnce = 32
}

extension DeviceRows {
    /// Prefetches the data for a group of observations, so that memory accesses overlap.
    ///
    /// Processed one after the other, each device would wait for its row, then for its near conditions, then
    /// for their data. That takes longer than all decisions.
    mutating func readAhead(of group: [PlacedObservation]) {
        for placed in group { touched &+= blocks[placed.place.block][placed.place.index].touched }
        for placed in group { touched &+= blocks[placed.place.block][placed.place.index].touchedNear }
    }
}
