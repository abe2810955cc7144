/// The formats of recordings that the content identifies; tables also need a column map.
public enum RecordingFormat: String, Hashable, Sendable, CaseIterable {
    /// A Bluetooth capture of Android, BlueZ or a virtual controller.
    case btsnoop
    /// A capture of tcpdump or bumble.
    case pcap
    /// A capture of Wireshark or a sniffer.
    case pcapng
    /// A track of positions.
    case gpx
    /// A table of signal strengths.
    case csv
    /// A trace of JSON lines.
    case jsonl

    /// Determines the format from the first bytes; `nil` for unknown bytes.
    ///
    /// If the first byte is a digit or a sign, the format is a table.
    public init?(detectedIn bytes: [UInt8]) {
        let magic = BTSnoopFile.magic.prefix(bytes.count)
        if PcapFile.begins(bytes) {
            self = .pcap
            return
        }
        if bytes.starts(with: PcapngFile.magic) {
            self = .pcapng
            return
        }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        guard let first = text.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return nil }
        switch first {
        case _ where bytes.starts(with: magic): self = .btsnoop
        case UInt8(ascii: "<"): self = .gpx
        case UInt8(ascii: "{"): self = .jsonl
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"): self = .csv
        default: return nil
        }
    }

    /// Determines the format from the first bytes of a source; `nil` for unknown bytes.
    ///
    /// - Throws: ``RecordingError/Reason/unreadable(_:)``.
    public init?(detectedIn source: RecordingSource) throws(RecordingError) {
        self.init(detectedIn: try source.beginning(4_096))
    }
}
