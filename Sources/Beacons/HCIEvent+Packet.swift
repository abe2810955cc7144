extension HCIEvent {
    /// Encodes one report as a controller would send it, for example in a simulation.
    ///
    /// The packet has the older legacy form if possible, and otherwise the extended one. Fields that a report
    /// does not store get the value for "unknown" or "none": physical layer 1M, no period, no
    /// receiver.
    ///
    /// - Parameters:
    ///   - report: The report; the range of its data is ignored.
    ///   - data: The advertising data.
    /// - Returns: A packet that decodes to the same report; `nil` when the data is too long for one packet:
    ///   above 229 bytes, or above 243 in the legacy form.
    public static func packet(of report: AdvertisingReport, data: [UInt8]) -> [UInt8]? {
        let body: [UInt8]
        let layout: ReportLayout
        if let type = report.properties.legacyEventType, report.transmitPower == nil,
            report.advertisingSet == nil
        {
            layout = .legacy
            body =
                [type] + report.address.bytes + [UInt8(truncatingIfNeeded: data.count)] + data + [
                    byte(report.rssi)
                ]
        } else {
            layout = .extended
            body = extendedHeader(of: report) + [UInt8(truncatingIfNeeded: data.count)] + data
        }
        guard let length = UInt8(exactly: body.count + 2) else { return nil }
        return [eventType, lowEnergyEvent, length, layout.rawValue, 1] + body
    }

    private static func extendedHeader(of report: AdvertisingReport) -> [UInt8] {
        let bits = report.properties.rawValue
        return [UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8)] + report.address.bytes
            + [
                1, 0, report.advertisingSet ?? 0xFF, byte(report.transmitPower), byte(report.rssi), 0, 0, 0,
                0, 0, 0, 0, 0, 0,
            ]
    }

    private static func byte(_ decibels: Int8?) -> UInt8 { UInt8(bitPattern: decibels ?? 127) }
}

extension AdvertisingProperties {
    /// The legacy event type for these properties.
    fileprivate var legacyEventType: UInt8? {
        (0...4).first { AdvertisingProperties(legacyEventType: $0) == self }
    }
}

extension DeviceAddress {
    /// The kind and the bytes as in reports: the first byte of the text form comes last.
    fileprivate var bytes: [UInt8] {
        [kind.rawValue] + (0..<6).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
