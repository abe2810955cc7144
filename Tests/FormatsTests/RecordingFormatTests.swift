import Formats
import Testing

struct RecordingFormatTests {
    @Test(arguments: [
        ("btsnoop\0", RecordingFormat.btsnoop), ("bts", .btsnoop), ("<?xml", .gpx), ("\u{FEFF} \n<gpx", .gpx),
        (" {\"time\"", .jsonl), ("-70,100", .csv), ("1", .csv), ("", nil), (" \n", nil), ("btsnoopx", nil),
        ("id,x,y", nil), ("\u{D4}\u{C3}", nil),
        ("\n\r\r\n", .pcapng), ("\n\r\r\n{", .pcapng),
    ])
    func `the format is recognized from the first bytes`(text: String, format: RecordingFormat?) {
        #expect(RecordingFormat(detectedIn: Array(text.utf8)) == format)
    }

    @Test(
        arguments: [
            [0xA1, 0xB2, 0xC3, 0xD4], [0xD4, 0xC3, 0xB2, 0xA1], [0xA1, 0xB2, 0x3C, 0x4D],
            [0x4D, 0x3C, 0xB2, 0xA1, 0],
        ] as [[UInt8]])
    func `each magic number of pcap is recognized`(bytes: [UInt8]) {
        #expect(RecordingFormat(detectedIn: bytes) == .pcap)
        #expect(RecordingFormat(detectedIn: Array(bytes.prefix(3))) == nil)
    }
}
