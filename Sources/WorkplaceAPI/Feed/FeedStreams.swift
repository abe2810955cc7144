import Essentials
import HTTPCore
import JSON
import Synchronization
import Workplace

/// All open streams of the feed, with the beat that tells a page that its link is alive.
final class FeedStreams: Sendable {
    /// A page that has heard nothing for two beats and a half says so.
    static let beat: Duration = .seconds(2)
    private static let pageSize = 500

    private let services: WorkplaceServices
    private let streams = Mutex<[ObjectIdentifier: FeedStream]>([:])

    init(services: WorkplaceServices) {
        self.services = services
    }

    /// How many streams are open.
    var count: Int { streams.withLock { $0.count } }

    /// Opens a stream.
    ///
    /// - Parameters:
    ///   - topics: What the client may and wants to follow.
    ///   - number: The last number that the client saw; `nil` begins with what happens next.
    /// - Returns: The body of the answer.
    /// - Throws: The store's own error.
    func open(_ topics: [FeedTopic], after number: Int64?) async throws -> HTTPBodyPipe {
        let stream = FeedStream()
        let subscription = services.hub.follow(topics) { [weak stream] in stream?.receive($0, $1) }
        streams.withLock { $0[ObjectIdentifier(stream)] = stream }
        let forget: @Sendable () -> Void = {
            [weak self, hub = services.hub, identity = ObjectIdentifier(stream)] in
            hub.end(subscription)
            self?.streams.withLock { $0[identity] = nil }
        }
        stream.pipe.onClose(forget)
        stream.send(beatBytes)
        do {
            try await catchUp(stream, topics, after: number)
        } catch {
            // Nobody will read the pipe, so nobody would close it.
            forget()
            throw error
        }
        return stream.pipe
    }

    /// Sends the beat to every stream until the surrounding task is cancelled, and then ends all streams.
    func run(clock: any Clock<Duration>) async {
        while !Task.isCancelled {
            do { try await clock.sleep(for: Self.beat) } catch { break }
            let bytes = beatBytes
            for stream in streams.withLock({ Array($0.values) }) { stream.send(bytes) }
        }
        for stream in streams.withLock({ Array($0.values) }) { stream.pipe.finish() }
    }

    private func catchUp(_ stream: FeedStream, _ topics: [FeedTopic], after number: Int64?) async throws {
        let bounds = try await services.store.read { try $0.feedBounds() }
        guard var position = number else { return stream.goLive(after: bounds.last) }
        // An older number has been forgotten, a later one was never given: the client must begin anew.
        guard position >= bounds.first - 1, position <= bounds.last else { return stream.reset() }
        var room = stream.pipe.capacity / 2
        while true {
            let (first, entries) = try await services.store.read { [position] in
                (
                    try $0.feedBounds().first,
                    try $0.feedEntries(after: position, topics: topics, limit: Self.pageSize)
                )
            }
            // The housekeeping may have removed what comes next since the page before.
            guard position >= first - 1 else { return stream.reset() }
            for entry in entries {
                let bytes = entry.eventBytes
                room -= bytes.count
                // Nothing is read before all is queued: more than fits would be cut off each time anew.
                guard room >= 0 else { return stream.reset() }
                stream.catchUp(entry.number, bytes)
            }
            guard entries.count == Self.pageSize, let last = entries.last else { break }
            position = last.number
        }
        stream.goLive(after: position)
    }

    private var beatBytes: [UInt8] {
        var json = JSONWriter()
        json.object { $0.member("now", services.now()) }
        return ServerSentEvent.bytes(event: "beat", json)
    }
}

extension ServerSentEvent {
    /// An event whose data is JSON that this server wrote: one line, without control characters.
    static func bytes(id: String? = nil, event: String, _ json: JSONWriter) -> [UInt8] {
        do {
            return try ServerSentEvent(
                id: id, event: event, data: String(decoding: json.bytes, as: UTF8.self)
            ).bytes
        } catch {
            preconditionFailure("an event of the server's own was refused: \(error)")
        }
    }
}

extension JSONWriter {
    static var emptyObject: JSONWriter {
        var json = JSONWriter()
        json.object { _ in }
        return json
    }
}
