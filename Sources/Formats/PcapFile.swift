/// The records of a capture in the `pcap` format, which tcpdump and bumble write.
///
/// Layout: magic number, version (2 and 2 bytes), two unused numbers, greatest length, link type (4 bytes each); then
/// records of seconds, fraction, included length, original length (4 bytes each) and the packet. The magic number says
/// the order of the bytes and the unit of the fraction. Source: the IETF draft "PCAP Capture File Format".
struct PcapFile: Sendable {
    private let order: ByteOrder
    private let fractionsPerMicrosecond: Int64
    private let link: CaptureLink

    /// Reads the header.
    init(_ window: inout ByteWindow) throws(RecordingError) {
        try window.require(Self.headerCount)
        switch window.number32(at: 0, .bigEndian) {
        case 0xA1B2_C3D4: (order, fractionsPerMicrosecond) = (.bigEndian, 1)
        case 0xD4C3_B2A1: (order, fractionsPerMicrosecond) = (.littleEndian, 1)
        case 0xA1B2_3C4D: (order, fractionsPerMicrosecond) = (.bigEndian, 1_000)
        case 0x4D3C_B2A1: (order, fractionsPerMicrosecond) = (.littleEndian, 1_000)
        default: throw RecordingError(.unknownFormat, offset: 0)
        }
        let version = window.number16(at: 4, order)
        guard version == 2 else { throw RecordingError(.unsupportedVersion(UInt32(version)), offset: 4) }
        // The highest four bits say whether there is a checksum of the network behind each packet.
        let type = window.number32(at: 20, order) & 0x0FFF_FFFF
        guard let link = CaptureLink(linkType: type) else {
            throw RecordingError(.unsupportedLinkType(type), offset: 20)
        }
        self.link = link
        window.advance(Self.headerCount)
    }

    func next(_ window: inout ByteWindow) throws(RecordingError) -> CaptureStep? {
        let offset = window.offset
        guard try window.has(1) else { return nil }
        try window.require(Self.recordHeaderCount)
        let seconds = Int64(window.number32(at: 0, order))
        let fraction = Int64(window.number32(at: 4, order))
        let included = Int(window.number32(at: 8, order))
        let original = Int(window.number32(at: 12, order))
        guard let packet = try window.takePacket(behind: Self.recordHeaderCount, included) else {
            return .defect(.oversizedPacket, offset: offset)
        }
        return .record(
            CaptureRecord(
                offset: offset, packet: packet, isShortened: included < original,
                link: link,
                adapter: 0,
                time: CaptureTime(microseconds: seconds * 1_000_000 + fraction / fractionsPerMicrosecond)))
    }

    /// Whether bytes begin with one of the magic numbers.
    static func begins(_ bytes: [UInt8]) -> Bool {
        [
            [0xA1, 0xB2, 0xC3, 0xD4], [0xD4, 0xC3, 0xB2, 0xA1], [0xA1, 0xB2, 0x3C, 0x4D],
            [0x4D, 0x3C, 0xB2, 0xA1],
        ]
        .contains(Array(bytes.prefix(4)))
    }

    private static let headerCount = 24
    private static let recordHeaderCount = 16
}
