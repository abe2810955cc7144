import Beacons
import Formats
import Geodesy
import Observations
import Testing

struct TraceReaderTests {
    @Test func `a byte order mark before the first line is no part of it`() throws {
        let line = #"{"time":"2026-11-20T08:00:00Z","source":"phone","elapsed":true}"#
        var reader = TraceReader([0xEF, 0xBB, 0xBF] + Array((line + "\n").utf8))
        let item = try reader.next()
        guard case .observation(let observation)? = item else {
            Issue.record("\(String(describing: item))")
            return
        }
        #expect(observation.content == .elapsed)
        let end = try reader.next()
        #expect(end == nil)
    }

    @Test
    func `each kind of line becomes an observation`() throws {
        let reading = read(Self.trace)
        let coordinate = try #require(Coordinate(latitude: 52.4735, longitude: 13.4043))
        let identity = BeaconIdentity(uuid: Capture.uuid, major: 1, minor: 2)
        #expect(
            reading.contents == [
                .position(try #require(PositionFix(coordinate: coordinate, horizontalAccuracy: 5))),
                .sighting(BeaconSighting(identity: identity, measuredPower: -59, rssi: -71)),
                .sighting(BeaconSighting(identity: identity, measuredPower: -59, rssi: nil)),
                .radio(.off), .permission(.deniedGlobally),
            ])
        #expect(reading.error == nil && reading.defects.isEmpty)
    }

    @Test(arguments: [("0", UInt8?(0)), ("7", 7), ("255", 255), ("256", nil), ("-1", nil)])
    func `L133: a sighting may say which of the devices with its identity it is of`(
        device: String, number: UInt8?
    ) {
        let reading = read(
            #"{"time":"2026-01-01T00:00:00Z","source":"a","sighting":{"uuid":"#
                + #""6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3","major":1,"minor":2,"power":-59,"device":"#
                + device + "}}\n")
        #expect(reading.sightings.map(\.device) == (number.map { [$0] } ?? []))
        #expect(reading.defects.count == (number == nil ? 1 : 0))
    }

    @Test
    func `sightings and elapsed lines say that the source listened; positions do not`() {
        let beats = read(Self.trace).items.compactMap { item -> Int64? in
            guard case .observation(let observation) = item, observation.content == .elapsed else {
                return nil
            }
            return observation.time.microseconds % 60_000_000 / 1_000_000
        }
        #expect(beats == [4, 5, 6])
    }

    @Test(arguments: [
        ("nonsense", RecordingDefect.lineNotJSON),
        (#"{"source":"a","elapsed":true}"#, .timeMissing),
        (#"{"time":"noon","source":"a","elapsed":true}"#, .timeUnreadable),
        (#"{"time":"2026-01-01T00:00:00Z","elapsed":true}"#, .lineWithMistakes),
        (#"{"time":"2026-01-01T00:00:00Z","source":"a"}"#, .lineWithMistakes),
        (#"{"time":"2026-01-01T00:00:00Z","source":"a","elapsed":false}"#, .lineWithMistakes),
        (#"{"time":"2026-01-01T00:00:00Z","source":"a","elapsed":true,"radio":"on"}"#, .lineWithMistakes),
        (#"{"time":"2026-01-01T00:00:00Z","source":"a","elapsed":true,"x":1}"#, .lineWithMistakes),
        (#"{"time":"2026-01-01T00:00:00Z","source":"a","radio":"loud"}"#, .lineWithMistakes),
        (
            #"{"time":"2026-01-01T00:00:00Z","source":"a","position":{"latitude":91,"longitude":0,"accuracy":1}}"#,
            .positionUnusable
        ),
        (
            #"{"time":"2026-01-01T00:00:00Z","source":"a","position":{"latitude":1,"longitude":0,"accuracy":-1}}"#,
            .accuracyUnusable
        ),
        (
            #"{"time":"2026-01-01T00:00:00Z","source":"a","position":{"latitude":1,"longitude":0,"accuracy":1e999}}"#,
            .accuracyUnusable
        ),
        (
            #"{"time":"2026-01-01T00:00:00Z","source":"a","sighting":"#
                + #"{"uuid":"6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3","major":1,"minor":2,"power":-59,"rssi":127}}"#,
            .signalUnreadable
        ),
        ("[]", .lineWithMistakes),
    ])
    func `a damaged line is a defect, and the rest is read`(line: String, defect: RecordingDefect) {
        let reading = read("\n\(line)\n\(Self.trace)")
        #expect(reading.items.first == .defect(defect, offset: 1))
        #expect(reading.contents.count == 5 && reading.error == nil)
    }

    @Test
    func `cut at any byte, the lines up to there are given, then the place`() {
        let bytes = Array(Self.trace.utf8)
        let whole = read(Self.trace).items
        var lineStart = 0
        for count in 0...bytes.count {
            let reading = Reading { TraceReader(Array(bytes.prefix(count))) }
            #expect(reading.items == Array(whole.prefix(reading.items.count)))
            let line = bytes[lineStart..<count]
            let isWhole =
                line.isEmpty || line.last == UInt8(ascii: "\n") || bytes[count] == UInt8(ascii: "\n")
            let error = RecordingError(.cut(end: count), offset: lineStart)
            #expect(reading.error == (isWhole ? nil : error), "cut at \(count)")
            if line.last == UInt8(ascii: "\n") { lineStart = count }
        }
    }

    private static let trace = """
        {"time":"2026-11-20T07:58:03Z","source":"phone","position":{"latitude":52.4735,"longitude":13.4043,"accuracy":5}}
        {"time":"2026-11-20T07:58:04Z","source":"phone","sighting":{"uuid":"6e5c7a0d3b414e0a9c528f2d71b6a4e3","major":1,"minor":2,"power":-59,"rssi":-71}}
        {"time":"2026-11-20T07:58:05Z","source":"phone","sighting":{"uuid":"6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3","major":1,"minor":2,"power":-59}}
        {"time":"2026-11-20T07:58:06Z","source":"phone","elapsed":true}
        {"time":"2026-11-20T07:58:06Z","source":"phone","radio":"off"}
        {"time":"2026-11-20T07:58:07Z","source":"phone","permission":"denied-globally"}

        """

    private func read(_ text: String) -> Reading { Reading { TraceReader(Array(text.utf8)) } }
}
