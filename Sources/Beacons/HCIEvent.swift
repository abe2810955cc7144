/// Packets from a Bluetooth controller, in the H4 form of serial lines, sockets and captures.
///
/// Layout: type `04`, event `3E`, length, then subevent `02` (legacy) or `0D` (extended), the number of reports, and
/// the reports one after another, as BlueZ reads them. Source: BlueZ, monitor/bt.h.
public enum HCIEvent: Sendable {
    /// Calls a closure with each advertising report of a packet, in order.
    ///
    /// The method allocates nothing.
    ///
    /// - Parameters:
    ///   - packet: One complete packet, beginning with its H4 type.
    ///   - body: Called with each report; its data is a range of the packet.
    /// - Throws: The reason why the rest of the packet cannot be read; earlier reports stay valid.
    ///   ``FrameDefect/notAnAdvertisingReport`` means that the packet is something else.
    public static func forEachAdvertisingReport(
        in packet: Span<UInt8>, _ body: (AdvertisingReport) -> Void
    ) throws(FrameDefect) {
        guard packet.count >= 4 else { throw .truncatedPacket }
        guard packet[0] == eventType, packet[1] == lowEnergyEvent,
            let layout = ReportLayout(rawValue: packet[3])
        else { throw .notAnAdvertisingReport }
        try checkLength(of: packet)
        guard packet[4] > 0 else { throw .noReports }
        var offset = 5
        for _ in 0..<packet[4] {
            let report = try layout.report(in: packet, at: offset)
            body(report)
            offset = layout.end(of: report)
        }
        guard offset == packet.count else { throw .trailingBytes }
    }

    private static func checkLength(of packet: Span<UInt8>) throws(FrameDefect) {
        let count = 3 + Int(packet[2])
        guard packet.count >= count, count >= 5 else { throw .truncatedPacket }
        guard packet.count == count else { throw .trailingBytes }
    }

    static var eventType: UInt8 { 0x04 }
    static var lowEnergyEvent: UInt8 { 0x3E }
}
