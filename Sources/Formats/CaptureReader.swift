import Beacons
import Observations

/// Reads Bluetooth captures: `btsnoop`, `pcap` and `pcapng`, from a controller or from a sniffer.
///
/// iBeacon frames in advertisements become sightings. Every packet also shows that the adapter or the sniffer listened
/// until then. Other advertisements and packets are counted and skipped.
public struct CaptureReader: RecordingReader {
    private var counts = CaptureCounts()
    private var file: CaptureFile
    private var decoder = CaptureDecoder()
    private var items = PendingItems()
    private var beats: [CaptureRadio: ListeningBeat] = [:]
    private var devices: [CaptureRadio: DeviceNumbers] = [:]

    /// Opens a capture.
    ///
    /// - Parameter bytes: The whole file.
    /// - Throws: ``RecordingError`` when the header is incomplete, belongs to another format, or has an
    ///   unknown version, datalink or link type.
    public init(_ bytes: [UInt8]) throws(RecordingError) { try self.init(RecordingSource(bytes)) }

    /// Opens a capture that is read piece by piece.
    ///
    /// A copy of such a reader shares its place with the original, so use only one of them.
    ///
    /// - Parameter source: The file.
    /// - Throws: ``RecordingError`` when the header is incomplete, belongs to another format, or has an
    ///   unknown version, datalink or link type, and when reading fails.
    public init(_ source: RecordingSource) throws(RecordingError) { file = try CaptureFile(source) }

    /// Reads the next item.
    ///
    /// - Returns: `nil` at the end of the capture.
    /// - Throws: ``RecordingError/Reason/cut(end:)`` when the last record is incomplete, and
    ///   ``RecordingError/Reason/damagedBlock`` when a block of `pcapng` contradicts itself.
    public mutating func next() throws(RecordingError) -> RecordedItem? {
        while true {
            if let item = items.next() { return item }
            switch try file.next() {
            case nil: return nil
            case .defect(let defect, let offset):
                counts.packets += 1
                return .defect(defect, offset: offset)
            case .record(let record): read(record)
            }
        }
    }

    /// What was read up to now.
    public var captureCounts: CaptureCounts? { counts }

    private mutating func read(_ record: CaptureRecord) {
        counts.packets += 1
        let radio = CaptureRadio(record, file.window.bytes)
        var time: ObservationTime?
        switch record.time {
        case .known(let known):
            time = known
            beats[radio, default: ListeningBeat()].listened(radio.source, until: known, to: &items)
        case .missing: break
        case .unreadable:
            items.append(.defect(.timeUnreadable, offset: record.offset))
            return
        }
        guard record.link != .notAnEvent else { return }
        guard !record.isShortened else {
            items.append(.defect(.shortenedPacket, offset: record.offset))
            return
        }
        Self.decode(
            record, file.window.bytes, radio.source, time, &decoder,
            numbering: &devices[radio, default: DeviceNumbers()], &counts, to: &items)
    }

    private static func decode(
        _ record: CaptureRecord, _ bytes: [UInt8], _ source: ObservationSource, _ time: ObservationTime?,
        _ decoder: inout CaptureDecoder, numbering devices: inout DeviceNumbers,
        _ counts: inout CaptureCounts,
        to items: inout PendingItems
    ) {
        do throws(FrameDefect) {
            try decoder.forEachAdvertisement(in: record, of: bytes) { report, data, _ in
                counts.advertisements += 1
                var iBeacon: IBeaconFrame?
                var hasFrame = false
                do throws(FrameDefect) {
                    try AdvertisingData.forEachFrame(in: data) { frame in
                        hasFrame = true
                        counts.count(frame.kind)
                        if case .iBeacon(let frame) = frame { iBeacon = iBeacon ?? frame }
                    }
                } catch {
                    if !hasFrame { items.append(.defect(.frame(error), offset: record.offset)) }
                }
                if !hasFrame { counts.withoutFrame += 1 }
                guard let iBeacon else { return }
                guard let time else {
                    items.append(.defect(.timeMissing, offset: record.offset))
                    return
                }
                let sighting = BeaconSighting(
                    identity: iBeacon.identity, measuredPower: iBeacon.measuredPower, rssi: report.rssi,
                    device: devices.number(of: report.address, as: iBeacon.identity))
                items.append(source, time, .sighting(sighting))
            }
        } catch {
            items.append(.defect(.frame(error), offset: record.offset))
        }
    }
}

/// An adapter or a sniffer of a capture.
struct CaptureRadio: Hashable, Sendable {
    private let isSniffer: Bool
    private let number: UInt16

    init(_ record: CaptureRecord, _ bytes: [UInt8]) {
        isSniffer = record.link.isFromTheAir
        // BlueZ's monitor writes the number of the adapter before each packet.
        if record.link == .monitor, record.packet.count >= 2 {
            number =
                UInt16(bytes[record.packet.lowerBound]) << 8 | UInt16(bytes[record.packet.lowerBound + 1])
        } else {
            number = record.adapter
        }
    }

    var source: ObservationSource { ObservationSource(isSniffer ? "sniffer\(number)" : "hci\(number)") }
}
