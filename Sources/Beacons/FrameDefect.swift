/// Why received bytes are not a valid packet, structure or frame.
///
/// Every decoder of the library throws one of these instead of guessing; ``DefectCounts`` counts them.
public enum FrameDefect: UInt8, Error, Hashable, Sendable, CaseIterable {
    /// An advertising structure is longer than the rest of the advertising data.
    case truncatedStructure
    /// A structure begins like a known frame but has another length.
    case wrongFrameLength
    /// A packet ends before its stated length, or before an announced report.
    case truncatedPacket
    /// A packet continues after its stated length, or after its last report.
    case trailingBytes
    /// An advertising report holds no report.
    case noReports
    /// A field has a value that its specification reserves, for example an event type or a URL scheme.
    case reservedValue
    /// The packet is not an HCI event with advertising reports; captures have many such packets, which are
    /// not errors.
    case notAnAdvertisingReport
    /// A structure of a generic type, for example a transmit power, does not have the length of its type.
    case wrongStructureLength
    /// A frame has a version that this library does not know.
    case unsupportedVersion
    /// A BTHome frame has an object that this library does not know; its length is unknown, so the rest of
    /// the frame cannot be read.
    case unknownObject
    /// A BTHome object is longer than the rest of its frame.
    case truncatedObject
    /// The packet of a link layer is not an advertisement: another access address, a scan request or a
    /// connection request. Captures have many such packets, which are not errors.
    case notAnAdvertisement
    /// The checksum of a packet of a link layer is wrong: the receiver misheard it.
    case wrongChecksum
    /// A key does not belong to an encrypted frame, or the frame was changed.
    case notAuthentic
}
