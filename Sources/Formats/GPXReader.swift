import Geodesy
public import Observations

/// Reads the track points of a GPX file as position fixes.
///
/// A point needs a time. GPX has no accuracy in metres. So a point's dilution of precision (`hdop`) is
/// multiplied by ``metresPerDilution``, and a point without one has the accuracy ``assumedAccuracy``. Way
/// points, routes and extensions are skipped.
public struct GPXReader: RecordingReader {
    /// The error of a receiver in metres at a horizontal dilution of precision of 1.
    public static let metresPerDilution = 5.0
    /// The accuracy of a point without a dilution of precision, in metres.
    public static let assumedAccuracy = 10.0

    private let source: ObservationSource
    private var markup: MarkupReader
    private var path: [String] = []
    private var point: TrackPoint?
    private var failure: RecordingError?

    /// Opens a track.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - source: The source of the positions.
    public init(_ bytes: [UInt8], source: ObservationSource = ObservationSource("gpx")) {
        markup = MarkupReader(bytes)
        self.source = source
    }

    /// Reads the next point.
    ///
    /// - Returns: `nil` at the end of the track.
    /// - Throws: ``RecordingError`` where the file is incomplete or is not the markup of a track.
    public mutating func next() throws(RecordingError) -> RecordedItem? {
        if let failure { throw failure }
        do throws(RecordingError) {
            while true {
                let offset = markup.cursor.offset
                guard let event = try markup.next() else { return nil }
                if let item = try take(event, at: offset) { return item }
            }
        } catch {
            failure = error
            throw error
        }
    }

    private mutating func take(
        _ event: MarkupReader.Event, at offset: Int
    ) throws(RecordingError) -> RecordedItem? {
        switch event {
        case .start(let name, let attributes):
            if path.isEmpty, name != "gpx" { throw RecordingError(.notATrack, offset: offset) }
            path.append(name)
            if path == Self.pointPath { point = TrackPoint(offset: offset, attributes: attributes) }
        case .text(let text):
            if path.count == Self.pointPath.count + 1 { point?.add(text, to: path[path.count - 1]) }
        case .end:
            let ended = path == Self.pointPath ? point : nil
            path.removeLast()
            guard let ended else { return nil }
            point = nil
            return ended.item(source)
        }
        return nil
    }

    private static let pointPath = ["gpx", "trk", "trkseg", "trkpt"]
}

/// A track point while it is being read.
private struct TrackPoint: Sendable {
    let offset: Int
    let latitude: String?
    let longitude: String?
    var time = ""
    var dilution = ""

    init(offset: Int, attributes: [String: String]) {
        self.offset = offset
        latitude = attributes["lat"]
        longitude = attributes["lon"]
    }

    mutating func add(_ text: String, to element: String) {
        switch element {
        case "time": time += text
        case "hdop": dilution += text
        default: break
        }
    }

    func item(_ source: ObservationSource) -> RecordedItem {
        let word = trimmed(time)
        guard !word.isEmpty else { return .defect(.timeMissing, offset: offset) }
        guard let time = ObservationTime(rfc3339: word) else {
            return .defect(.timeUnreadable, offset: offset)
        }
        guard let latitude = number(latitude), let longitude = number(longitude),
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { return .defect(.positionUnusable, offset: offset) }
        guard let accuracy,
            let fix = PositionFix(coordinate: coordinate, horizontalAccuracy: accuracy)
        else { return .defect(.accuracyUnusable, offset: offset) }
        return .observation(Observation(source: source, time: time, content: .position(fix)))
    }

    private var accuracy: Double? {
        if trimmed(dilution).isEmpty { return GPXReader.assumedAccuracy }
        return number(dilution).map { $0 * GPXReader.metresPerDilution }
    }

    private func number(_ text: String?) -> Double? { text.flatMap { Double(trimmed($0)) } }

    private func trimmed(_ text: String) -> Substring {
        let isSpace = { (character: Character) in character.isWhitespace }
        let start = text.drop(while: isSpace)
        return start.prefix(
            upTo: start.lastIndex { !isSpace($0) }.map { start.index(after: $0) } ?? start.startIndex)
    }
}
