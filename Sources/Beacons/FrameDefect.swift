/// Why received bytes are not a valid packet, structure or frame.
///
/// Every decoder of the library throws one of these instead of guessing; ``DefectCounts`` counts them.
public enum FrameDefect: UInt8, Error, Hashable, Sendable, CaseIterable {
    /// An advertising structure is longer than the rest of the advertising data.
    case truncatedStructure
    /// A structure begins like an iBeacon frame but has another length.
    case wrongFrameLength
    /// A packet ends before its stated length, or before an announced report.
    case truncatedPacket
    /// A packet continues after its stated length, or after its last report.
    case trailingBytes
    /// An advertising report holds no report.
    case noReports
    /// A report has an event type or an address type that the Bluetooth specification reserves.
    case reservedValue
    /// The packet is not an HCI event with advertising reports; captures have many such packets, which are
    /// not errors.
    case notAnAdvertisingReport
}
