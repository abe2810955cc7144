import Beacons
import Formats
import Observations

/// Reads what a gateway would have heard from a recording.
struct GatewayRecordingReader {
    /// A moment of the recording.
    struct Item {
        /// In milliseconds since 1970.
        let time: Int64
        /// What was heard then; `nil` when only time has passed.
        let heard: Heard?
    }

    /// Something that was heard.
    enum Heard {
        /// An advertisement that a gateway passes on.
        case known(HeardAdvertisement)
        /// Any other advertisement.
        case other
    }

    private enum Content {
        /// A capture has the advertisements themselves.
        case capture(CapturedAdvertisements)
        /// Traces and tables have only the sightings of iBeacons.
        case observations(any RecordingReader)
    }

    private var content: Content

    /// Opens a recording at its beginning.
    ///
    /// - Throws: `RecordingError` when it cannot be read.
    init(_ file: RecordingFile) throws(RecordingError) {
        if let capture = file.capture {
            content = .capture(try CapturedAdvertisements(capture))
        } else {
            content = .observations(try file.open())
        }
    }

    /// Reads the next moment; `nil` at the end.
    ///
    /// - Throws: `RecordingError` where the rest cannot be read.
    mutating func next() throws(RecordingError) -> Item? {
        switch content {
        case .capture(var capture):
            defer { content = .capture(capture) }
            while let advertisement = try capture.next() {
                if let item = Item(advertisement) { return item }
            }
            return nil
        case .observations(var reader):
            defer { content = .observations(reader) }
            while let item = try reader.next() {
                if case .observation(let observation) = item { return Item(observation) }
            }
            return nil
        }
    }
}

extension GatewayRecordingReader.Item {
    /// Takes an advertisement of a capture; `nil` for one whose time is unknown.
    fileprivate init?(_ advertisement: CapturedAdvertisement) {
        guard let milliseconds = advertisement.time?.milliseconds else { return nil }
        time = milliseconds
        heard =
            HeardAdvertisement(advertisement.report, advertisement.data.span, at: milliseconds)
            .map { .known($0) } ?? .other
    }

    fileprivate init(_ observation: Observation) {
        time = observation.time.milliseconds
        guard case .sighting(let sighting) = observation.content else {
            heard = nil
            return
        }
        heard = .known(
            HeardAdvertisement(
                identity: .beacon(sighting.identity), measuredPower: sighting.measuredPower,
                rssi: sighting.rssi, time: time))
    }
}

extension ObservationTime {
    /// Milliseconds since 1970.
    var milliseconds: Int64 { microseconds / 1_000 }
}
