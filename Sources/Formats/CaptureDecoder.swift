import Beacons

/// Decodes the packets of a capture into advertising reports.
struct CaptureDecoder: Sendable {
    private var packet: [UInt8] = []
    private var fragments: [UInt16: AdvertisingFragments] = [:]

    /// Calls a closure with each advertisement of a packet, and with the channel if it is known.
    ///
    /// - Throws: Why the rest of the packet cannot be read. Packets that are no advertisements give nothing.
    mutating func forEachAdvertisement(
        in record: CaptureRecord, of bytes: [UInt8],
        _ body: (AdvertisingReport, Span<UInt8>, _ channel: UInt8?) -> Void
    ) throws(FrameDefect) {
        do throws(FrameDefect) {
            let packet = bytes.span.extracting(record.packet)
            switch record.link {
            case .notAnEvent: return
            case .h4: try event(packet, record, body)
            case .event: try event(withoutType: bytes[record.packet], record, body)
            case .h4WithDirection:
                guard packet.count >= 4 else { throw .truncatedPacket }
                try event(packet.extracting(4..<packet.count), record, body)
            case .monitor:
                guard packet.count >= 4 else { throw .truncatedPacket }
                // Opcode 3 is an event.
                guard packet[2] == 0, packet[3] == 3 else { return }
                try event(withoutType: bytes[record.packet].dropFirst(4), record, body)
            case .linkLayer:
                let report = try LinkLayerPacket.advertisement(in: packet, rssi: nil)
                body(report, packet.extracting(report.data), nil)
            case .linkLayerWithHeader, .nordic:
                let reception = try SnifferHeader(record.link, packet)
                let rest = packet.extracting(reception.packet)
                let report = try LinkLayerPacket.advertisement(
                    in: rest, rssi: reception.rssi, isChecked: reception.isChecked,
                    hasCodingIndicator: reception.hasCodingIndicator)
                body(report, rest.extracting(report.data), reception.channel)
            }
        } catch .notAnAdvertisingReport {
            return
        } catch .notAnAdvertisement {
            return
        } catch {
            throw error
        }
    }

    private mutating func event(
        withoutType bytes: ArraySlice<UInt8>, _ record: CaptureRecord,
        _ body: (AdvertisingReport, Span<UInt8>, UInt8?) -> Void
    ) throws(FrameDefect) {
        packet.removeAll(keepingCapacity: true)
        packet.append(Self.eventPacketType)
        packet.append(contentsOf: bytes)
        let packet = packet
        try event(packet.span, record, body)
    }

    private mutating func event(
        _ packet: Span<UInt8>, _ record: CaptureRecord,
        _ body: (AdvertisingReport, Span<UInt8>, UInt8?) -> Void
    ) throws(FrameDefect) {
        try HCIEvent.forEachAdvertisingReport(in: packet) { report in
            let data = packet.extracting(report.data)
            guard report.properties.contains(.moreToCome) || fragments[record.adapter]?.isEmpty == false
            else {
                return body(report, data, nil)
            }
            let part = (0..<data.count).map { data[$0] }
            guard
                let whole = fragments[record.adapter, default: AdvertisingFragments()].add(report, data: part)
            else { return }
            var report = report
            report.data = 0..<whole.count
            body(report, whole.span, nil)
        }
    }

    /// The type of an event packet, by the Bluetooth core specification.
    private static let eventPacketType: UInt8 = 0x04
}
