import Beacons
import Testing

@Suite struct AdvertisingElementTests {
    @Test func `what a writer adds is what a reader finds`() throws {
        let uuid = ProximityUUID(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_0E0F)
        var writer = AdvertisingDataWriter(capacity: 100)
        try writer.add([.generalDiscoverable, .withoutClassic])
        try writer.add(services: [0xFEAA, 0x180F])
        try writer.add(services: [uuid], isComplete: false)
        try writer.add(name: "Tür")
        try writer.add(transmitPower: -4)
        try writer.add(serviceData: [100], of: 0x180F)
        try writer.add(manufacturerData: [0x4C, 0x00, 0x10])
        let data = writer.bytes
        let expected =
            "020106 0503aafe0f18 1106 0f0e0d0c0b0a09080706050403020100 050954c3bc72 020afc 04160f1864 04ff4c0010"
        #expect(data == (try bytes(expected)))
        #expect(
            try elements(in: data) == [
                .flags([.generalDiscoverable, .withoutClassic]), .services16(5..<9, isComplete: true),
                .services128(11..<27, isComplete: false), .name(29..<33, isComplete: true),
                .transmitPower(-4),
                .serviceData(service: 0x180F, 40..<41), .manufacturerData(company: 0x004C, 45..<46),
            ])
        #expect(name(in: data) == "Tür")
    }

    @Test(arguments: [
        "0101", "040300aafe", "0406aafe00", "010a", "030a0000", "0216aa", "02ff4c", "01ff",
    ])
    func `a structure of the wrong length says so`(data: String) throws {
        let data = try bytes(data)
        #expect(throws: FrameDefect.wrongStructureLength) { try elements(in: data) }
    }

    @Test func `a type without a meaning here is kept as it is`() throws {
        #expect(
            try elements(in: [3, 0x19, 0, 2]) == [.other(AdvertisingStructure(type: 0x19, content: 2..<4))])
    }

    @Test(arguments: [
        ("03084142 03 0441", "AB"), ("03084142 0943 44", "AB"), ("03084142 03094344", "CD"),
        ("03094344 03084142", "CD"), ("0309ff41", "\u{FFFD}A"),
    ])
    func `the complete name comes before a shortened one`(data: String, expected: String) throws {
        #expect(name(in: try bytes(data)) == expected)
    }

    @Test func `a structure that does not fit leaves the data unchanged`() throws {
        var writer = AdvertisingDataWriter(capacity: 5)
        try writer.add(.generalDiscoverable)
        #expect(throws: AdvertisingDataWriter.Full.self) { try writer.add(name: "A") }
        #expect(writer.bytes == [2, 1, 2])
        var wide = AdvertisingDataWriter(capacity: 1_650)
        #expect(throws: AdvertisingDataWriter.Full.self) {
            try wide.add(type: 0xFF, content: [UInt8](repeating: 0, count: 255))
        }
        try wide.add(type: 0xFF, content: [UInt8](repeating: 0, count: 254))
    }

    private func elements(in data: [UInt8]) throws -> [AdvertisingElement] {
        var elements: [AdvertisingElement] = []
        var structures = AdvertisingStructures()
        while let structure = try structures.next(in: data.span) {
            elements.append(try AdvertisingElement(structure, in: data.span))
        }
        return elements
    }
}
