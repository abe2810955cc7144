import Beacons
import TestSupport
import Testing

@Suite struct ProximityUUIDTests {
    private static let text = "FDA50693-A4E2-4FB1-AFCF-C6EB07647825"

    @Test(arguments: [
        text, text.lowercased(), "fda50693a4e24fb1afcfc6eb07647825", "FDA50693A4E24FB1AFCFC6EB07647825",
    ])
    func `every usual spelling is read and written as one`(spelling: String) throws {
        let uuid = try #require(ProximityUUID(spelling))
        #expect(uuid == ProximityUUID(high: 0xFDA5_0693_A4E2_4FB1, low: 0xAFCF_C6EB_0764_7825))
        #expect(uuid.description == Self.text)
    }

    @Test(arguments: [
        "", "-", "FDA50693-A4E2-4FB1-AFCF-C6EB0764782", "FDA50693-A4E2-4FB1-AFCF-C6EB076478255",
        "FDA50693-A4E24FB1-AFCF-C6EB07647825", "FDA5-0693A4E2-4FB1-AFCF-C6EB07647825",
        "GDA50693-A4E2-4FB1-AFCF-C6EB07647825", "{FDA50693-A4E2-4FB1-AFCF-C6EB07647825}",
        "FDA50693-A4E2-4FB1-AFCF-C6EB0764782５",
    ])
    func `other text is refused`(text: String) {
        #expect(ProximityUUID(text) == nil)
    }

    @Test(arguments: 0..<50)
    func `a UUID that is written and read is the same`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let uuid = ProximityUUID(high: generator.next(), low: generator.next())
        #expect(ProximityUUID(uuid.description) == uuid)
    }
}
