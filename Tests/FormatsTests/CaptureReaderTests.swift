import Beacons
import Formats
import Foundation
import Observations
import TestSupport
import Testing

struct CaptureReaderTests {
    @Test
    func `LD15: an advertisement becomes a sighting, and says that the adapter listened until then`() {
        var capture = Capture()
        capture.add(Capture.advertisement(1, 2, rssi: -61), at: 1_000)
        let source = ObservationSource("hci0")
        let time = ObservationTime(microseconds: 1_000)
        let sighting = BeaconSighting(
            identity: Capture.frame(1, 2).identity, measuredPower: -59, rssi: -61)
        let expected: [RecordedItem] = [
            .observation(Observation(source: source, time: time, content: .elapsed)),
            .observation(Observation(source: source, time: time, content: .sighting(sighting))),
        ]
        #expect(read(capture).items == expected)
    }

    @Test
    func `packets that are no reports, and commands, still say that the adapter listened`() {
        var capture = Capture()
        capture.add([0x01, 0x03, 0x0C, 0x00], at: 1_000, flags: 2)
        capture.add([0x04, 0x0E, 0x01, 0x00], at: 2_000)
        capture.add(Capture.packet([2, 1, 6]), at: 3_000)
        let reading = read(capture)
        #expect(reading.contents.isEmpty && reading.defects.isEmpty)
        #expect(reading.items.count == 3)
    }

    @Test(arguments: [(UInt32(1001), UInt32(3)), (2001, 3), (2001, 0x0002_0003)])
    func `datalinks without a packet type take it from the flags`(datalink: UInt32, flags: UInt32) {
        var capture = Capture(datalink: datalink)
        capture.add(Array(Capture.advertisement(1, 2).dropFirst()), at: 0, flags: flags)
        // A command: flags 2 of H1, opcode 2 of the monitor.
        capture.add(Array(Capture.advertisement(1, 3).dropFirst()), at: 1, flags: 2)
        #expect(read(capture).sightings.map(\.identity.minor) == [2])
    }

    @Test
    func `each adapter of the monitor is a source with a time of its own`() {
        var capture = Capture(datalink: 2001)
        capture.add(Array(Capture.advertisement(1, 2).dropFirst()), at: 10, flags: 3)
        capture.add(Array(Capture.advertisement(1, 2).dropFirst()), at: 5, flags: 0x0001_0003)
        let beats = read(capture).items.compactMap { item in
            if case .observation(let observation) = item, observation.content == .elapsed {
                observation.source.name + " \(observation.time.microseconds)"
            } else {
                nil
            }
        }
        #expect(beats == ["hci0 10", "hci1 5"])
    }

    @Test
    func `L133: devices with one identity are numbered for each adapter, and their addresses stay behind`() {
        var capture = Capture(datalink: 2001)
        for (lastByte, adapter) in [(1, 0), (2, 0), (1, 0), (2, 1)] as [(UInt8, UInt32)] {
            capture.add(
                Array(Capture.advertisement(1, 2, lastByte: lastByte).dropFirst()), at: 10,
                flags: adapter << 16 | 3)
        }
        #expect(read(capture).sightings.map(\.device) == [0, 1, 0, 0])
    }

    @Test
    func `damaged frames are defects, and the rest is read`() {
        let frame = Capture.frame(1, 2)
        var capture = Capture()
        capture.add(Capture.packet([5, 0xFF, 0x4C]), at: 1)
        capture.add(Capture.packet([0x1B, 0xFF] + frame.manufacturerData + [0]), at: 2)
        capture.add(Array(Capture.advertisement(1, 2).dropLast(4)), at: 3)
        capture.add(Capture.advertisement(1, 2), at: 4, original: 300)
        capture.add(Capture.advertisement(1, 7), at: 6)
        let reading = read(capture)
        #expect(
            reading.defects == [
                .frame(.truncatedStructure), .frame(.wrongFrameLength), .frame(.truncatedPacket),
                .shortenedPacket,
            ])
        #expect(reading.sightings.last?.identity.minor == 7)
        #expect(reading.error == nil)
    }

    @Test(arguments: [0x80, 0x7f, 0x04, 0xff] as [UInt8])
    func `a time before the year 0 or after 9999 is a defect`(first: UInt8) {
        var capture = Capture()
        capture.add(Capture.advertisement(1, 2), at: 0)
        capture.bytes.replaceSubrange(32..<40, with: [first, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])
        let reading = read(capture)
        #expect(reading.items == [.defect(.timeUnreadable, offset: 16)])
    }

    @Test(arguments: [
        ([UInt8]("btsnooP\0".utf8), RecordingError(.unknownFormat, offset: 0)),
        ([], RecordingError(.cut(end: 0), offset: 0)),
        (Array("btsn".utf8), RecordingError(.cut(end: 4), offset: 0)),
        (Capture(version: 2).bytes, RecordingError(.unsupportedVersion(2), offset: 8)),
        (Capture(datalink: 1003).bytes, RecordingError(.unsupportedDatalink(1003), offset: 12)),
        (Capture(datalink: 1004).bytes, RecordingError(.unsupportedDatalink(1004), offset: 12)),
        (Capture(datalink: 2002).bytes, RecordingError(.unsupportedDatalink(2002), offset: 12)),
    ])
    func `a header that cannot be read says where`(bytes: [UInt8], error: RecordingError) {
        #expect(Reading { () throws(RecordingError) in try CaptureReader(bytes) }.error == error)
    }

    @Test
    func `cut at any byte, what was read up to there is given, then the place`() {
        var capture = Capture()
        var ends = [capture.bytes.count]
        for minor in 1...3 {
            capture.add(Capture.advertisement(1, UInt16(minor)), at: Int64(minor))
            ends.append(capture.bytes.count)
        }
        for count in 0...capture.bytes.count {
            let reading = Reading { () throws(RecordingError) in
                try CaptureReader(Array(capture.bytes.prefix(count)))
            }
            let whole = ends.filter { $0 <= count }
            #expect(reading.sightings.count == max(0, whole.count - 1))
            let place = RecordingError(.cut(end: count), offset: whole.last ?? 0)
            #expect(reading.error == (ends.contains(count) ? nil : place), "cut at \(count)")
        }
    }

    @Test
    func `a reader that failed fails again`() throws {
        var capture = Capture()
        capture.add(Capture.advertisement(1, 2), at: 0)
        var reader = try CaptureReader(Array(capture.bytes.dropLast()))
        for _ in 1...2 {
            #expect(throws: RecordingError(.cut(end: capture.bytes.count - 1), offset: 16)) {
                try reader.next()
            }
        }
    }

    @Test(.enabled(if: govee != nil))
    func `a real capture gives the values that its source tells`() throws {
        let bytes = try Array(Data(contentsOf: URL(filePath: try #require(Self.govee))))
        let sightings = Reading { () throws(RecordingError) in try CaptureReader(bytes) }.sightings
        #expect(sightings.count == 11)
        let uuid = ProximityUUID("494E5445-4C4C-495F-524F-434B535F4857")
        #expect(sightings.allSatisfy { $0.identity.uuid == uuid && $0.measuredPower == -62 })
        #expect(Set(sightings.map(\.identity.major)) == [20594, 20597])
        #expect(Set(sightings.map(\.identity.minor)) == [62207])
        let strengths = sightings.compactMap(\.rssi)
        #expect(strengths.count == 11 && strengths.allSatisfy { (-94 ... -49).contains($0) })
    }

    private static let govee = OutsideRecordings.path("captures/govee-ibeacon-scanrsp.btsnoop")

    private func read(_ capture: Capture) -> Reading {
        Reading { () throws(RecordingError) in try CaptureReader(capture.bytes) }
    }
}
