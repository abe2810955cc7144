/// An Eddystone-URL frame: a web address in a compressed form, and the transmit power.
///
/// Layout: type `10`, power at 0 m (1 byte, signed), scheme (1 byte), then 0 to 17 bytes, each a character or the code of
/// an expansion such as `.com/`.
public struct EddystoneURLFrame: Hashable, Sendable {
    /// The address.
    public var url: EddystoneURL
    /// The signal strength at the beacon itself, in dBm; at one metre it is 41 dB lower.
    public var powerAtZeroMetres: Int8

    /// Makes a frame.
    public init(url: EddystoneURL, powerAtZeroMetres: Int8) {
        self.url = url
        self.powerAtZeroMetres = powerAtZeroMetres
    }

    /// Reads the data of the Eddystone service, beginning with the frame type.
    ///
    /// - Returns: `nil` for another frame type.
    /// - Throws: ``FrameDefect/wrongFrameLength`` for fewer than 3 or more than 20 bytes, and
    ///   ``FrameDefect/reservedValue`` for a scheme or a character that the specification reserves.
    public init?(serviceData bytes: Span<UInt8>) throws(FrameDefect) {
        guard bytes.count >= 1, bytes[0] == EddystoneFrameType.url else { return nil }
        guard bytes.count >= 3, bytes.count <= 3 + EddystoneURL.maximumCount else { throw .wrongFrameLength }
        powerAtZeroMetres = Int8(bitPattern: bytes[1])
        url = try EddystoneURL(encoded: bytes.extracting(2..<bytes.count))
    }

    /// The data of the Eddystone service: 3 to 20 bytes.
    public var serviceData: [UInt8] {
        [EddystoneFrameType.url, UInt8(bitPattern: powerAtZeroMetres)] + url.encoded
    }
}
