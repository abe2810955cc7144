/// An Eddystone-EID frame: an identifier that only those with the beacon's key recognise.
///
/// Layout: type `30`, power at 0 m (1 byte, signed), identifier (8 bytes).
public struct EddystoneEphemeralFrame: Hashable, Sendable {
    /// The identifier, most significant byte first.
    public var identifier: UInt64
    /// The signal strength at the beacon itself, in dBm; at one metre it is 41 dB lower.
    public var powerAtZeroMetres: Int8

    /// Makes a frame.
    public init(identifier: UInt64, powerAtZeroMetres: Int8) {
        self.identifier = identifier
        self.powerAtZeroMetres = powerAtZeroMetres
    }

    /// Reads the data of the Eddystone service, beginning with the frame type.
    ///
    /// - Returns: `nil` for another frame type.
    /// - Throws: ``FrameDefect/wrongFrameLength`` when it does not have 10 bytes.
    public init?(serviceData bytes: Span<UInt8>) throws(FrameDefect) {
        guard bytes.count >= 1, bytes[0] == EddystoneFrameType.ephemeral else { return nil }
        guard bytes.count == 10 else { throw .wrongFrameLength }
        self.init(identifier: bytes.bigEndian64(at: 2), powerAtZeroMetres: Int8(bitPattern: bytes[1]))
    }

    /// The data of the Eddystone service: 10 bytes.
    public var serviceData: [UInt8] {
        var bytes = [EddystoneFrameType.ephemeral, UInt8(bitPattern: powerAtZeroMetres)]
        bytes.appendBigEndian(identifier)
        return bytes
    }
}
