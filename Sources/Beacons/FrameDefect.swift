/// Why bytes from the air are not what they begin as.
///
/// Every decoder of the library gives one of these instead of a guess; ``DefectCounts`` counts them.
public enum FrameDefect: UInt8, Error, Hashable, Sendable, CaseIterable {
    /// An advertising structure is longer than what is left of the advertising data.
    case truncatedStructure
    /// A structure begins as an iBeacon frame and is longer or shorter than one.
    case wrongFrameLength
    /// A packet ends before what it says of its length, or before the report that it announces.
    case truncatedPacket
    /// A packet goes on after what it says of its length, or after its last report.
    case trailingBytes
    /// An advertising report holds no report.
    case noReports
    /// A report has an event type or an address type that the Bluetooth specification reserves.
    case reservedValue
    /// The packet is no HCI event that reports advertisements; a capture holds many such, and nothing is wrong with them.
    case notAnAdvertisingReport
}
