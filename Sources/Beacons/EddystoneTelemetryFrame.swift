/// An Eddystone-TLM frame: the state of a beacon, without its identity.
///
/// Layout: type `20`, version `00`, battery (2 bytes), temperature (2 bytes, signed, in 1/256 °C), number of
/// advertisements (4 bytes), time since the start (4 bytes, in 0.1 s); all most significant byte first. The frame belongs
/// to the identity that the same device address sends in other frames.
public struct EddystoneTelemetryFrame: Hashable, Sendable {
    /// The battery's voltage in millivolts; `nil` when it is not measured (0 on the wire).
    public var batteryMillivolts: UInt16?
    /// The temperature in 1/256 °C; `nil` when it is not measured (-128 °C on the wire).
    public var temperatureSteps: Int16?
    /// The number of advertisements since the start.
    public var advertisementCount: UInt32
    /// The time since the start, in tenths of a second.
    public var uptimeTenths: UInt32

    /// Makes a frame.
    public init(
        batteryMillivolts: UInt16?, temperatureSteps: Int16?, advertisementCount: UInt32, uptimeTenths: UInt32
    ) {
        self.batteryMillivolts = batteryMillivolts
        self.temperatureSteps = temperatureSteps
        self.advertisementCount = advertisementCount
        self.uptimeTenths = uptimeTenths
    }

    /// The temperature in °C.
    public var celsius: Double? { temperatureSteps.map { Double($0) / 256 } }

    /// Reads the data of the Eddystone service, beginning with the frame type.
    ///
    /// - Returns: `nil` for another frame type, and for an encrypted frame.
    /// - Throws: ``FrameDefect/unsupportedVersion`` for a version above 1, and ``FrameDefect/wrongFrameLength``
    ///   when it does not have 14 bytes.
    public init?(serviceData bytes: Span<UInt8>) throws(FrameDefect) {
        guard bytes.count >= 1, bytes[0] == EddystoneFrameType.telemetry else { return nil }
        guard bytes.count >= 2 else { throw .wrongFrameLength }
        if bytes[1] == EddystoneEncryptedTelemetryFrame.version { return nil }
        guard bytes[1] == 0 else { throw .unsupportedVersion }
        guard bytes.count == 14 else { throw .wrongFrameLength }
        self.init(measurements: bytes.extracting(2..<14))
    }

    /// Reads the twelve bytes after the version.
    init(measurements bytes: Span<UInt8>) {
        let battery = bytes.bigEndian16(at: 0)
        let temperature = Int16(bitPattern: bytes.bigEndian16(at: 2))
        batteryMillivolts = battery == 0 ? nil : battery
        temperatureSteps = temperature == .min ? nil : temperature
        advertisementCount = bytes.bigEndian32(at: 4)
        uptimeTenths = bytes.bigEndian32(at: 8)
    }

    /// The data of the Eddystone service: 14 bytes.
    public var serviceData: [UInt8] { [EddystoneFrameType.telemetry, 0] + measurements }

    /// The twelve bytes after the version.
    var measurements: [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(batteryMillivolts ?? 0)
        bytes.appendBigEndian(UInt16(bitPattern: temperatureSteps ?? .min))
        bytes.appendBigEndian(advertisementCount)
        bytes.appendBigEndian(uptimeTenths)
        return bytes
    }
}
