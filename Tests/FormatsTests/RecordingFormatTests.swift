import Formats
import Testing

struct RecordingFormatTests {
    @Test(arguments: [
        ("btsnoop\0", RecordingFormat.btsnoop), ("bts", .btsnoop), ("<?xml", .gpx), ("\u{FEFF} \n<gpx", .gpx),
        (" {\"time\"", .jsonl), ("-70,100", .csv), ("1", .csv), ("", nil), (" \n", nil), ("btsnoopx", nil),
        ("id,x,y", nil), ("\u{D4}\u{C3}", nil),
    ])
    func `the format is recognized from the first bytes`(text: String, format: RecordingFormat?) {
        #expect(RecordingFormat(detectedIn: Array(text.utf8)) == format)
    }
}
