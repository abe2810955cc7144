/// The records of a capture in the `btsnoop` format, which Android, BlueZ and virtual controllers write.
///
/// Layout: `btsnoop` and a zero byte, version 1, the datalink; then records of original length, included length,
/// flags, drops (4 bytes each), time (8 bytes) and the packet; all most significant byte first. Source: BlueZ.
struct BTSnoopFile: Sendable {
    private let datalink: BTSnoopDatalink

    /// Reads the header.
    init(_ window: inout ByteWindow) throws(RecordingError) {
        try window.require(Self.headerCount)
        let version = window.number32(at: 8, .bigEndian)
        guard version == 1 else { throw RecordingError(.unsupportedVersion(version), offset: 8) }
        let number = window.number32(at: 12, .bigEndian)
        guard let datalink = BTSnoopDatalink(rawValue: number) else {
            throw RecordingError(.unsupportedDatalink(number), offset: 12)
        }
        self.datalink = datalink
        window.advance(Self.headerCount)
    }

    func next(_ window: inout ByteWindow) throws(RecordingError) -> CaptureStep? {
        let offset = window.offset
        guard try window.has(1) else { return nil }
        try window.require(Self.recordHeaderCount)
        let original = window.number32(at: 0, .bigEndian)
        let included = Int(window.number32(at: 4, .bigEndian))
        let flags = window.number32(at: 8, .bigEndian)
        let time = Int64(bitPattern: window.number64(at: 16, .bigEndian))
        let (microseconds, isOverflow) = time.subtractingReportingOverflow(Self.epoch)
        guard let packet = try window.takePacket(behind: Self.recordHeaderCount, included) else {
            return .defect(.oversizedPacket, offset: offset)
        }
        return .record(
            CaptureRecord(
                offset: offset, packet: packet, isShortened: included < Int(original),
                link: datalink.link(flags), adapter: datalink.adapter(flags),
                time: isOverflow ? .unreadable : CaptureTime(microseconds: microseconds)))
    }

    /// The first bytes of every capture.
    static let magic = Array("btsnoop\0".utf8)
    /// The beginning of the year 1970 in the times of captures, which count from the year 0.
    static let epoch: Int64 = 0x00DC_DDB3_0F2F_8000
    private static let headerCount = 16
    private static let recordHeaderCount = 24
}

/// The place where a `btsnoop` capture was taken, which determines the first bytes of its packets; raw values are the
/// file's.
enum BTSnoopDatalink: UInt32, Sendable {
    /// Packets without their type; the flags determine it.
    case h1 = 1001
    /// Packets as on a serial line, beginning with their type.
    case h4 = 1002
    /// The packets of all adapters from BlueZ's monitor, without their type.
    case monitor = 2001

    /// The link of a record with some flags.
    func link(_ flags: UInt32) -> CaptureLink {
        switch self {
        // Bit 0 means received; bit 1 means a command or an event.
        case .h1: flags & 0b11 == 0b11 ? .event : .notAnEvent
        // The type byte decides; some writers leave the flags at 0.
        case .h4: .h4
        case .monitor: flags & 0xFFFF == 3 ? .event : .notAnEvent
        }
    }

    /// The number of the adapter; only the monitor has several.
    func adapter(_ flags: UInt32) -> UInt16 { self == .monitor ? UInt16(flags >> 16) : 0 }
}
