import HTTPCore
import JSON
public import Workplace

extension FeedEntry {
    /// The entry as a server-sent event, as every follower of its topic receives it.
    public var eventBytes: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("number", number)
            json.member("topic", change.topic.text)
            json.member("kind", change.kind)
            json.member("at", time)
            json.member("body") { $0.raw(change.body) }
        }
        return ServerSentEvent.bytes(id: String(number), event: "change", json)
    }
}
