/// A frame of BTHome, version 2: measurements and events of a sensor, plain or encrypted.
///
/// Layout of the service data of UUID FCD2: device information (1 byte: bit 0 encrypted, bit 2 sent on an event, bits 5
/// to 7 the version), then objects. An encrypted frame has the encrypted objects, a counter (4 bytes, least significant
/// first) and a check (4 bytes). Source: bthome.io, "BTHome v2" and "Encryption".
public struct BTHomeFrame: Hashable, Sendable {
    /// The first byte of the service data.
    public var deviceInformation: UInt8
    /// Where the objects are in the bytes that were decoded; of an encrypted frame, everything after the first byte.
    public var content: Range<Int>

    /// Whether the objects are encrypted.
    public var isEncrypted: Bool { deviceInformation & 1 != 0 }
    /// Whether the device sends when something happens, and not at regular times.
    public var isTriggerBased: Bool { deviceInformation & 4 != 0 }

    /// Reads the data of the BTHome service, beginning with the device information.
    ///
    /// - Throws: ``FrameDefect/unsupportedVersion`` for another version than 2, and
    ///   ``FrameDefect/wrongFrameLength`` without device information, or when an encrypted frame has no room for
    ///   counter and check.
    public init(serviceData bytes: Span<UInt8>) throws(FrameDefect) {
        guard bytes.count >= 1 else { throw .wrongFrameLength }
        guard bytes[0] >> 5 == Self.version else { throw .unsupportedVersion }
        deviceInformation = bytes[0]
        content = 1..<bytes.count
        if isEncrypted, content.count < Self.trailerCount { throw .wrongFrameLength }
    }

    /// The UUID of the service whose data are the frames.
    public static var service: UInt16 { 0xFCD2 }

    private static var version: UInt8 { 2 }
    /// The number of bytes after the encrypted objects.
    private static var trailerCount: Int { 8 }
}

extension BTHomeFrame {
    /// The data of the BTHome service with plain objects.
    ///
    /// - Parameters:
    ///   - objects: The bytes of the objects, in the order of their identifiers.
    ///   - isTriggerBased: Whether the device sends when something happens.
    /// - Returns: The device information and the objects.
    public static func serviceData(objects: [UInt8], isTriggerBased: Bool = false) -> [UInt8] {
        [version << 5 | (isTriggerBased ? 4 : 0)] + objects
    }

    /// The data of the BTHome service with encrypted objects.
    ///
    /// - Parameters:
    ///   - objects: The bytes of the objects, in the order of their identifiers.
    ///   - isTriggerBased: Whether the device sends when something happens.
    ///   - address: The address of the device, which is part of the nonce.
    ///   - counter: A number that is greater in each frame, because a nonce may be used only once.
    ///   - key: The key that device and receivers share.
    ///   - ciphers: The ciphers of the caller.
    /// - Returns: The device information, the encrypted objects, the counter and the check.
    public static func serviceData(
        encrypting objects: [UInt8], isTriggerBased: Bool = false, address: DeviceAddress, counter: UInt32,
        key: CipherBlock, using ciphers: BeaconCiphers
    ) -> [UInt8] {
        let information = version << 5 | (isTriggerBased ? 4 : 0) | 1
        let nonce = nonce(of: address, information, counter)
        let sealed = ciphers.sealCCM(objects, nonce, 4, key)
        var bytes = [information] + sealed.ciphertext
        bytes.appendLittleEndian(counter, count: 4)
        return bytes + sealed.tag
    }

    /// The counter of an encrypted frame, and its objects as they were before they were encrypted.
    ///
    /// Anybody can repeat a frame: accept a counter only when it is greater than the last one of the device.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that were decoded.
    ///   - address: The address of the device.
    ///   - key: The key that device and receivers share.
    ///   - ciphers: The ciphers of the caller.
    /// - Returns: The counter, and the bytes of the objects.
    /// - Throws: ``FrameDefect/notAuthentic`` when the frame is not encrypted with this key for this address.
    public func decrypted(
        in bytes: Span<UInt8>, address: DeviceAddress, key: CipherBlock, using ciphers: BeaconCiphers
    ) throws(FrameDefect) -> (counter: UInt32, objects: [UInt8]) {
        guard isEncrypted else { throw .notAuthentic }
        let end = content.upperBound - Self.trailerCount
        let counter = bytes.littleEndian32(at: end)
        let ciphertext = (content.lowerBound..<end).map { bytes[$0] }
        let tag = (end + 4..<end + Self.trailerCount).map { bytes[$0] }
        let nonce = Self.nonce(of: address, deviceInformation, counter)
        guard let objects = ciphers.openCCM(ciphertext, tag, nonce, key) else { throw .notAuthentic }
        return (counter, objects)
    }

    private static func nonce(of address: DeviceAddress, _ information: UInt8, _ counter: UInt32) -> [UInt8] {
        var nonce: [UInt8] = []
        nonce.appendBigEndian(UInt16(truncatingIfNeeded: address.value >> 32))
        nonce.appendBigEndian(UInt32(truncatingIfNeeded: address.value))
        nonce.appendLittleEndian(service, count: 2)
        nonce.append(information)
        nonce.appendLittleEndian(counter, count: 4)
        return nonce
    }
}
