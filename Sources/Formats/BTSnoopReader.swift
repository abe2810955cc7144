import Beacons
import Observations

/// Reads captures in the `btsnoop` format, which Android, BlueZ and virtual controllers write.
///
/// Layout: `btsnoop` and a zero byte, version 1, the datalink; then records of original length, included length,
/// flags, drops (4 bytes each), time (8 bytes) and the packet; all most significant byte first. Source: BlueZ.
///
/// iBeacon frames in advertising reports become sightings. Every record also shows that the adapter listened
/// until then. Other advertisements and packets are skipped.
public struct BTSnoopReader: RecordingReader {
    private let bytes: [UInt8]
    private let datalink: BTSnoopDatalink
    private var offset = Self.headerCount
    private var items = PendingItems()
    private var beats: [UInt16: ListeningBeat] = [:]
    private var devices: [UInt16: DeviceNumbers] = [:]
    private var packet: [UInt8] = []

    /// Opens a capture.
    ///
    /// - Parameter bytes: The whole file.
    /// - Throws: ``RecordingError`` when the header is incomplete, belongs to another format, or has an
    ///   unknown version or datalink.
    public init(_ bytes: [UInt8]) throws(RecordingError) {
        let known = min(bytes.count, Self.magic.count)
        guard bytes.prefix(known).elementsEqual(Self.magic.prefix(known)) else {
            throw RecordingError(.unknownFormat, offset: 0)
        }
        guard bytes.count >= Self.headerCount else {
            throw RecordingError(.cut(end: bytes.count), offset: 0)
        }
        let version = bytes.bigEndian32(at: 8)
        guard version == 1 else { throw RecordingError(.unsupportedVersion(version), offset: 8) }
        let number = bytes.bigEndian32(at: 12)
        guard let datalink = BTSnoopDatalink(rawValue: number) else {
            throw RecordingError(.unsupportedDatalink(number), offset: 12)
        }
        self.bytes = bytes
        self.datalink = datalink
    }

    /// Reads the next item.
    ///
    /// - Returns: `nil` at the end of the capture.
    /// - Throws: ``RecordingError/Reason/cut(end:)`` when the last record is incomplete.
    public mutating func next() throws(RecordingError) -> RecordedItem? {
        while true {
            if let item = items.next() { return item }
            guard offset < bytes.count else { return nil }
            try readRecord()
        }
    }

    private mutating func readRecord() throws(RecordingError) {
        let start = offset + Self.recordHeaderCount
        guard start <= bytes.count else { throw RecordingError(.cut(end: bytes.count), offset: offset) }
        let included = Int(bytes.bigEndian32(at: offset + 4))
        guard included <= bytes.count - start else {
            throw RecordingError(.cut(end: bytes.count), offset: offset)
        }
        let record = BTSnoopRecord(
            offset: offset, packet: start..<start + included,
            isShortened: included < Int(bytes.bigEndian32(at: offset)),
            flags: bytes.bigEndian32(at: offset + 8),
            time: Int64(bitPattern: bytes.bigEndian64(at: offset + 16)))
        offset = record.packet.upperBound
        decode(record)
    }

    private mutating func decode(_ record: BTSnoopRecord) {
        guard let time = record.observationTime else {
            items.append(.defect(.timeUnreadable, offset: record.offset))
            return
        }
        let adapter = datalink.adapter(record.flags)
        let source = ObservationSource("hci\(adapter)")
        beats[adapter, default: ListeningBeat()].listened(source, until: time, to: &items)
        guard datalink.isEvent(record.flags) else { return }
        if record.isShortened {
            items.append(.defect(.shortenedPacket, offset: record.offset))
        } else if datalink.carriesPacketType {
            Self.decode(
                bytes, record.packet, at: record, source, time,
                numbering: &devices[adapter, default: DeviceNumbers()], to: &items)
        } else {
            packet.removeAll(keepingCapacity: true)
            packet.append(BTSnoopDatalink.eventPacketType)
            packet.append(contentsOf: bytes[record.packet])
            Self.decode(
                packet, 0..<packet.count, at: record, source, time,
                numbering: &devices[adapter, default: DeviceNumbers()], to: &items)
        }
    }

    private static func decode(
        _ bytes: [UInt8], _ packet: Range<Int>, at record: BTSnoopRecord, _ source: ObservationSource,
        _ time: ObservationTime, numbering devices: inout DeviceNumbers, to items: inout PendingItems
    ) {
        do throws(FrameDefect) {
            try HCIEvent.forEachAdvertisingReport(in: bytes.span.extracting(packet)) { report in
                let start = packet.lowerBound + report.data.lowerBound
                let data = bytes.span.extracting(start..<start + report.data.count)
                do throws(FrameDefect) {
                    guard let frame = try AdvertisingData.iBeacon(in: data) else { return }
                    let sighting = BeaconSighting(
                        identity: frame.identity, measuredPower: frame.measuredPower, rssi: report.rssi,
                        device: devices.number(of: report.address, as: frame.identity))
                    items.append(source, time, .sighting(sighting))
                } catch {
                    items.append(.defect(.frame(error), offset: record.offset))
                }
            }
        } catch .notAnAdvertisingReport {
            return
        } catch {
            items.append(.defect(.frame(error), offset: record.offset))
        }
    }

    /// The first bytes of every capture.
    static let magic = Array("btsnoop\0".utf8)
    private static let headerCount = 16
    private static let recordHeaderCount = 24
}

/// The parsed header of one record.
struct BTSnoopRecord {
    var offset: Int
    var packet: Range<Int>
    var isShortened: Bool
    var flags: UInt32
    var time: Int64

    /// The time in microseconds since the epoch; captures count from the beginning of the year 0.
    ///
    /// It is `nil` beyond the years that RFC 3339 can write. If such a time counted, every later record would
    /// be late.
    var observationTime: ObservationTime? {
        guard Self.years.contains(time) else { return nil }
        return ObservationTime(microseconds: time - Self.epoch)
    }

    /// The beginning of the year 1970 in the times of captures.
    static let epoch: Int64 = 0x00DC_DDB3_0F2F_8000

    /// From the beginning of the year 0 to the end of the year 9999, 3,652,425 days, in microseconds.
    private static let years: Range<Int64> = 0..<3_652_425 * 86_400 * 1_000_000
}

extension [UInt8] {
    fileprivate func bigEndian32(at offset: Int) -> UInt32 {
        UInt32(self[offset]) << 24 | UInt32(self[offset + 1]) << 16 | UInt32(self[offset + 2]) << 8
            | UInt32(self[offset + 3])
    }

    fileprivate func bigEndian64(at offset: Int) -> UInt64 {
        UInt64(bigEndian32(at: offset)) << 32 | UInt64(bigEndian32(at: offset + 4))
    }
}
