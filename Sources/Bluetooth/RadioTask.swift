import Beacons

/// What a radio is used for.
enum RadioTask: Hashable, Sendable {
    case scan(ScanMode)
    case advertise(Advertisement)

    /// How it scans; `nil` when it advertises.
    var scanMode: ScanMode? {
        if case .scan(let mode) = self { mode } else { nil }
    }
}

/// Checked advertising data, and how often it is sent.
struct Advertisement: Hashable, Sendable {
    let data: [UInt8]
    let interval: Duration

    /// Checks data and interval.
    init(data: [UInt8], interval: Duration) throws(BluetoothFailure) {
        guard BluetoothAdvertiser.intervals.contains(interval) else {
            throw BluetoothFailure(
                .unusableAdvertisement, "The interval of an advertisement is between 20 ms and 10.24 s.")
        }
        guard !data.isEmpty, data.count <= BluetoothAdvertiser.mostBytes else {
            throw BluetoothFailure(
                .unusableAdvertisement,
                "An advertisement has 1 to \(BluetoothAdvertiser.mostBytes) bytes, not \(data.count).")
        }
        guard Self.consistsOfStructures(data.span) else {
            throw BluetoothFailure(
                .unusableAdvertisement, "The bytes of the advertisement are not whole advertising structures."
            )
        }
        self.data = data
        self.interval = interval
    }

    /// The structures: type and content of each.
    var structures: [(type: UInt8, content: [UInt8])] {
        var structures = AdvertisingStructures()
        var list: [(type: UInt8, content: [UInt8])] = []
        // The data was checked when it came.
        while let structure = try? structures.next(in: data.span) {
            list.append((structure.type, Array(data[structure.content])))
        }
        return list
    }

    private static func consistsOfStructures(_ bytes: Span<UInt8>) -> Bool {
        var structures = AdvertisingStructures()
        do {
            var end = 0
            while let structure = try structures.next(in: bytes) { end = structure.content.upperBound }
            return end == bytes.count
        } catch {
            return false
        }
    }
}

/// Limits of time for the work with a radio.
package struct RadioTiming: Hashable, Sendable {
    /// How long a connection to a controller may take to be made.
    package var connection: Duration = .seconds(5)
    /// How long a controller or BlueZ may take for an answer.
    package var answer: Duration = .seconds(3)
    /// How long a controller may be silent before it is set up again, which also shows whether it is alive.
    package var silence: Duration = .seconds(30)
    /// The pause before the first retry; each further one doubles it.
    package var firstRetry: Duration = .milliseconds(250)
    /// The longest pause between two retries.
    package var lastRetry: Duration = .seconds(10)

    /// The limits of normal use.
    package init() {}
}
