/// The rows of a table by their devices: rows lie in blocks, so that no memory is kept in reserve for as many again.
struct DeviceRows {
    private static let blockCount = 256

    private var places: [DeviceName: Int32] = [:]
    /// The rows by their places.
    var blocks: [[DeviceRow]] = []
    private var free: [Int32] = []
    /// A sum of what was read ahead, which makes the compiler read it.
    private var touched = 0

    /// The devices, in no order.
    var devices: some Collection<DeviceName> { places.keys }

    /// The row of a device; `nil` when nothing is held about it.
    subscript(device: DeviceName) -> DeviceRow? {
        guard let place = places[device].map(Int.init) else { return nil }
        return blocks[place / Self.blockCount][place % Self.blockCount]
    }

    /// Where a row lies.
    struct Place {
        let block: Int
        let index: Int
    }

    /// Where the row of a device lies; it is made when it is not there.
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

/// An observation with where the row of its device lies.
struct PlacedObservation {
    let entry: DeviceObservation
    let place: DeviceRows.Place

    /// How many are taken at a time: so many that the memory answers side by side.
    static let mostAtOnce = 32
}

extension DeviceRows {
    /// Reads what observations will need, so that the memory answers side by side.
    ///
    /// One device after the other would wait for its row, then for what it is near, then for what that means: that takes
    /// longer than all decisions.
    mutating func readAhead(of group: [PlacedObservation]) {
        for placed in group { touched &+= blocks[placed.place.block][placed.place.index].touched }
        for placed in group { touched &+= blocks[placed.place.block][placed.place.index].touchedNear }
    }
}
