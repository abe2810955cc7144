/// Encodes numbers and texts as bytes of a journal: little-endian, and texts after their length.
struct JournalWriter {
    private(set) var bytes: [UInt8] = []

    /// The maximum length of a text in UTF-8; longer names are refused earlier.
    static let longestText = Int(UInt16.max)

    mutating func number<Number: FixedWidthInteger>(_ number: Number) {
        unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    /// Replaces the bytes at an offset.
    mutating func put<Number: FixedWidthInteger>(_ number: Number, at place: Int) {
        for offset in 0..<Number.bitWidth / 8 {
            bytes[place + offset] = UInt8(truncatingIfNeeded: number >> (8 * offset))
        }
    }

    mutating func text(_ text: String) {
        let utf8 = text.utf8.prefix(Self.longestText)
        number(UInt16(utf8.count))
        bytes.append(contentsOf: utf8)
    }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}

/// Decodes numbers and texts from bytes; `nil` when the bytes end too early.
struct JournalReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position == bytes.endIndex }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
        let count = Number.bitWidth / 8
        guard bytes.endIndex - position >= count else { return nil }
        var number: Number = 0
        for offset in 0..<count {
            number |= Number(truncatingIfNeeded: bytes[position + offset]) << (8 * offset)
        }
        position += count
        return number
    }

    mutating func text() -> String? {
        guard let count = number(UInt16.self).map(Int.init), bytes.endIndex - position >= count else {
            return nil
        }
        defer { position += count }
        return String(validating: bytes[position..<position + count], as: UTF8.self)
    }
}

/// The checksum of zip and Ethernet (CRC-32, reflected, 0xEDB88320).
enum Checksum {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
    }

    /// The checksum of bytes, continued from the checksum of earlier bytes.
    static func of(_ bytes: some Sequence<UInt8>, after sum: UInt32 = 0) -> UInt32 {
        ~bytes.reduce(~sum) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
    }
}
