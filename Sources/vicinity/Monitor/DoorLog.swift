import Attendance
import Essentials
import Foundation
import JSON
import Workplace
import WorkplaceClient

/// What reminders on this device know of the last day, as a file beside the monitor.
///
/// It has crossings and punches, and the server's last answer, so that the rule is the same without a network. Replaying it gives
/// the state in which an earlier run ended.
struct DoorLog: Sendable {
    /// How long crossings are kept; the longest day of a calendar has 25 hours.
    static let memory: Duration = .seconds(25 * 3_600)

    /// The server's last answer about one's attendance.
    var answer: JSONValue?
    /// The number of the notice that was visible last.
    var notice: UInt32?
    /// The causes of the questions that were asked, with their times.
    private var asked: [String: Timestamp] = [:]
    private(set) var events: [AttendanceEvent] = []

    /// Reads a file; a file that is absent or damaged is an empty log, as nothing else can be done about it.
    init(at path: String) {
        guard let data = FileManager.default.contents(atPath: path),
            let document = try? JSONValue(parsing: Array(data)),
            let read = try? document.reading({ Self.Content($0) })
        else { return }
        answer = read.answer
        notice = read.notice
        asked = read.asked
        events = read.events.sorted()
    }

    private struct Content {
        let answer: JSONValue?
        let notice: UInt32?
        let asked: [String: Timestamp]
        let events: [AttendanceEvent]

        init?(_ reader: JSONReader) {
            answer = reader["answer"].optional?.text(
                as: { try? JSONValue(parsing: Array($0.utf8)) }, "must be JSON")
            notice = reader["notice"].optional?.integer(in: 0...Int64(UInt32.max)).map { UInt32($0) }
            let asked = reader["asked"].array { reader -> (String, Timestamp)? in
                let time = reader["at"].text(as: { Timestamp($0) }, "must be a date-time")
                guard let cause = reader["cause"].string(), let time else { return nil }
                return (cause, time)
            }
            self.asked = Dictionary(asked ?? []) { first, _ in first }
            guard let events = reader["events"].array(DoorLog.event) else { return nil }
            self.events = events
        }
    }

    /// The log as the bytes of its file.
    var bytes: [UInt8] {
        var document: JSONObject = ["events": .array(events.map(Self.document))]
        if let answer { document["answer"] = .string(String(decoding: answer.bytes, as: UTF8.self)) }
        if let notice { document["notice"] = .integer(Int64(notice)) }
        document["asked"] = .array(
            asked.sorted { $0.key < $1.key }.map {
                ["cause": .string($0), "at": .string($1.description)]
            })
        return JSONValue.object(document).bytes
    }

    /// Adds an event.
    ///
    /// - Returns: Whether it is new.
    mutating func add(_ event: AttendanceEvent) -> Bool {
        let key = Self.key(event)
        guard !events.contains(where: { Self.key($0) == key }) else { return false }
        events = (events + [event]).sorted()
        return true
    }

    /// Whether a question was asked.
    func hasAsked(_ cause: String) -> Bool { asked[cause] != nil }

    /// Notes that a question was asked.
    mutating func note(_ cause: String, askedAt time: Timestamp) { asked[cause] = time }

    /// Removes what was known before a time; the last punch stays.
    mutating func forget(before time: Timestamp) {
        asked = asked.filter { $0.value >= time }
        let last = events.last { if case .punch = $0 { true } else { false } }
        events.removeAll { $0.knownAt < time && $0 != last }
    }

    /// What makes two reports one event; when it was received does not.
    static func key(_ event: AttendanceEvent) -> String {
        switch event {
        case .crossing(let crossing): "\(crossing.kind.rawValue) \(crossing.entrance) \(crossing.observedAt)"
        case .punch(let punch): "\(punch.kind.rawValue) \(punch.time)"
        }
    }

    private static func document(_ event: AttendanceEvent) -> JSONValue {
        switch event {
        case .crossing(let crossing):
            [
                "kind": .string(crossing.kind.rawValue), "place": .string(crossing.entrance.rawValue),
                "at": .string(crossing.observedAt.description),
                "receivedAt": .string(crossing.receivedAt.description),
            ]
        case .punch(let punch):
            [
                "kind": .string(punch.kind.rawValue), "place": .string(punch.site.rawValue),
                "at": .string(punch.time.description),
            ]
        }
    }

    private static func event(_ reader: JSONReader) -> AttendanceEvent? {
        let time = reader["at"].text(as: { Timestamp($0) }, "must be a date-time")
        guard let kind = reader["kind"].string(), let time else { return nil }
        if let kind = PunchKind(rawValue: kind) {
            let site = reader["place"].text(as: { SiteID($0) }, "must be an identifier")
            return site.flatMap { Punch(kind, at: time, site: $0, zone: .utc) }.map { .punch($0) }
        }
        let received = reader["receivedAt"].text(as: { Timestamp($0) }, "must be a date-time")
        guard let kind = Crossing.Kind(rawValue: kind),
            let entrance = reader["place"].text(as: { SpotID($0) }, "must be an identifier"),
            let received, let source = Self.source
        else { return nil }
        return .crossing(
            Crossing(entrance: entrance, kind: kind, observedAt: time, receivedAt: received, source: source))
    }

    /// Who reports the crossings.
    static let source = CrossingSourceID("this-device")
}

extension Punch {
    /// A punch of which only this much is known here.
    init?(_ kind: PunchKind, at time: Timestamp, site: SiteID, zone: Zone) {
        guard let id = PunchID("known"), let person = PersonID("self") else { return nil }
        self.init(
            id: id, person: person, kind: kind, time: time, deviceTime: nil, site: site, zone: zone,
            reminder: nil)
    }
}
