import Essentials
import HTTPCore
import JSON
import Synchronization
import Workplace

/// All open streams of the feed, with the beat that tells a page that its link is alive.
final class FeedStreams: Sendable {
    /// A page that has heard nothing for two beats and a half says so.
    static let beat: Duration = .seconds(2)
    /// How many streams a session may have open: for a wall of screens that share one, not for all that there are.
    static let perSession = 128
    private static let pageSize = 500

    private struct Open {
        let stream: FeedStream
        let session: [UInt8]
    }

    private let services: WorkplaceServices
    private let streams = Mutex<[ObjectIdentifier: Open]>([:])

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
    ///   - session: Whose stream it is; it ends with the session.
    /// - Returns: The body of the answer.
    /// - Throws: A `Problem` with status 429 when the session has as many streams as it may, and 401 when it has
    ///   ended meanwhile; the store's own error.
    func open(
        _ topics: [FeedTopic], after number: Int64?, for session: Session
    ) async throws -> HTTPBodyPipe {
        let stream = FeedStream()
        try add(stream, of: session)
        let subscription = services.hub.follow(topics) { [weak stream] in stream?.receive($0, $1) }
        let forget: @Sendable () -> Void = {
            [weak self, hub = services.hub, identity = ObjectIdentifier(stream)] in
            hub.end(subscription)
            self?.streams.withLock { $0[identity] = nil }
        }
        stream.pipe.onClose(forget)
        stream.send(beatBytes)
        do {
            // It may have been ended before its streams were looked for, but not before this one was among them.
            guard try await services.sessions.find(tokenDigest: session.tokenDigest) != nil else {
                throw Problem.signInRequired
            }
            try await catchUp(stream, topics, after: number)
        } catch {
            // Nobody will read the pipe, so nobody would close it.
            forget()
            throw error
        }
        return stream.pipe
    }

    /// Ends the streams of a session that has been ended.
    func end(of session: Session) {
        let ended = streams.withLock { $0.values.filter { $0.session == session.tokenDigest } }
        for open in ended { open.stream.pipe.finish() }
    }

    private func add(_ stream: FeedStream, of session: Session) throws(Problem) {
        let isAdded = streams.withLock { streams in
            guard streams.values.count(where: { $0.session == session.tokenDigest }) < Self.perSession
            else { return false }
            streams[ObjectIdentifier(stream)] = Open(stream: stream, session: session.tokenDigest)
            return true
        }
        guard !isAdded else { return }
        throw Problem(
            .tooManySessionStreams, detail: "This session has \(Self.perSession) streams open. Close some.")
    }

    /// Sends the beat to every stream until the surrounding task is cancelled, and then ends all streams.
    func run(clock: any Clock<Duration>) async {
        while !Task.isCancelled {
            do { try await clock.sleep(for: Self.beat) } catch { break }
            let bytes = beatBytes
            for open in streams.withLock({ Array($0.values) }) { open.stream.send(bytes) }
        }
        for open in streams.withLock({ Array($0.values) }) { open.stream.pipe.finish() }
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
    static func bytes(id: String? = nil, event: String, _ json: borrowing JSONWriter) -> [UInt8] {
        do {
            return try ServerSentEvent(
                id: id, event: event, data: json.text
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
