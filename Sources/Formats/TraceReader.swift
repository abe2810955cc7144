import Beacons
import Geodesy
import JSON
import Observations

/// Reads traces of JSON lines, this project's own format: one observation for each line.
///
/// ```json
/// {"time":"2026-11-20T07:58:03Z","source":"phone","position":{"latitude":52.4735,"longitude":13.4043,"accuracy":5}}
/// {"time":"2026-11-20T07:58:04Z","source":"phone","sighting":{"uuid":"…","major":1,"minor":2,"power":-59,"rssi":-71}}
/// {"time":"2026-11-20T07:58:05Z","source":"phone","elapsed":true}
/// {"time":"2026-11-20T07:58:06Z","source":"phone","radio":"off"}
/// {"time":"2026-11-20T07:58:07Z","source":"phone","permission":"denied"}
/// ```
///
/// A sighting shows that its source listened until then (LD15). A damaged line is skipped. The exception is a
/// last line without a line end that is not JSON: there, the trace counts as cut off.
public struct TraceReader: RecordingReader {
    private let bytes: [UInt8]
    private var offset = 0
    private var items = PendingItems()
    private var beats: [ObservationSource: ListeningBeat] = [:]

    /// Opens a trace.
    ///
    /// - Parameter bytes: The whole file.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // Some editors begin every file with a byte order mark; it is not part of the first line.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    /// Reads the next item.
    ///
    /// - Returns: `nil` at the end of the trace.
    /// - Throws: ``RecordingError/Reason/cut(end:)`` when the last line is incomplete.
    public mutating func next() throws(RecordingError) -> RecordedItem? {
        while true {
            if let item = items.next() { return item }
            guard offset < bytes.count else { return nil }
            try readLine()
        }
    }

    private mutating func readLine() throws(RecordingError) {
        let start = offset
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
        let line = Array(bytes[start..<(end ?? bytes.count)])
        if !line.allSatisfy(isSpace) {
            do throws(JSONSyntaxError) {
                decode(try JSONValue(parsing: line), at: start)
            } catch {
                guard end != nil else { throw RecordingError(.cut(end: bytes.count), offset: start) }
                items.append(.defect(.lineNotJSON, offset: start))
            }
        }
        offset = end.map { $0 + 1 } ?? bytes.count
    }

    private mutating func decode(_ value: JSONValue, at start: Int) {
        do throws(JSONMistakes) {
            let observation = try value.read(TraceLine.observation)
            if case .sighting = observation.content {
                beats[observation.source, default: ListeningBeat()]
                    .listened(observation.source, until: observation.time, to: &items)
            }
            items.append(.observation(observation))
        } catch {
            items.append(.defect(TraceLine.defect(of: error), offset: start))
        }
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}

/// The members of one line.
private enum TraceLine {
    static func observation(_ line: JSONReader) -> Observation? {
        let time = line["time"].text(as: { ObservationTime(rfc3339: $0) }, "must be a time of RFC 3339")
        let source = line["source"].string(length: 1...128)
        let content = content(line)
        guard let time, let source, let content else { return nil }
        return Observation(source: ObservationSource(source), time: time, content: content)
    }

    private static func content(_ line: JSONReader) -> Observation.Content? {
        let kinds = ["position", "sighting", "elapsed", "radio", "permission"]
        line.refuseUnknownMembers(except: ["time", "source"] + kinds)
        let given = kinds.filter { line[$0].optional != nil }
        guard given.count == 1 else {
            line.note(.value, "must have one of \(kinds.joined(separator: ", "))")
            return nil
        }
        let reader = line[given[0]]
        return switch given[0] {
        case "position": position(reader).map(Observation.Content.position)
        case "sighting": sighting(reader).map(Observation.Content.sighting)
        case "elapsed": elapsed(reader)
        case "radio":
            reader.text(as: { radioStates[$0] }, "must be on, off or gone").map(Observation.Content.radio)
        default:
            reader.text(as: { permissions[$0] }, "must be a permission").map(Observation.Content.permission)
        }
    }

    private static func position(_ reader: JSONReader) -> PositionFix? {
        reader.refuseUnknownMembers(except: ["latitude", "longitude", "accuracy"])
        let latitude = reader["latitude"].double(in: -90...90)
        let longitude = reader["longitude"].double(in: -180...180)
        let accuracy = reader["accuracy"].double(in: 0...Double.greatestFiniteMagnitude)
        guard let latitude, let longitude, let accuracy,
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        return PositionFix(coordinate: coordinate, horizontalAccuracy: accuracy)
    }

    private static func sighting(_ reader: JSONReader) -> BeaconSighting? {
        reader.refuseUnknownMembers(except: ["uuid", "major", "minor", "power", "rssi", "device"])
        let uuid = reader["uuid"].text(as: { ProximityUUID($0) }, "must be a UUID")
        let major = reader["major"].integer(in: 0...Int(UInt16.max))
        let minor = reader["minor"].integer(in: 0...Int(UInt16.max))
        let power = reader["power"].integer(in: Int(Int8.min)...Int(Int8.max))
        let rssi = reader["rssi"].optional.map { $0.integer(in: Int(Int8.min)...126) }
        let device = reader["device"].optional.map { $0.integer(in: 0...Int(UInt8.max)) } ?? 0
        guard let uuid, let major, let minor, let power, let device else { return nil }
        if case .some(.none) = rssi { return nil }
        let identity = BeaconIdentity(uuid: uuid, major: UInt16(major), minor: UInt16(minor))
        return BeaconSighting(
            identity: identity, measuredPower: Int8(power), rssi: rssi.flatMap(\.self).map { Int8($0) },
            device: UInt8(device))
    }

    private static func elapsed(_ reader: JSONReader) -> Observation.Content? {
        guard let elapsed = reader.boolean() else { return nil }
        if elapsed { return .elapsed }
        reader.note(.value, "must be true")
        return nil
    }

    /// The defect that describes the mistakes best.
    static func defect(of mistakes: JSONMistakes) -> RecordingDefect {
        let paths = mistakes.list.map { $0.path.pointer }
        if paths.contains("/time") {
            let isMissing = mistakes.list.contains { $0.path.pointer == "/time" && $0.code == .required }
            return isMissing ? .timeMissing : .timeUnreadable
        }
        if paths.contains("/position/accuracy") { return .accuracyUnusable }
        if paths.contains(where: { $0.hasPrefix("/position/") }) { return .positionUnusable }
        if paths.contains("/sighting/rssi") { return .signalUnreadable }
        return .lineWithMistakes
    }

    private static let radioStates: [String: RadioState] = ["on": .on, "off": .off, "gone": .gone]
    private static let permissions: [String: Permission] = [
        "granted": .granted, "reduced-accuracy": .reducedAccuracy, "undetermined": .undetermined,
        "denied": .denied, "denied-globally": .deniedGlobally, "restricted": .restricted,
    ]
}
