/// An AltBeacon frame: an identity of 20 bytes, and its signal strength at a distance of one metre.
///
/// Layout of the manufacturer structure: company (2 bytes, least significant first), `BE AC`, identity (20 bytes),
/// strength at one metre (1 byte, signed), one byte for the manufacturer. Source: AltBeacon's specification 1.0.
public struct AltBeaconFrame: Hashable, Sendable {
    /// The company identifier of the manufacturer, by the Bluetooth assigned numbers; any value is allowed.
    public var company: UInt16
    /// The identity, split into 16, 2 and 2 bytes as is usual for AltBeacon.
    public var identity: BeaconIdentity
    /// The signal strength at one metre, in dBm.
    public var measuredPower: Int8
    /// A byte whose meaning each manufacturer chooses.
    public var manufacturerReserved: UInt8

    /// Makes a frame.
    public init(
        company: UInt16, identity: BeaconIdentity, measuredPower: Int8, manufacturerReserved: UInt8 = 0
    ) {
        self.company = company
        self.identity = identity
        self.measuredPower = measuredPower
        self.manufacturerReserved = manufacturerReserved
    }

    /// Reads the content of a manufacturer structure, which begins with the company identifier.
    ///
    /// - Returns: `nil` when it does not begin like an AltBeacon frame.
    /// - Throws: ``FrameDefect/wrongFrameLength`` when it does, but does not have 26 bytes.
    public init?(manufacturerData bytes: Span<UInt8>) throws(FrameDefect) {
        guard bytes.count >= 4, bytes.bigEndian16(at: 2) == Self.code else { return nil }
        guard bytes.count == Self.manufacturerDataCount else { throw .wrongFrameLength }
        let uuid = ProximityUUID(high: bytes.bigEndian64(at: 4), low: bytes.bigEndian64(at: 12))
        company = bytes.littleEndian16(at: 0)
        identity = BeaconIdentity(
            uuid: uuid, major: bytes.bigEndian16(at: 20), minor: bytes.bigEndian16(at: 22))
        measuredPower = Int8(bitPattern: bytes[24])
        manufacturerReserved = bytes[25]
    }

    /// The content of its manufacturer structure: 26 bytes, beginning with the company identifier.
    public var manufacturerData: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.manufacturerDataCount)
        bytes.appendLittleEndian(company, count: 2)
        bytes.appendBigEndian(Self.code)
        bytes.appendBigEndian(identity.uuid.high)
        bytes.appendBigEndian(identity.uuid.low)
        bytes.appendBigEndian(identity.major)
        bytes.appendBigEndian(identity.minor)
        bytes.append(UInt8(bitPattern: measuredPower))
        bytes.append(manufacturerReserved)
        return bytes
    }

    private static var code: UInt16 { 0xBEAC }
    private static var manufacturerDataCount: Int { 26 }
}
