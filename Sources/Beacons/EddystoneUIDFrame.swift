/// An Eddystone-UID frame: a namespace, an instance, and the transmit power.
///
/// Layout: type `00`, power at 0 m (1 byte, signed), namespace (10 bytes), instance (6 bytes), two reserved bytes that
/// some beacons leave out.
public struct EddystoneUIDFrame: Hashable, Sendable {
    /// The organisation: ten bytes.
    public var namespace: EddystoneNamespace
    /// The beacon within the namespace: the lowest 48 bits.
    public var instance: UInt64
    /// The signal strength at the beacon itself, in dBm; at one metre it is 41 dB lower.
    public var powerAtZeroMetres: Int8
    /// Whether the frame ends with the two reserved bytes.
    public var hasReservedBytes: Bool

    /// Makes a frame; only the lowest 48 bits of the instance count.
    public init(
        namespace: EddystoneNamespace, instance: UInt64, powerAtZeroMetres: Int8,
        hasReservedBytes: Bool = true
    ) {
        self.namespace = namespace
        self.instance = instance & 0xFFFF_FFFF_FFFF
        self.powerAtZeroMetres = powerAtZeroMetres
        self.hasReservedBytes = hasReservedBytes
    }

    /// Reads the data of the Eddystone service, beginning with the frame type.
    ///
    /// - Returns: `nil` for another frame type.
    /// - Throws: ``FrameDefect/wrongFrameLength`` when it has neither 18 nor 20 bytes.
    public init?(serviceData bytes: Span<UInt8>) throws(FrameDefect) {
        guard bytes.count >= 1, bytes[0] == EddystoneFrameType.uid else { return nil }
        guard bytes.count == 18 || bytes.count == 20 else { throw .wrongFrameLength }
        self.init(
            namespace: EddystoneNamespace(high: bytes.bigEndian64(at: 2), low: bytes.bigEndian16(at: 10)),
            instance: UInt64(bytes.bigEndian16(at: 12)) << 32 | UInt64(bytes.bigEndian32(at: 14)),
            powerAtZeroMetres: Int8(bitPattern: bytes[1]), hasReservedBytes: bytes.count == 20)
    }

    /// The data of the Eddystone service: 18 or 20 bytes; reserved bytes are 0.
    public var serviceData: [UInt8] {
        var bytes = [EddystoneFrameType.uid, UInt8(bitPattern: powerAtZeroMetres)]
        bytes.appendBigEndian(namespace.high)
        bytes.appendBigEndian(namespace.low)
        bytes.appendBigEndian(UInt16(truncatingIfNeeded: instance >> 32))
        bytes.appendBigEndian(UInt32(truncatingIfNeeded: instance))
        return hasReservedBytes ? bytes + [0, 0] : bytes
    }
}

/// The ten bytes that identify the beacons of one organisation in Eddystone-UID frames.
public struct EddystoneNamespace: Hashable, Sendable {
    /// The first eight bytes.
    public let high: UInt64
    /// The last two bytes.
    public let low: UInt16

    /// Makes a namespace from its first eight and last two bytes, most significant first.
    public init(high: UInt64, low: UInt16) {
        self.high = high
        self.low = low
    }
}

extension EddystoneNamespace: CustomStringConvertible {
    /// Twenty hexadecimal digits in upper case.
    public var description: String { hexadecimal(high, digits: 16) + hexadecimal(UInt64(low), digits: 4) }
}

/// The lowest digits of a number in upper-case hexadecimal.
package func hexadecimal(_ number: UInt64, digits: Int) -> String {
    var text = ""
    text.reserveCapacity(digits)
    for digit in 0..<digits {
        let shift = UInt64(4 * (digits - 1 - digit))
        text.unicodeScalars.append(hexadecimalDigit(UInt8(truncatingIfNeeded: number >> shift) & 0xF))
    }
    return text
}
