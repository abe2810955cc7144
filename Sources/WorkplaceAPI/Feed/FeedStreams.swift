import Essentials
import HTTPCore
import JSON
import Synchronization
import Workplace

/// All open streams of the feed, and the regular beat that shows a page that its connection works.
final class FeedStreams: Sendable {
    /// A page reports a lost connection after two and a half beats without an event.
    static let beat: Duration = .seconds(2)
    /// How many streams a session may have open; screens may share a session.
    static let perSession = 128

    private struct Open {
        let stream: FeedStream
        let subscription: FeedHub.Subscription
    }

    private let services: WorkplaceServices
    private let pages: FeedPages
    private let streams = Mutex<[ObjectIdentifier: Open]>([:])
    /// Streams whose client has read everything sent so far and has missed more; each is queued once at most.
    private let (drained, drainedStreams) = AsyncStream.makeStream(of: FeedStream.self)

    init(services: WorkplaceServices) {
        self.services = services
        pages = FeedPages(store: services.store)
    }

    /// How many streams are open.
    var count: Int { streams.withLock { $0.count } }

    /// Opens a stream.
    ///
    /// The answer contains the first page of missed entries; further pages follow as the client reads.
    ///
    /// - Parameters:
    ///   - topics: The topics to follow; the caller has checked that the client may follow them.
    ///   - number: The last number that the client saw; `nil` begins with the next entry.
    ///   - session: The session of the client. The stream ends when the session ends or no longer permits one
    ///     of the topics.
    /// - Returns: The body of the answer.
    /// - Throws: A `Problem` with status 429 when the session has as many streams as it may, and 401 when it has
    ///   ended meanwhile; the store's own error.
    func open(
        _ topics: [FeedTopic], after number: Int64?, for session: Session
    ) async throws -> HTTPBodyPipe {
        let stream = FeedStream(topics, of: session)
        try add(stream)
        stream.pipe.onClose { [weak self, identity = ObjectIdentifier(stream)] in self?.remove(identity) }
        stream.send(beatBytes)
        do {
            // If the session ended before this stream was registered, no other code would end the stream.
            guard try await services.sessions.find(tokenDigest: session.tokenDigest) != nil else {
                throw Problem.signInRequired
            }
            if let number {
                try await sendPage(to: stream, after: number)
            } else {
                let last = try await services.store.read { try $0.feedBounds().last }
                stream.send(FeedPage(bytes: [], last: last, isLast: true))
                sendMoreWhenRead(to: stream)
            }
        } catch {
            // The pipe has no reader now, so no other code would remove the stream.
            remove(ObjectIdentifier(stream))
            throw error
        }
        return stream.pipe
    }

    /// Ends the streams of a session that has been ended.
    func endStreams(ofSessionWith tokenDigest: [UInt8]) {
        for stream in all where stream.session.tokenDigest == tokenDigest { end(stream) }
    }

    /// Runs the streams until the surrounding task is cancelled, and then ends them all.
    ///
    /// It sends the beat, ends streams that their session no longer permits, and sends missed entries. While the store is late there
    /// is no beat, so that pages show that they may be out of date. When it is away, the streams end, and pages look for another
    /// node.
    func run(clock: any Clock<Duration>) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.sendMissedPages() }
            var checks = services.sessions.checks
            while !Task.isCancelled {
                do { try await clock.sleep(for: Self.beat) } catch { break }
                switch services.store.reach {
                case .present:
                    let bytes = beatBytes
                    for stream in all { stream.send(bytes) }
                case .late: break
                case .away:
                    for stream in all { stream.pipe.finish() }
                }
                endForbidden()
                checks = await endEnded(since: checks)
                await pages.forget()
            }
            group.cancelAll()
        }
        for stream in all { stream.pipe.finish() }
    }

    private var all: [FeedStream] { streams.withLock { $0.values.map(\.stream) } }

    private func add(_ stream: FeedStream) throws(Problem) {
        let isAdded = streams.withLock { streams in
            let digest = stream.session.tokenDigest
            guard streams.values.count(where: { $0.stream.session.tokenDigest == digest }) < Self.perSession
            else { return false }
            // The hub calls its followers without holding its lock, so that the two locks never wait for each
            // other.
            let subscription = services.hub.follow(stream.topics) { [weak stream] in
                stream?.receive($0, $1)
            }
            streams[ObjectIdentifier(stream)] = Open(stream: stream, subscription: subscription)
            return true
        }
        guard !isAdded else { return }
        throw Problem(
            .tooManySessionStreams, detail: "This session has \(Self.perSession) streams open. Close some.")
    }

    private func remove(_ identity: ObjectIdentifier) {
        guard let open = streams.withLock({ $0.removeValue(forKey: identity) }) else { return }
        services.hub.end(open.subscription)
    }

    // MARK: - Rights

    /// Ends the streams whose session has expired, has lost its owner, or no longer permits a topic.
    ///
    /// It does not look for sessions that were ended: ``endStreams(ofSessionWith:)`` and ``endEnded(since:)`` handle those.
    private func endForbidden() {
        for stream in all where !isPermitted(stream) { end(stream) }
    }

    /// Ends the streams of sessions that other processes have ended.
    ///
    /// - Parameter checks: The checks of sessions after which all streams were looked at.
    /// - Returns: The checks after which they are looked at now.
    private func endEnded(since checks: Int) async -> Int {
        let present = services.sessions.checks
        guard present != checks else { return checks }
        do {
            for digest in Set(all.map(\.session.tokenDigest))
            where try await services.sessions.find(tokenDigest: digest) == nil {
                endStreams(ofSessionWith: digest)
            }
            return present
        } catch {
            // The store does not answer; the next beat looks again.
            return checks
        }
    }

    private func isPermitted(_ stream: FeedStream) -> Bool {
        guard let principal = services.sessions.principal(of: stream.session) else { return false }
        return stream.topics.allSatisfy(principal.mayFollow)
    }

    private func end(_ stream: FeedStream) {
        remove(ObjectIdentifier(stream))
        stream.pipe.finish(discardsQueue: true)
    }

    // MARK: - Catching up

    private func sendMissedPages() async {
        for await stream in drained {
            guard let number = stream.missedAfter else { continue }
            // The client reconnects, and that request fails with the reason.
            do { try await sendPage(to: stream, after: number) } catch { stream.pipe.finish() }
        }
    }

    private func sendPage(to stream: FeedStream, after number: Int64) async throws {
        guard let page = try await pages.page(of: stream.topics, after: number) else { return stream.reset() }
        stream.send(page)
        sendMoreWhenRead(to: stream)
    }

    private func sendMoreWhenRead(to stream: FeedStream) {
        guard stream.missedAfter != nil else { return }
        stream.pipe.whenEmpty { [weak stream, drainedStreams] in
            if let stream { drainedStreams.yield(stream) }
        }
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
