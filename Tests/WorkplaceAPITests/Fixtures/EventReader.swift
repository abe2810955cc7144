import HTTPCore
import JSON

/// Reads the events that wait in a stream.
struct EventReader {
    struct Event {
        let id: Int64?
        let event: String
        let data: JSONValue
    }

    private let pipe: HTTPBodyPipe
    private(set) var isFinished = false
    private(set) var isBroken = false

    init(_ pipe: HTTPBodyPipe) { self.pipe = pipe }

    /// Takes every event that is there now.
    mutating func read() -> [Event] {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        reading: while true {
            switch buffer.withUnsafeMutableBytes({ pipe.take(into: $0) }) {
            case .bytes(let count): text += buffer[..<count]
            case .nothing: break reading
            case .finished:
                isFinished = true
                break reading
            case .broken:
                isBroken = true
                break reading
            }
        }
        return String(decoding: text, as: UTF8.self).split(separator: "\n\n").compactMap(Self.event)
    }

    /// Takes events as they come, until there are so many that have a number, or the stream has ended.
    mutating func read(numbered count: Int) async -> [Event] {
        var events = read()
        while events.count(where: { $0.id != nil }) < count, !isFinished, !isBroken {
            await withCheckedContinuation { continuation in
                if !pipe.wakeWhenReadable({ continuation.resume() }) { continuation.resume() }
            }
            events += read()
        }
        return events
    }

    private static func event(_ block: Substring) -> Event? {
        var fields: [Substring: Substring] = [:]
        for line in block.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { fields[parts[0]] = parts[1].dropFirst() }
        }
        guard let event = fields["event"], let data = fields["data"] else { return nil }
        // An event whose data is no JSON is left out, and missed by the test.
        guard let value = try? JSONValue(parsing: Array(data.utf8)) else { return nil }
        return Event(id: fields["id"].flatMap { Int64($0) }, event: String(event), data: value)
    }
}
