/// An encrypted Eddystone-TLM frame: the state of a beacon whose identifier changes.
///
/// Layout: type `20`, version `01`, twelve encrypted bytes, salt (2 bytes), check (2 bytes). The cipher is AES-EAX with
/// the identity key of the beacon; the nonce is its time counter without the lowest bits, and the salt.
public struct EddystoneEncryptedTelemetryFrame: Hashable, Sendable {
    /// The first eight encrypted bytes, most significant first.
    public var ciphertextHigh: UInt64
    /// The last four encrypted bytes, most significant first.
    public var ciphertextLow: UInt32
    /// The random part of the nonce.
    public var salt: UInt16
    /// The first two bytes of the authentication tag.
    public var check: UInt16

    /// Makes a frame from its parts.
    public init(ciphertextHigh: UInt64, ciphertextLow: UInt32, salt: UInt16, check: UInt16) {
        self.ciphertextHigh = ciphertextHigh
        self.ciphertextLow = ciphertextLow
        self.salt = salt
        self.check = check
    }

    /// Reads the data of the Eddystone service, beginning with the frame type.
    ///
    /// - Returns: `nil` for another frame type or version.
    /// - Throws: ``FrameDefect/wrongFrameLength`` when it does not have 18 bytes.
    public init?(serviceData bytes: Span<UInt8>) throws(FrameDefect) {
        guard bytes.count >= 2, bytes[0] == EddystoneFrameType.telemetry, bytes[1] == Self.version else {
            return nil
        }
        guard bytes.count == 18 else { throw .wrongFrameLength }
        ciphertextHigh = bytes.bigEndian64(at: 2)
        ciphertextLow = bytes.bigEndian32(at: 10)
        salt = bytes.bigEndian16(at: 14)
        check = bytes.bigEndian16(at: 16)
    }

    /// The data of the Eddystone service: 18 bytes.
    public var serviceData: [UInt8] {
        var bytes = [EddystoneFrameType.telemetry, Self.version] + ciphertext
        bytes.appendBigEndian(salt)
        bytes.appendBigEndian(check)
        return bytes
    }

    static var version: UInt8 { 1 }

    private var ciphertext: [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(ciphertextHigh)
        bytes.appendBigEndian(ciphertextLow)
        return bytes
    }
}

extension EddystoneEncryptedTelemetryFrame {
    /// Encrypts the state of a beacon.
    ///
    /// - Parameters:
    ///   - telemetry: The state.
    ///   - beacon: The beacon's identity key and rotation.
    ///   - counter: The beacon's time counter, in seconds.
    ///   - salt: Two random bytes.
    ///   - ciphers: The ciphers of the caller.
    public init(
        encrypting telemetry: EddystoneTelemetryFrame, of beacon: EphemeralBeaconKey, counter: UInt32,
        salt: UInt16, using ciphers: BeaconCiphers
    ) {
        let nonce = Self.nonce(counter: beacon.truncated(counter), salt: salt)
        let sealed = ciphers.sealEAX(telemetry.measurements, nonce, 2, beacon.identityKey)
        let bytes = (sealed.ciphertext + sealed.tag).span
        self.init(
            ciphertextHigh: bytes.bigEndian64(at: 0), ciphertextLow: bytes.bigEndian32(at: 8), salt: salt,
            check: bytes.bigEndian16(at: 12))
    }

    /// Decrypts the state.
    ///
    /// A wrong key or counter passes the check by chance once in 65,536 tries, because the check has two bytes.
    /// So find the counter with the identifier that the same device sends, not by trying.
    ///
    /// - Parameters:
    ///   - beacon: The beacon's identity key and rotation.
    ///   - counter: The beacon's time counter, in seconds.
    ///   - ciphers: The ciphers of the caller.
    /// - Returns: The state of the beacon.
    /// - Throws: ``FrameDefect/notAuthentic`` when key or counter are wrong, or the frame was changed.
    public func decrypted(
        of beacon: EphemeralBeaconKey, counter: UInt32, using ciphers: BeaconCiphers
    ) throws(FrameDefect) -> EddystoneTelemetryFrame {
        let nonce = Self.nonce(counter: beacon.truncated(counter), salt: salt)
        var tag: [UInt8] = []
        tag.appendBigEndian(check)
        guard let opened = ciphers.openEAX(ciphertext, tag, nonce, beacon.identityKey), opened.count == 12
        else {
            throw .notAuthentic
        }
        return EddystoneTelemetryFrame(measurements: opened.span)
    }

    private static func nonce(counter: UInt32, salt: UInt16) -> [UInt8] {
        var nonce: [UInt8] = []
        nonce.appendBigEndian(counter)
        nonce.appendBigEndian(salt)
        return nonce
    }
}
