/// Builds `pcap` and `pcapng` captures for tests, byte by byte.
struct PcapBuilder {
    var bytes: [UInt8]
    let isBigEndian: Bool

    /// Begins a `pcap` file.
    init(pcapOf linkType: UInt32, isBigEndian: Bool = false, isNanoseconds: Bool = false, version: UInt16 = 2)
    {
        self.isBigEndian = isBigEndian
        bytes = []
        bytes =
            number(isNanoseconds ? 0xA1B2_3C4D as UInt32 : 0xA1B2_C3D4) + number(version) + number(UInt16(4))
        bytes += number(UInt32(0)) + number(UInt32(0)) + number(UInt32(65_535)) + number(linkType)
    }

    /// Begins a `pcapng` file with one section.
    init(isBigEndian: Bool = false) {
        self.isBigEndian = isBigEndian
        bytes = []
        addSection()
    }

    func number(_ value: some FixedWidthInteger) -> [UInt8] {
        let bytes = (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isBigEndian ? bytes.reversed() : bytes
    }

    /// Adds a record of a `pcap` file.
    mutating func add(_ packet: [UInt8], seconds: UInt32, fraction: UInt32, original: Int? = nil) {
        bytes += number(seconds) + number(fraction) + number(UInt32(packet.count))
        bytes += number(UInt32(original ?? packet.count)) + packet
    }

    mutating func addSection() {
        addBlock(
            0x0A0D_0D0A,
            number(UInt32(0x1A2B_3C4D)) + number(UInt16(1)) + number(UInt16(0)) + number(Int64(-1)))
    }

    mutating func addBlock(_ type: UInt32, _ body: [UInt8]) {
        let padded = body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
        let length = UInt32(padded.count + 12)
        bytes += number(type) + number(length) + padded + number(length)
    }

    mutating func addInterface(_ linkType: UInt16, snapLength: UInt32 = 0, options: [(UInt16, [UInt8])] = [])
    {
        var body = number(linkType) + number(UInt16(0)) + number(snapLength)
        for (code, value) in options {
            body += number(code) + number(UInt16(value.count)) + value
            body += [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
        }
        addBlock(1, body + (options.isEmpty ? [] : [0, 0, 0, 0]))
    }

    mutating func addPacket(_ packet: [UInt8], interface: UInt32 = 0, units: UInt64, original: Int? = nil) {
        addBlock(
            6,
            number(interface) + number(UInt32(units >> 32)) + number(UInt32(truncatingIfNeeded: units))
                + number(UInt32(packet.count)) + number(UInt32(original ?? packet.count)) + packet)
    }
}
