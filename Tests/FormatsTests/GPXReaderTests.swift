import Formats
import Geodesy
import Observations
import Testing

struct GPXReaderTests {
    @Test
    func `track points with a time become positions`() throws {
        let reading = read(Self.track)
        let first = try #require(Coordinate(latitude: 52.4735, longitude: 13.4043))
        let second = try #require(Coordinate(latitude: 52.4736, longitude: -13.4044))
        #expect(
            reading.contents == [
                .position(try #require(PositionFix(coordinate: first, horizontalAccuracy: 10))),
                .position(try #require(PositionFix(coordinate: second, horizontalAccuracy: 6))),
            ])
        #expect(reading.error == nil && reading.defects.isEmpty)
    }

    @Test(arguments: [
        (#"<trkpt lat="1" lon="1"></trkpt>"#, RecordingDefect.timeMissing),
        (#"<trkpt lat="1" lon="1"><time>today</time></trkpt>"#, .timeUnreadable),
        (#"<trkpt lat="91" lon="1"><time>2026-01-01T00:00:00Z</time></trkpt>"#, .positionUnusable),
        (#"<trkpt lat="nan" lon="1"><time>2026-01-01T00:00:00Z</time></trkpt>"#, .positionUnusable),
        (#"<trkpt lat="1" lon="inf"><time>2026-01-01T00:00:00Z</time></trkpt>"#, .positionUnusable),
        (#"<trkpt lat="1"><time>2026-01-01T00:00:00Z</time></trkpt>"#, .positionUnusable),
        (
            #"<trkpt lat="1" lon="1"><hdop>-1</hdop><time>2026-01-01T00:00:00Z</time></trkpt>"#,
            .accuracyUnusable
        ),
    ])
    func `a point that cannot be used is a defect`(point: String, defect: RecordingDefect) {
        let reading = read("<gpx><trk><trkseg>\(point)</trkseg></trk></gpx>")
        #expect(reading.items == [.defect(defect, offset: 18)])
        #expect(reading.error == nil)
    }

    @Test(arguments: [
        ("<kml></kml>", RecordingError(.notATrack, offset: 0)),
        ("<gpx></kml>", RecordingError(.markup(.wrongEndTag), offset: 5)),
        ("<gpx><!DOCTYPE x></gpx>", RecordingError(.markup(.documentType), offset: 5)),
        ("<gpx a='1' a='2'/>", RecordingError(.markup(.duplicateAttribute), offset: 11)),
        ("<gpx a='1'b='2'/>", RecordingError(.markup(.unexpectedCharacter), offset: 10)),
        ("<gpx a='<'/>", RecordingError(.markup(.unexpectedCharacter), offset: 8)),
        ("<gpx a=1/>", RecordingError(.markup(.unexpectedCharacter), offset: 7)),
        ("<gpx>&bomb;</gpx>", RecordingError(.markup(.unknownReference), offset: 5)),
        ("<gpx>&#xD800;</gpx>", RecordingError(.markup(.unknownReference), offset: 5)),
        ("<gpx>< trk/></gpx>", RecordingError(.markup(.nameExpected), offset: 6)),
        ("<gpx/><gpx/>", RecordingError(.markup(.unexpectedCharacter), offset: 6)),
        ("<gpx/>more", RecordingError(.markup(.unexpectedCharacter), offset: 6)),
        ("text<gpx/>", RecordingError(.markup(.unexpectedCharacter), offset: 0)),
        ("<?xml version='1.0' encoding='UTF-16'?><gpx/>", RecordingError(.markup(.notUTF8), offset: 0)),
        ("<gpx>" + String(repeating: "<a>", count: 64), RecordingError(.markup(.tooDeep), offset: 194)),
    ])
    func `markup that is refused says where`(text: String, error: RecordingError) {
        #expect(read(text).error == error)
    }

    @Test
    func `bytes that are not UTF-8 are refused`() {
        let bytes = Array("<gpx>".utf8) + [0xFF] + Array("</gpx>".utf8)
        #expect(Reading { GPXReader(bytes) }.error == RecordingError(.markup(.notUTF8), offset: 5))
    }

    @Test
    func `comments, instructions, references and character data are understood`() {
        let text = """
            \u{FEFF}<?xml version="1.0" encoding="UTF-8"?><!-- a > b --><gpx creator="a &amp; &#x41;&#65;">
            <metadata><time>2026-01-01T00:00:00Z</time></metadata><trk><name><![CDATA[<b>]]></name><trkseg>
            <?p?><trkpt lat='1' lon='2'><extensions><time>x</time></extensions>
            <time> 2026-01-01T<![CDATA[00:00:00Z]]></time ></trkpt></trkseg></trk></gpx>
            <!-- end -->
            """
        let reading = read(text)
        #expect(reading.error == nil)
        #expect(reading.contents.count == 1)
    }

    @Test
    func `cut at any byte, the points up to there are given, then the place`() {
        let bytes = Array(Self.track.utf8)
        let whole = read(Self.track).items
        let rootEnd = bytes.count - 1
        for count in 0..<bytes.count {
            let reading = Reading { GPXReader(Array(bytes.prefix(count))) }
            #expect(reading.items == Array(whole.prefix(reading.items.count)))
            guard count < rootEnd else {
                #expect(reading.error == nil)
                continue
            }
            guard let error = reading.error, case .cut(let end) = error.reason else {
                Issue.record("cut at \(count) gives \(String(describing: reading.error))")
                continue
            }
            #expect(end == count && error.offset <= count)
        }
    }

    private static let track = """
        <?xml version="1.0"?>
        <gpx version="1.1" creator="é">
        <wpt lat="1" lon="1"><time>2026-01-01T00:00:00Z</time></wpt>
        <trk><trkseg>
        <trkpt lat="52.4735" lon="13.4043"><ele>34</ele><time>2026-11-20T07:58:03Z</time></trkpt>
        <trkpt lat="52.4736" lon="-13.4044"><hdop>1.2</hdop><time>2026-11-20T07:58:04.5Z</time></trkpt>
        </trkseg></trk>
        </gpx>

        """

    private func read(_ text: String) -> Reading { Reading { GPXReader(Array(text.utf8)) } }
}
