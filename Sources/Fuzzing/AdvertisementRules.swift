import Beacons

/// What holds for any bytes that come from the air.
public enum AdvertisementRules: Sendable {
    /// Tries bytes as a controller's packet and as advertising data: what is read lies within them, and is read again
    /// from what is written of it.
    public static func check(_ bytes: [UInt8]) throws(BrokenRule) {
        try checkPacket(bytes)
        try checkAdvertisingData(bytes)
        try checkFrames(in: bytes)
        try checkLinkLayer(bytes)
    }

    private static func checkPacket(_ packet: [UInt8]) throws(BrokenRule) {
        let (reports, defect) = reports(in: packet)
        try BrokenRule.unless(
            !reports.isEmpty || defect != nil, "A packet was read without a defect and holds no report.")
        for report in reports {
            let isInside = report.data.lowerBound >= 5 && report.data.upperBound <= packet.count
            try BrokenRule.unless(isInside, "A report has data that lies outside of the packet.")
            try checkWriting(report, of: packet)
            try checkAdvertisingData(Array(packet[report.data]))
            try checkFrames(in: Array(packet[report.data]))
        }
    }

    private static func checkWriting(_ report: AdvertisingReport, of packet: [UInt8]) throws(BrokenRule) {
        let data = Array(packet[report.data])
        guard let written = HCIEvent.packet(of: report, data: data) else {
            throw BrokenRule("A report that was read cannot be written.")
        }
        let again = reports(in: written)
        var expected = report
        expected.data = again.reports.first?.data ?? 0..<0
        try BrokenRule.unless(
            again.reports == [expected] && again.defect == nil && Array(written[expected.data]) == data,
            "A report changed when it was written and read.")
    }

    private static func checkAdvertisingData(_ data: [UInt8]) throws(BrokenRule) {
        let (contents, defect) = manufacturerContents(in: data)
        let found = frame(in: data)
        if let frame = found.frame {
            let isThere = contents.contains(frame.manufacturerData)
            try BrokenRule.unless(isThere, "A frame was found that no structure holds.")
        } else {
            let isPassedOver = contents.contains { $0.count == 25 && $0.starts(with: [0x4C, 0, 2, 0x15]) }
            try BrokenRule.unless(!isPassedOver, "A frame was passed over.")
            try BrokenRule.unless(defect == nil || found.defect == defect, "A defect was passed over.")
        }
    }

    private static func frame(in data: [UInt8]) -> (frame: IBeaconFrame?, defect: FrameDefect?) {
        do throws(FrameDefect) {
            return (try AdvertisingData.iBeacon(in: data.span), nil)
        } catch {
            return (nil, error)
        }
    }

    private static func manufacturerContents(in data: [UInt8]) -> (contents: [[UInt8]], defect: FrameDefect?)
    {
        var contents: [[UInt8]] = []
        var structures = AdvertisingStructures()
        do throws(FrameDefect) {
            while let structure = try structures.next(in: data.span) {
                if structure.type == 0xFF { contents.append(Array(data[structure.content])) }
            }
            return (contents, nil)
        } catch {
            return (contents, error)
        }
    }

    private static func reports(in packet: [UInt8]) -> (reports: [AdvertisingReport], defect: FrameDefect?) {
        var reports: [AdvertisingReport] = []
        do throws(FrameDefect) {
            try HCIEvent.forEachAdvertisingReport(in: packet.span) { reports.append($0) }
            return (reports, nil)
        } catch {
            return (reports, error)
        }
    }
}
