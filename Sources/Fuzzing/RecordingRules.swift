import Beacons
import Formats
import Observations

/// What holds for any bytes that are read as a recording.
public enum RecordingRules: Sendable {
    /// Tries bytes as the recording that they begin as, and as a table of signals with its times.
    public static func check(_ bytes: [UInt8]) throws(BrokenRule) {
        switch RecordingFormat(detectedIn: bytes) {
        case .btsnoop, .pcap, .pcapng:
            try checkCuts(of: bytes) { bytes throws(RecordingError) in try CaptureReader(bytes) }
            try checkList(of: bytes)
        case .gpx:
            try checkCuts(of: bytes) { bytes throws(RecordingError) in GPXReader(bytes) }
        case .jsonl:
            _ = try read(bytes) { bytes throws(RecordingError) in TraceReader(bytes) }
        case .csv, nil: break
        }
        _ = try read(bytes) { bytes throws(RecordingError) in
            SignalTableReader(signals: bytes, times: bytes, map: map)
        }
    }

    /// A recording that is cut gives a beginning of what the whole one gives.
    ///
    /// This does not hold for lines and rows: half a damaged line can be a whole one.
    private static func checkCuts<Reader: RecordingReader>(
        of bytes: [UInt8], _ open: ([UInt8]) throws(RecordingError) -> Reader
    ) throws(BrokenRule) {
        let whole = try read(bytes, open)
        for count in [bytes.count / 2, bytes.count - 1] {
            let part = try read(Array(bytes.prefix(count)), open)
            try BrokenRule.unless(
                part.items == Array(whole.items.prefix(part.items.count)),
                "A recording that was cut gave something else than the whole one.")
        }
    }

    /// The list of advertisements reads the same records as the reader, and ends at the same place.
    private static func checkList(of bytes: [UInt8]) throws(BrokenRule) {
        var count = 0
        var listError: RecordingError?
        do throws(RecordingError) {
            var list = try CapturedAdvertisements(RecordingSource(bytes))
            while try list.next() != nil { count += 1 }
        } catch {
            listError = error
        }
        var counted = 0
        var readError: RecordingError?
        do throws(RecordingError) {
            var reader = try CaptureReader(bytes)
            defer { counted = reader.captureCounts?.advertisements ?? 0 }
            while try reader.next() != nil {}
        } catch {
            readError = error
        }
        // The reader leaves out packets whose time cannot be read.
        try BrokenRule.unless(
            counted <= count && listError == readError, "The list of a capture differs from its reading.")
    }

    private static func read<Reader: RecordingReader>(
        _ bytes: [UInt8], _ open: ([UInt8]) throws(RecordingError) -> Reader
    ) throws(BrokenRule) -> Reading {
        let first = Reading(bytes, open)
        try BrokenRule.unless(first == Reading(bytes, open), "The same bytes gave something else.")
        for item in first.items { try check(item, count: bytes.count) }
        if let error = first.error {
            try BrokenRule.unless(
                (0...bytes.count).contains(error.offset), "The place of a mistake is not in the recording.")
        }
        return first
    }

    private static func check(_ item: RecordedItem, count: Int) throws(BrokenRule) {
        switch item {
        case .defect(_, let offset):
            try BrokenRule.unless(
                (0..<count).contains(offset), "The place of a defect is not in the recording.")
        case .observation(let observation):
            let text = observation.time.rfc3339
            // RFC 3339 has years of four digits only.
            guard text.utf8.count == 27 else { return }
            try BrokenRule.unless(
                ObservationTime(rfc3339: text) == observation.time,
                "A time changed when it was written and read.")
        }
    }

    private struct Reading: Equatable {
        var items: [RecordedItem] = []
        var error: RecordingError?

        init<Reader: RecordingReader>(
            _ bytes: [UInt8], _ open: ([UInt8]) throws(RecordingError) -> Reader
        ) {
            do throws(RecordingError) {
                var reader = try open(bytes)
                while let item = try reader.next() { items.append(item) }
            } catch {
                self.error = error
            }
        }
    }

    private static let map = ColumnMap(
        columns: (1...2).map { minor in
            let uuid = ProximityUUID(high: 1, low: 2)
            return ColumnMap.Column(
                name: "\(minor)", identity: BeaconIdentity(uuid: uuid, major: 1, minor: UInt16(minor)))
        },
        measuredPower: -59, notHeard: 100, timesFile: "", timeUnit: .nanoseconds)
}
