/// An iBeacon frame: the beacon's identity, and its signal strength at a distance of one metre.
///
/// Layout: company `4C 00`, type `02`, length `15`, UUID (16 bytes), major and minor (2 bytes each), measured power
/// (1 byte, signed); UUID, major and minor most significant byte first. Source: the descriptions of beacon vendors and
/// public parsers, and captures.
public struct IBeaconFrame: Hashable, Sendable {
    /// The identity that the beacon sends.
    public var identity: BeaconIdentity
    /// The signal strength at one metre, in dBm; usually -80 to -40, but a frame can have any value.
    public var measuredPower: Int8

    /// Makes a frame.
    public init(identity: BeaconIdentity, measuredPower: Int8) {
        self.identity = identity
        self.measuredPower = measuredPower
    }

    /// Reads the content of a manufacturer structure, which begins with the company identifier.
    ///
    /// - Returns: `nil` when it is not an iBeacon frame: from another company, or another format of Apple's.
    /// - Throws: ``FrameDefect/wrongFrameLength`` when it begins like an iBeacon frame but does not have 25
    ///   bytes.
    public init?(manufacturerData bytes: Span<UInt8>) throws(FrameDefect) {
        guard bytes.count >= 4, bytes.littleEndian32(at: 0) == Self.beginning else { return nil }
        guard bytes.count == Self.manufacturerDataCount else { throw .wrongFrameLength }
        self.init(uncheckedIn: bytes, at: 0)
    }

    /// Reads a frame after its beginning and length were checked.
    @inline(__always)
    init(uncheckedIn bytes: Span<UInt8>, at offset: Int) {
        let uuid = ProximityUUID(
            high: bytes.bigEndian64(at: offset + 4), low: bytes.bigEndian64(at: offset + 12))
        identity = BeaconIdentity(
            uuid: uuid, major: bytes.bigEndian16(at: offset + 20), minor: bytes.bigEndian16(at: offset + 22))
        measuredPower = Int8(bitPattern: bytes[offset + 24])
    }

    /// The first four bytes of every frame, as a number whose least significant byte comes first.
    static var beginning: UInt32 { 0x1502_004C }
    /// The number of bytes in its manufacturer structure.
    static var manufacturerDataCount: Int { 25 }
}

extension IBeaconFrame {
    /// The content of its manufacturer structure: 25 bytes, beginning with the company identifier.
    public var manufacturerData: [UInt8] {
        var bytes: [UInt8] = [0x4C, 0x00, 0x02, 0x15]
        bytes.reserveCapacity(Self.manufacturerDataCount)
        bytes.appendBigEndian(identity.uuid.high)
        bytes.appendBigEndian(identity.uuid.low)
        bytes.appendBigEndian(identity.major)
        bytes.appendBigEndian(identity.minor)
        bytes.append(UInt8(bitPattern: measuredPower))
        return bytes
    }

    /// A beacon's complete advertising data, 30 bytes.
    ///
    /// It has the flags of a discoverable device without classic Bluetooth, then the frame.
    public var advertisingData: [UInt8] {
        [0x02, 0x01, 0x06, UInt8(Self.manufacturerDataCount + 1), AdvertisingData.manufacturerType]
            + manufacturerData
    }
}
