public import Beacons
public import Observations

/// Writes captures in the `btsnoop` format that Wireshark, `btmon` and ``CaptureReader`` read.
///
/// The bytes are for the caller to store: first ``header``, then the record of each packet.
///
/// ```swift
/// file.write(BTSnoopWriter.header)
/// if let record = BTSnoopWriter.record(of: report, data: data, at: now) { file.write(record) }
/// ```
///
/// The datalink is 1002 (HCI with packet types). Each packet keeps the form that a controller gave it.
public enum BTSnoopWriter: Sendable {
    /// The first 16 bytes of a capture.
    public static let header: [UInt8] = BTSnoopFile.magic + bigEndian(UInt32(1)) + bigEndian(UInt32(1002))

    /// Where a packet came from.
    public enum Direction: Hashable, Sendable {
        /// The controller sent it to the host: an event, for example an advertising report.
        case received
        /// The host sent it to the controller: a command.
        case sent
    }

    /// The record of one packet.
    ///
    /// - Parameters:
    ///   - packet: The packet, beginning with its H4 type.
    ///   - direction: Where the packet came from.
    ///   - time: When the host got or sent it.
    /// - Returns: The header of the record and the packet.
    public static func record(
        packet: [UInt8], direction: Direction = .received, at time: ObservationTime
    ) -> [UInt8] {
        // Bit 0 means received; bit 1 a command or an event.
        let isCommandOrEvent = packet.first == 0x01 || packet.first == 0x04
        let flags: UInt32 = (direction == .received ? 1 : 0) | (isCommandOrEvent ? 2 : 0)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(24 + packet.count)
        bytes += bigEndian(UInt32(packet.count))
        bytes += bigEndian(UInt32(packet.count))
        bytes += bigEndian(flags)
        bytes += bigEndian(UInt32(0))
        bytes += bigEndian(time.microseconds &+ BTSnoopFile.epoch)
        return bytes + packet
    }

    /// The record of one advertising report, as the event that a controller would send.
    ///
    /// - Parameters:
    ///   - report: The report; the range of its data is ignored.
    ///   - data: The advertising data.
    ///   - time: When the host got it.
    /// - Returns: `nil` when the data is too long for one event; see `HCIEvent.packet(of:data:)`.
    public static func record(
        of report: AdvertisingReport, data: [UInt8], at time: ObservationTime
    ) -> [UInt8]? {
        HCIEvent.packet(of: report, data: data).map { record(packet: $0, at: time) }
    }

    private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
        stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
