import Beacons
import Formats
import Foundation
import Observations
import TestSupport
import Testing

/// `pcap` and `pcapng` files with every link type.
struct PcapReaderTests {
    private static let hci = Capture.advertisement(1, 2, rssi: -61)
    /// The same advertisement as a sniffer hears it.
    private static let air: [UInt8] = {
        let report = AdvertisingReport(
            properties: .legacy, address: DeviceAddress(0xC6B5_C4D3_E2F1, kind: .random), rssi: nil,
            data: 0..<0)
        return LinkLayerPacket.packet(of: report, data: Capture.frame(1, 2).advertisingData) ?? []
    }()

    /// A packet of each link type with one iBeacon.
    private static let packets: [(linkType: UInt16, packet: [UInt8], source: String, rssi: Int8?)] = [
        (187, hci, "hci0", -61),
        (201, [0, 0, 0, 1] + hci, "hci0", -61),
        (251, air, "sniffer0", nil),
        (254, [0, 3, 0, 3] + hci.dropFirst(), "hci3", -61),
        (256, [0, UInt8(bitPattern: -70), 0x80, 0, 0, 0, 0, 0, 0x03, 0] + air, "sniffer0", -70),
        (272, nordic(flags: 1), "sniffer0", -90),
    ]

    private static func nordic(flags: UInt8) -> [UInt8] {
        let length = UInt8(air.count + 10)
        return [11, length, 0, 2, 1, 0, 6, 10, flags, 37, 90, 0, 0, 1, 2, 3, 4] + air
    }

    @Test(arguments: 0..<6, [(false, false), (false, true), (true, false), (true, true)])
    func `pcap: every link type, byte order and unit gives the sighting`(
        index: Int, form: (isBigEndian: Bool, isNanoseconds: Bool)
    ) {
        let (linkType, packet, source, rssi) = Self.packets[index]
        var file = PcapBuilder(
            pcapOf: UInt32(linkType), isBigEndian: form.isBigEndian, isNanoseconds: form.isNanoseconds)
        file.add(packet, seconds: 1_588_358_358, fraction: form.isNanoseconds ? 742_955_999 : 742_955)
        let sighting = BeaconSighting(identity: Capture.frame(1, 2).identity, measuredPower: -59, rssi: rssi)
        let time = ObservationTime(microseconds: 1_588_358_358_742_955)
        #expect(
            read(file.bytes).items == [
                .observation(Observation(source: ObservationSource(source), time: time, content: .elapsed)),
                .observation(
                    Observation(source: ObservationSource(source), time: time, content: .sighting(sighting))),
            ])
    }

    @Test(arguments: 0..<6, [false, true])
    func `pcapng: every link type and byte order gives the sighting`(index: Int, isBigEndian: Bool) {
        let (linkType, packet, source, rssi) = Self.packets[index]
        var file = PcapBuilder(isBigEndian: isBigEndian)
        file.addInterface(linkType)
        file.addBlock(0x0BAD, [1, 2, 3])
        file.addPacket(packet, units: 1_588_358_358_742_955)
        let reading = read(file.bytes)
        #expect(reading.sightings.map(\.rssi) == [rssi])
        #expect(reading.times == [1_588_358_358_742_955])
        #expect(reading.sources == [source])
        #expect(reading.defects.isEmpty && reading.error == nil)
    }

    @Test(arguments: [
        (UInt8(6), Int64(0), UInt64(1_500_000), Int64(1_500_000)), (9, 0, 1_500_000_999, 1_500_000),
        (0, 0, 3, 3_000_000), (3, 0, 1_500, 1_500_000), (0x8A, 0, 1_536, 1_500_000),
        (0xBF, 0, 1 << 62, 500_000), (6, 10, 1_500_000, 11_500_000), (6, -1, 1_500_000, 500_000),
        (19, 0, .max, 1_844_674),
    ])
    func `pcapng: the unit and the offset of an interface count`(
        resolution: UInt8, offset: Int64, units: UInt64, microseconds: Int64
    ) {
        var file = PcapBuilder()
        file.addInterface(
            187, options: [(2, Array("radio".utf8)), (9, [resolution]), (14, file.number(offset))])
        file.addPacket(Self.hci, units: units)
        #expect(read(file.bytes).times == [microseconds])
    }

    @Test(arguments: [(UInt8(20), Int64(0)), (0xFF, 0), (0, 0), (6, .max)])
    func `pcapng: a time that no clock shows is a defect`(resolution: UInt8, offset: Int64) {
        var file = PcapBuilder()
        file.addInterface(187, options: [(9, [resolution]), (14, file.number(offset))])
        file.addPacket(Self.hci, units: .max)
        #expect(read(file.bytes).items == [.defect(.timeUnreadable, offset: 28 + 44)])
    }

    @Test func `pcapng: interfaces have link types of their own, and end with their section`() {
        var file = PcapBuilder()
        file.addInterface(1)
        file.addInterface(251)
        file.addPacket([1, 2, 3], interface: 0, units: 1)
        file.addPacket(Self.air, interface: 1, units: 2)
        file.addPacket(Self.air, interface: 2, units: 3)
        file.addSection()
        file.addPacket(Self.hci, interface: 0, units: 4)
        file.addInterface(187)
        file.addPacket(Self.hci, interface: 0, units: 5)
        let reading = read(file.bytes)
        #expect(reading.sources == ["sniffer1", "hci0"])
        #expect(reading.sightings.count == 2)
        #expect(reading.defects == [.unsupportedLinkType, .unknownInterface, .unknownInterface])
    }

    @Test func `pcapng: sections may have different byte orders`() {
        var file = PcapBuilder(isBigEndian: true)
        file.addInterface(187)
        file.addPacket(Self.hci, units: 4)
        var other = PcapBuilder(isBigEndian: false)
        other.addInterface(187)
        other.addPacket(Self.hci, units: 5)
        #expect(read(file.bytes + other.bytes).times == [4, 5])
    }

    @Test func `pcapng: a simple packet has no time, so a beacon in it is a defect`() {
        var file = PcapBuilder()
        file.addInterface(187)
        file.addBlock(3, file.number(UInt32(Self.hci.count)) + Self.hci)
        let reading = read(file.bytes)
        #expect(reading.defects == [.timeMissing])
        #expect(reading.sightings.isEmpty)
    }

    @Test func `pcapng: the obsolete packet block is read`() {
        var file = PcapBuilder()
        file.addInterface(187)
        let count = UInt32(Self.hci.count)
        file.addBlock(
            2,
            file.number(UInt16(0)) + file.number(UInt16(0)) + file.number(UInt32(0)) + file.number(UInt32(9))
                + file.number(count) + file.number(count) + Self.hci)
        #expect(read(file.bytes).times == [9])
    }

    @Test func `what the sniffer says of the checksum counts, otherwise it is computed`() {
        var damaged = Self.air
        damaged[15] ^= 1
        let head: [UInt8] = [0, 0xBA, 0x80, 0, 0, 0, 0, 0]
        let packets: [(UInt16, [UInt8], isUsed: Bool)] = [
            (256, head + [0x03, 0x00] + damaged, false), (256, head + [0x03, 0x04] + Self.air, false),
            (256, head + [0x03, 0x0C] + Self.air, true), (251, damaged, false),
            (272, Self.nordic(flags: 0), false), (272, Self.nordic(flags: 1), true),
        ]
        for (linkType, packet, isUsed) in packets {
            var file = PcapBuilder(pcapOf: UInt32(linkType))
            file.add(packet, seconds: 1, fraction: 0)
            let reading = read(file.bytes)
            #expect(reading.defects == (isUsed ? [] : [.frame(.wrongChecksum)]))
            #expect(reading.sightings.count == (isUsed ? 1 : 0))
        }
    }

    @Test(
        arguments: [
            (201, [0, 0, 0]), (254, [0, 0, 0]), (256, [0, 1, 2]), (272, [11, 0]),
            (251, [0xD6]), (187, [4, 0x3E]),
        ] as [(UInt16, [UInt8])])
    func `a packet that is too short says so`(linkType: UInt16, packet: [UInt8]) {
        var file = PcapBuilder(pcapOf: UInt32(linkType))
        file.add(packet, seconds: 1, fraction: 0)
        #expect(read(file.bytes).defects == [.frame(.truncatedPacket)])
    }

    @Test func `other packets of a link are skipped`() {
        let packets: [(UInt16, [UInt8])] = [
            (187, [1, 3, 0x0C, 0]), (254, [0, 0, 0, 2, 3, 0x0C, 0]), (251, [0, 0, 0, 0, 0, 0, 0, 0, 0]),
            (272, [11, 10, 0, 2, 1, 0, 5, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        ]
        for (linkType, packet) in packets {
            var file = PcapBuilder(pcapOf: UInt32(linkType))
            file.add(packet, seconds: 1, fraction: 0)
            let reading = read(file.bytes)
            #expect(reading.defects.isEmpty && reading.items.count == 1)
        }
    }

    @Test func `a shortened packet is a defect`() {
        var file = PcapBuilder(pcapOf: 187)
        file.add(Self.hci, seconds: 1, fraction: 0, original: 100)
        #expect(read(file.bytes).defects == [.shortenedPacket])
    }

    @Test func `a packet longer than any of Bluetooth is skipped, and the rest is read`() {
        let large = [UInt8](repeating: 4, count: (1 << 20) + 4)
        var pcap = PcapBuilder(pcapOf: 187)
        pcap.add(large, seconds: 1, fraction: 0)
        pcap.add(Self.hci, seconds: 2, fraction: 0)
        var pcapng = PcapBuilder()
        pcapng.addInterface(187)
        pcapng.addPacket(large + large, units: 1)
        pcapng.addPacket(Self.hci, units: 2_000_000)
        var btsnoop = Capture()
        btsnoop.add(large, at: 1)
        btsnoop.add(Self.hci, at: 2_000_000)
        for bytes in [pcap.bytes, pcapng.bytes, btsnoop.bytes] {
            let reading = read(bytes)
            #expect(reading.defects == [.oversizedPacket])
            #expect(reading.times == [2_000_000])
        }
    }

    @Test func `a link type or a version that is unknown is refused`() {
        #expect(
            read(PcapBuilder(pcapOf: 1).bytes).error == RecordingError(.unsupportedLinkType(1), offset: 20))
        #expect(
            read(PcapBuilder(pcapOf: 187, version: 3).bytes).error
                == RecordingError(.unsupportedVersion(3), offset: 4))
    }

    @Test func `a block that contradicts itself ends the reading`() {
        var file = PcapBuilder()
        file.addInterface(187)
        file.addPacket(Self.hci, units: 1)
        let end = file.bytes.count
        file.addPacket(Self.hci, units: 2)
        file.bytes[file.bytes.count - 4] ^= 4
        let reading = read(file.bytes)
        #expect(reading.times == [1])
        #expect(reading.error == RecordingError(.damagedBlock, offset: end))
        for length in [0, 8, 13] as [UInt8] {
            #expect(
                read([0x0A, 0x0D, 0x0D, 0x0A, length, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A]).error
                    == RecordingError(.damagedBlock, offset: 0))
        }
        #expect(
            read([0x0A, 0x0D, 0x0D, 0x0A, 28, 0, 0, 0, 1, 2, 3, 4]).error
                == RecordingError(.damagedBlock, offset: 0))
    }

    @Test func `cut at any byte, what was read up to there is given, then the place`() {
        var pcap = PcapBuilder(pcapOf: 187)
        var pcapng = PcapBuilder()
        pcapng.addInterface(187)
        var pcapEnds = [pcap.bytes.count]
        var pcapngEnds = [28, pcapng.bytes.count]
        for second in 1...2 as ClosedRange<UInt32> {
            pcap.add(Self.hci, seconds: second, fraction: 0)
            pcapEnds.append(pcap.bytes.count)
            pcapng.addPacket(Self.hci, units: UInt64(second))
            pcapngEnds.append(pcapng.bytes.count)
        }
        for (bytes, ends) in [(pcap.bytes, pcapEnds), (pcapng.bytes, pcapngEnds)] {
            for count in 4..<bytes.count {
                let reading = read(Array(bytes.prefix(count)))
                let place = RecordingError(.cut(end: count), offset: ends.last { $0 <= count } ?? 0)
                #expect(reading.error == (ends.contains(count) ? nil : place), "cut at \(count)")
            }
        }
    }

    @Test(arguments: [1, 7, 24, 64, 4_096])
    func `pieces of any size give what the whole gives`(size: Int) throws {
        var pcapng = PcapBuilder()
        pcapng.addInterface(187)
        var btsnoop = Capture()
        for number in 1...20 as ClosedRange<Int64> {
            pcapng.addPacket(Capture.advertisement(1, UInt16(number)), units: UInt64(number))
            pcapng.addBlock(0x0BAD, [UInt8](repeating: 0, count: 100))
            btsnoop.add(Capture.advertisement(1, UInt16(number)), at: number)
        }
        for bytes in [pcapng.bytes, btsnoop.bytes] {
            let whole = read(bytes)
            #expect(whole.sightings.count == 20)
            let pieces = Reading { () throws(RecordingError) in
                try CaptureReader(Pieces(bytes, size: size).source)
            }
            #expect(pieces == whole)
            let cut = Reading { () throws(RecordingError) in
                try CaptureReader(Pieces(bytes.dropLast(), size: size).source)
            }
            #expect(cut.error == read(Array(bytes.dropLast())).error)
        }
    }

    @Test func `a source that fails gives what came before, then the reason`() {
        var capture = Capture()
        for number in 1...3 { capture.add(Self.hci, at: Int64(number)) }
        let pieces = Pieces(capture.bytes, size: 100, failingAt: 200)
        let reading = Reading { () throws(RecordingError) in try CaptureReader(pieces.source) }
        #expect(reading.sightings.count == 2)
        #expect(reading.error?.reason == .unreadable("the disk is gone"))
    }

    private static let govee = OutsideRecordings.path("captures/govee-ibeacon-scanrsp.btsnoop")

    @Test(.enabled(if: govee != nil))
    func `B2: every capture format is read, and the real capture gives the values of its source`() throws {
        for (linkType, packet, _, _) in Self.packets {
            var pcap = PcapBuilder(pcapOf: UInt32(linkType))
            pcap.add(packet, seconds: 1, fraction: 0)
            var pcapng = PcapBuilder()
            pcapng.addInterface(linkType)
            pcapng.addPacket(packet, units: 1)
            #expect(read(pcap.bytes).sightings.count == 1 && read(pcapng.bytes).sightings.count == 1)
        }
        for (datalink, packet) in [
            (1001, Array(Self.hci.dropFirst())), (1002, Self.hci), (2001, Array(Self.hci.dropFirst())),
        ] {
            var capture = Capture(datalink: UInt32(datalink))
            capture.add(packet, at: 1, flags: 3)
            #expect(read(capture.bytes).sightings.count == 1)
        }
        for datalink in [1003, 1004, 2002] as [UInt32] {
            let error = read(Capture(datalink: datalink).bytes).error
            #expect(error == RecordingError(.unsupportedDatalink(datalink), offset: 12))
        }
        let real = try Data(contentsOf: URL(filePath: try #require(Self.govee)))
        let sightings = read(Array(real)).sightings
        #expect(sightings.count == 11 && sightings.allSatisfy { $0.measuredPower == -62 })
        #expect(Set(sightings.map(\.identity.major)) == [20594, 20597])
        #expect(Set(sightings.map(\.identity.minor)) == [62207])
        #expect(sightings.compactMap(\.rssi).min() == -94 && sightings.compactMap(\.rssi).max() == -49)
    }

    @Test func `advertisements are listed with channel, strength and data`() throws {
        var file = PcapBuilder(isBigEndian: true)
        for (linkType, _, _, _) in Self.packets { file.addInterface(linkType) }
        for (index, (_, packet, _, _)) in Self.packets.enumerated() {
            file.addPacket(packet, interface: UInt32(index), units: UInt64(index))
        }
        var list = try CapturedAdvertisements(RecordingSource(file.bytes))
        var found: [CapturedAdvertisement] = []
        while let advertisement = try list.next() { found.append(advertisement) }
        #expect(found.map(\.channel) == [nil, nil, nil, nil, 37, 37])
        #expect(found.map(\.report.rssi) == Self.packets.map(\.rssi))
        #expect(found.allSatisfy { $0.data == Capture.frame(1, 2).advertisingData })
        #expect(found.allSatisfy { $0.report.address.description == "C6:B5:C4:D3:E2:F1" })
        #expect(found.map(\.time?.microseconds) == [0, 1, 2, 3, 4, 5])
    }

    @Test func `parts of an extended advertisement are joined`() throws {
        let data = Capture.frame(1, 2).advertisingData
        var capture = Capture()
        for (part, properties) in [(data[0..<10], AdvertisingProperties.moreToCome), (data[10...], [])] {
            let report = AdvertisingReport(
                properties: properties, address: DeviceAddress(5, kind: .random), rssi: -40,
                advertisingSet: 1,
                data: 0..<0)
            capture.add(try #require(HCIEvent.packet(of: report, data: Array(part))), at: 1)
        }
        let reading = read(capture.bytes)
        #expect(reading.sightings.map(\.identity) == [Capture.frame(1, 2).identity])
        #expect(reading.defects.isEmpty)
    }

    @Test func `frames are counted by kind`() throws {
        var capture = Capture()
        capture.add(Self.hci, at: 1)
        capture.add(Capture.packet([2, 1, 6]), at: 2)
        capture.add([4, 0x0E, 0], at: 3)
        let eid = EddystoneEphemeralFrame(identifier: 1, powerAtZeroMetres: 0)
        capture.add(Capture.packet(try #require(BeaconFrame.eddystoneEphemeral(eid).advertisingData)), at: 4)
        var reader = try CaptureReader(capture.bytes)
        while try reader.next() != nil {}
        let counts = try #require(reader.captureCounts)
        #expect(counts.packets == 4 && counts.advertisements == 3 && counts.withoutFrame == 1)
        #expect(counts[.iBeacon] == 1 && counts[.eddystoneEphemeral] == 1 && counts[.ruuvi] == 0)
    }

    private func read(_ bytes: [UInt8]) -> Reading {
        Reading { () throws(RecordingError) in try CaptureReader(bytes) }
    }
}
