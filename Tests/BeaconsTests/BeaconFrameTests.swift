import Beacons
import Testing

@Suite struct BeaconFrameTests {
    /// Advertising data that the sources of the formats publish, with what it means.
    struct Published: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let data: String
        let frame: BeaconFrame

        static let all = [
            Published(
                testDescription: "iBeacon: a badge",
                data: "0201061aff4c000215fda50693a4e24fb1afcfc6eb0764782527114cb9c5",
                frame: .iBeacon(
                    IBeaconFrame(
                        identity: BeaconIdentity(
                            uuid: ProximityUUID(high: 0xFDA5_0693_A4E2_4FB1, low: 0xAFCF_C6EB_0764_7825),
                            major: 10001, minor: 19641), measuredPower: -59))),
            Published(
                testDescription: "AltBeacon",
                data: "020106 1bff 1801 beac 2f234454cf6d4a0fadf2f4911ba9ffa6 0001 0002 c5 07",
                frame: .altBeacon(
                    AltBeaconFrame(
                        company: 0x0118,
                        identity: BeaconIdentity(
                            uuid: ProximityUUID(high: 0x2F23_4454_CF6D_4A0F, low: 0xADF2_F491_1BA9_FFA6),
                            major: 1, minor: 2), measuredPower: -59, manufacturerReserved: 7))),
            Published(
                testDescription: "Eddystone-UID: an example of beacontools",
                data: "020106 0303aafe 1716aafe 00e3 12345678901234678901 000000000001 0000",
                frame: .eddystoneUID(
                    EddystoneUIDFrame(
                        namespace: EddystoneNamespace(high: 0x1234_5678_9012_3467, low: 0x8901), instance: 1,
                        powerAtZeroMetres: -29))),
            Published(
                testDescription: "Eddystone-UID without the reserved bytes",
                data: "020106 0303aafe 1516aafe 00e3 12345678901234678901 000000000001",
                frame: .eddystoneUID(
                    EddystoneUIDFrame(
                        namespace: EddystoneNamespace(high: 0x1234_5678_9012_3467, low: 0x8901), instance: 1,
                        powerAtZeroMetres: -29, hasReservedBytes: false))),
            Published(
                testDescription: "Eddystone-TLM: an example of beacontools",
                data: "020106 0303aafe 1116aafe 2000 0b18 1300 00001467 00002ac4",
                frame: .eddystoneTelemetry(
                    EddystoneTelemetryFrame(
                        batteryMillivolts: 2840, temperatureSteps: 0x1300, advertisementCount: 5223,
                        uptimeTenths: 10948))),
            Published(
                testDescription: "Eddystone-TLM without temperature and battery",
                data: "020106 0303aafe 1116aafe 2000 0000 8000 00000000 00000000",
                frame: .eddystoneTelemetry(
                    EddystoneTelemetryFrame(
                        batteryMillivolts: nil, temperatureSteps: nil, advertisementCount: 0, uptimeTenths: 0)
                )),
            Published(
                testDescription: "encrypted Eddystone-TLM",
                data: "020106 0303aafe 1516aafe 2001 414141414141414141414141 dead beff",
                frame: .eddystoneEncryptedTelemetry(
                    EddystoneEncryptedTelemetryFrame(
                        ciphertextHigh: 0x4141_4141_4141_4141, ciphertextLow: 0x4141_4141, salt: 0xDEAD,
                        check: 0xBEFF))),
            Published(
                testDescription: "Eddystone-EID",
                data: "020106 0303aafe 0d16aafe 30eb 39aa6b35679e9c21",
                frame: .eddystoneEphemeral(
                    EddystoneEphemeralFrame(identifier: 0x39AA_6B35_679E_9C21, powerAtZeroMetres: -21))),
        ]
    }

    @Test(arguments: Published.all)
    func `published advertising data gives the frame, and the frame gives the data`(published: Published)
        throws
    {
        let data = try bytes(published.data)
        let found = frames(in: data)
        #expect(found.frames == [published.frame])
        #expect(found.defect == nil)
        #expect(published.frame.advertisingData == data)
    }

    @Test func `every kind has a name of its own`() {
        #expect(Set(BeaconFrame.Kind.allCases.map(\.description)).count == BeaconFrame.Kind.allCases.count)
    }

    @Test func `several frames in one advertisement are all given`() throws {
        let data = try bytes(
            "1aff4c000215494e54454c4c495f524f434b535f48575072f2ffc2 0d16aafe30eb39aa6b35679e9c21 0516d2fc400161"
        )
        let kinds = frames(in: data).frames.map(\.kind)
        #expect(kinds == [.iBeacon, .eddystoneEphemeral, .btHome])
    }

    @Test(arguments: [
        ("05ff4c000215", FrameDefect.wrongFrameLength),
        ("06ff1801beac01", .wrongFrameLength),
        ("05ff99040500", .wrongFrameLength),
        ("03 16aafe", .wrongFrameLength),
        ("04 16aafe00", .wrongFrameLength),
        ("05 16aafe10eb", .wrongFrameLength),
        ("06 16aafe10eb04", .reservedValue),
        ("07 16aafe10eb030e", .reservedValue),
        ("07 16aafe10eb037f", .reservedValue),
        ("04 16aafe20", .wrongFrameLength),
        ("05 16aafe2002", .unsupportedVersion),
        ("05 16aafe2000", .wrongFrameLength),
        ("05 16aafe2001", .wrongFrameLength),
        ("05 16aafe30eb", .wrongFrameLength),
        ("04 16aafe40", .reservedValue),
        ("03 16d2fc", .wrongFrameLength),
        ("04 16d2fc20", .unsupportedVersion),
        ("0b 16d2fc41 00112233445566", .wrongFrameLength),
        ("0d 16aafe30eb39aa6b35679e9c", .truncatedStructure),
    ])
    func `a damaged frame says what is wrong`(data: String, defect: FrameDefect) throws {
        let found = frames(in: try bytes(data))
        #expect(found.frames.isEmpty)
        #expect(found.defect == defect)
    }

    @Test func `a damaged frame does not hide the frames around it`() throws {
        let eid = "0d16aafe30eb39aa6b35679e9c21"
        let found = frames(in: try bytes(eid + "05ff4c000215" + "0416aafe40" + eid + "ff"))
        #expect(found.frames.map(\.kind) == [.eddystoneEphemeral, .eddystoneEphemeral])
        #expect(found.defect == .wrongFrameLength)
    }

    @Test(arguments: ["", "020106", "03ff4c00", "0416180f64", "0b094449592d73656e736f72", "02161a", "01ff"])
    func `other structures are no frames`(data: String) throws {
        let found = frames(in: try bytes(data))
        #expect(found.frames.isEmpty && found.defect == nil)
    }

    @Test func `Eddystone's power at 0 m is 41 dB above that at 1 m`() throws {
        let powers = Published.all.map(\.frame.powerAtOneMetre)
        #expect(powers == [-59, -59, -70, -70, nil, nil, nil, -62])
    }
}
