import Beacons

/// What a sniffer writes before a packet from the air.
struct SnifferHeader {
    /// Where the packet is, beginning with its access address.
    var packet: Range<Int>
    /// The signal strength in dBm.
    var rssi: Int8?
    /// The advertising channel, 37 to 39, or another one.
    var channel: UInt8
    /// Whether the sniffer found the checksum right; `false` when it did not check.
    var isChecked: Bool
    /// Whether a byte for the coding follows the access address.
    var hasCodingIndicator: Bool

    /// Reads the header of a link that has one.
    ///
    /// - Throws: ``FrameDefect/wrongChecksum`` when the sniffer found the checksum wrong.
    init(_ link: CaptureLink, _ bytes: Span<UInt8>) throws(FrameDefect) {
        if link == .nordic { try self.init(nordic: bytes) } else { try self.init(linkLayer: bytes) }
    }

    /// Reads the header of link type 256.
    ///
    /// Layout: radio channel, signal, noise, offences (1 byte each), access address (4 bytes) and flags (2 bytes, least
    /// significant first). Source: tcpdump.org, LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR.
    private init(linkLayer bytes: Span<UInt8>) throws(FrameDefect) {
        guard bytes.count >= 10 else { throw .truncatedPacket }
        let flags = UInt16(bytes[8]) | UInt16(bytes[9]) << 8
        let isSignalValid = flags & 0x0002 != 0
        let isCheckDone = flags & 0x0400 != 0
        if isCheckDone, flags & 0x0800 == 0 { throw .wrongChecksum }
        packet = 10..<bytes.count
        rssi = isSignalValid ? Int8(bitPattern: bytes[1]) : nil
        channel = Self.channel(ofRadioChannel: bytes[0])
        isChecked = isCheckDone
        hasCodingIndicator = flags >> 14 == 2
    }

    /// Reads the header of link type 272.
    ///
    /// Layout: board (1 byte), length (2), version (1), counter (2), type (1), then header length (1), flags, channel,
    /// strength (1 each), event counter (2), time (4). Source: Nordic's sniffer, versions 2 and 3.
    private init(nordic bytes: Span<UInt8>) throws(FrameDefect) {
        guard bytes.count >= 17 else { throw .truncatedPacket }
        guard bytes[3] == 2 || bytes[3] == 3 else { throw .unsupportedVersion }
        // Type 6 is a packet; version 3 has type 2 for advertisements.
        guard bytes[6] == 6 || bytes[3] == 3 && bytes[6] == 2 else { throw .notAnAdvertisement }
        guard bytes[7] == 10 else { throw .unsupportedVersion }
        guard bytes[8] & 1 != 0 else { throw .wrongChecksum }
        packet = 17..<bytes.count
        rssi = bytes[10] <= 128 ? Int8(truncatingIfNeeded: -Int(bytes[10])) : nil
        channel = bytes[9]
        isChecked = true
        hasCodingIndicator = bytes[8] >> 4 & 0x7 == 2
    }

    /// Radio channels count by frequency, from 2402 MHz in steps of 2 MHz; the advertising channels lie among them.
    private static func channel(ofRadioChannel number: UInt8) -> UInt8 {
        switch number {
        case 0: 37
        case 12: 38
        case 39: 39
        case 1...11: number - 1
        case 13...38: number - 2
        default: number
        }
    }
}
