extension AdvertisingData {
    /// Calls a closure with each beacon frame of any kind, in order.
    ///
    /// The method allocates nothing. Damaged frames are skipped, and the first one is thrown at the end.
    ///
    /// - Parameters:
    ///   - bytes: The advertising data, or a scan response.
    ///   - body: Called with each frame; the content of a ``BTHomeFrame`` is a range of the bytes.
    /// - Throws: What was wrong first; frames were given nevertheless, before and after it. Behind a
    ///   ``FrameDefect/truncatedStructure`` nothing can be read.
    /// - Complexity: O(*n*) in the number of structures.
    public static func forEachFrame(
        in bytes: Span<UInt8>, _ body: (BeaconFrame) -> Void
    ) throws(FrameDefect) {
        var defect: FrameDefect?
        var structures = AdvertisingStructures()
        while true {
            do throws(FrameDefect) {
                guard let structure = try structures.next(in: bytes) else { break }
                do throws(FrameDefect) {
                    if let frame = try frame(in: structure, of: bytes) { body(frame) }
                } catch {
                    defect = defect ?? error
                }
            } catch {
                defect = defect ?? error
                break
            }
        }
        if let defect { throw defect }
    }

    /// The frame in one structure of advertising data.
    ///
    /// - Parameters:
    ///   - structure: The structure.
    ///   - bytes: The advertising data that it belongs to.
    /// - Returns: `nil` when the structure holds no known frame.
    /// - Throws: What is wrong with a structure that begins like a known frame.
    public static func frame(
        in structure: AdvertisingStructure, of bytes: Span<UInt8>
    ) throws(FrameDefect) -> BeaconFrame? {
        let content = bytes.extracting(structure.content)
        switch structure.type {
        case manufacturerType: return try manufacturerFrame(in: content)
        case serviceDataType where content.count >= 2:
            let data = content.extracting(2..<content.count)
            switch content.littleEndian16(at: 0) {
            case EddystoneFrameType.service: return try eddystoneFrame(in: data)
            case BTHomeFrame.service:
                var frame = try BTHomeFrame(serviceData: data)
                let start = structure.content.lowerBound + 2
                frame.content = start + frame.content.lowerBound..<start + frame.content.upperBound
                return .btHome(frame)
            default: return nil
            }
        default: return nil
        }
    }

    private static func manufacturerFrame(in data: Span<UInt8>) throws(FrameDefect) -> BeaconFrame? {
        if let frame = try IBeaconFrame(manufacturerData: data) { return .iBeacon(frame) }
        if let frame = try AltBeaconFrame(manufacturerData: data) { return .altBeacon(frame) }
        return try RuuviFrame(manufacturerData: data).map(BeaconFrame.ruuvi)
    }

    private static func eddystoneFrame(in data: Span<UInt8>) throws(FrameDefect) -> BeaconFrame? {
        guard data.count >= 1 else { throw .wrongFrameLength }
        switch data[0] {
        case EddystoneFrameType.uid:
            return try EddystoneUIDFrame(serviceData: data).map(BeaconFrame.eddystoneUID)
        case EddystoneFrameType.url:
            return try EddystoneURLFrame(serviceData: data).map(BeaconFrame.eddystoneURL)
        case EddystoneFrameType.ephemeral:
            return try EddystoneEphemeralFrame(serviceData: data).map(BeaconFrame.eddystoneEphemeral)
        case EddystoneFrameType.telemetry:
            if let frame = try EddystoneEncryptedTelemetryFrame(serviceData: data) {
                return .eddystoneEncryptedTelemetry(frame)
            }
            return try EddystoneTelemetryFrame(serviceData: data).map(BeaconFrame.eddystoneTelemetry)
        default: throw .reservedValue
        }
    }

    /// The type of a structure whose content begins with a 16-bit UUID of a service.
    static var serviceDataType: UInt8 { 0x16 }
}

extension BeaconFrame {
    /// The advertising data of a beacon that sends this frame alone: flags, the service where the format lists it, and
    /// the frame.
    ///
    /// - Returns: `nil` for a ``BTHomeFrame``, whose objects are not part of the value: use
    ///   ``AdvertisingDataWriter``.
    public var advertisingData: [UInt8]? {
        switch self {
        case .iBeacon(let frame): frame.advertisingData
        case .altBeacon(let frame): Self.manufacturer(frame.manufacturerData)
        case .eddystoneUID(let frame): Self.eddystone(frame.serviceData)
        case .eddystoneURL(let frame): Self.eddystone(frame.serviceData)
        case .eddystoneTelemetry(let frame): Self.eddystone(frame.serviceData)
        case .eddystoneEncryptedTelemetry(let frame): Self.eddystone(frame.serviceData)
        case .eddystoneEphemeral(let frame): Self.eddystone(frame.serviceData)
        case .ruuvi(let frame): Self.manufacturer(frame.manufacturerData)
        case .btHome: nil
        }
    }

    private static func manufacturer(_ content: [UInt8]) -> [UInt8] {
        [2, 1, 6, UInt8(content.count + 1), AdvertisingData.manufacturerType] + content
    }

    private static func eddystone(_ frame: [UInt8]) -> [UInt8] {
        [2, 1, 6, 3, 3, 0xAA, 0xFE, UInt8(frame.count + 3), AdvertisingData.serviceDataType, 0xAA, 0xFE]
            + frame
    }
}
