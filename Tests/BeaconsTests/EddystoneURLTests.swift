import Beacons
import Testing

@Suite struct EddystoneURLTests {
    @Test(arguments: [
        ("00 67 6f 6f 67 6c 65 00", "http://www.google.com/"),
        ("01 67 6f 6f 67 6c 65 07", "https://www.google.com"),
        ("02 61 01", "http://a.org/"),
        ("03 67 69 74 68 75 62 00 63 69 74 72 75 7a", "https://github.com/citruz"),
        ("03", "https://"),
        ("03 61 0d 62 06 63", "https://a.govb.gov/c"),
        ("03 6162636465666768696a6b6c6d6e6f7071", "https://abcdefghijklmnopq"),
    ])
    func `an address is expanded and compressed`(encoded: String, text: String) throws {
        let data = try bytes("10 f8" + encoded)
        let frame = try #require(try eddystoneURL(data))
        #expect(frame.powerAtZeroMetres == -8)
        #expect(frame.url.text == text)
        #expect(frame.serviceData == data)
        #expect(EddystoneURL(text) == frame.url)
    }

    @Test(arguments: [
        "", "ftp://a.b", "HTTP://a.b", "https://a b", "https://ä.de", "https://abcdefghijklmnopqr",
        "http://www.abcdefghijklmnopqr", "https://a\u{7F}",
    ])
    func `an address that cannot be sent is refused`(text: String) {
        #expect(EddystoneURL(text) == nil)
    }

    @Test func `all lengths keep their bytes`() throws {
        for count in 0...17 {
            let text = "https://" + String("abcdefghijklmnopq".prefix(count))
            #expect(EddystoneURL(text)?.text == text)
        }
        let tooLong = try bytes("10 f8 03" + String(repeating: "61", count: 18))
        #expect(throws: FrameDefect.wrongFrameLength) { try eddystoneURL(tooLong) }
    }
}
