import HTTPCore
import JSON
import Synchronization
import Workplace

/// Sends the feed to one client: first the entries that it missed, page by page as it reads, then each new entry.
///
/// While the client catches up, entries come from the store. The stream also buffers the latest ones, so that it goes on
/// after the last page without a gap, a duplicate or a change of order.
final class FeedStream: Sendable {
    private enum Phase {
        case catchingUp(after: Int64)
        case live
    }

    private struct State {
        var phase = Phase.catchingUp(after: 0)
        // Not part of the phase, so that entries are appended in place without a copy. Empty once the stream
        // is live.
        var latest = LatestEntries()
        var lastSent: Int64 = 0
    }

    let topics: [FeedTopic]
    /// The session of the client.
    let session: Session
    /// The capacity is enough for a page, and for new entries while a live client stalls for a moment.
    let pipe = HTTPBodyPipe(capacity: 1 << 20)
    private let state = Mutex(State())

    init(_ topics: [FeedTopic], of session: Session) {
        self.topics = topics
        self.session = session
    }

    /// Receives a new entry.
    func receive(_ number: Int64, _ bytes: [UInt8]) {
        let isDue = state.withLock { state in
            if case .catchingUp = state.phase {
                state.latest.append(number, bytes)
                return false
            }
            guard number > state.lastSent else { return false }
            state.lastSent = number
            return true
        }
        if isDue { pipe.send(bytes) }
    }

    /// The number of the last entry before those that the client missed; `nil` once the stream is live.
    var missedAfter: Int64? {
        state.withLock { state in
            guard case .catchingUp(let position) = state.phase else { return nil }
            return position
        }
    }

    /// Sends the next page of missed entries, and goes live after the last page.
    func send(_ page: FeedPage) {
        // Sent under the lock, so that a new entry cannot overtake the waiting ones. The pipe only queues,
        // and the task that it wakes does not call back into this lock.
        state.withLock { state in
            guard case .catchingUp = state.phase else { return }
            pipe.send(page.bytes)
            state.lastSent = page.last
            guard page.isLast, state.latest.hasAll(after: page.last) else {
                state.phase = .catchingUp(after: page.last)
                return
            }
            for (number, bytes) in state.latest.entries where number > page.last {
                state.lastSent = number
                pipe.send(bytes)
            }
            state.phase = .live
            state.latest = LatestEntries()
        }
    }

    /// Tells the client to load a snapshot again, and ends the stream.
    func reset() {
        pipe.send(ServerSentEvent.bytes(event: "reset", JSONWriter.emptyObject))
        pipe.finish()
    }

    /// Sends an event that is not an entry.
    func send(_ bytes: [UInt8]) { pipe.send(bytes) }
}

/// The latest entries that arrived while a client caught up.
private struct LatestEntries {
    private static let atMost = 64

    private(set) var entries: [(number: Int64, bytes: [UInt8])] = []
    private var lastDropped: Int64 = 0

    mutating func append(_ number: Int64, _ bytes: [UInt8]) {
        if entries.count == Self.atMost { lastDropped = entries.removeFirst().number }
        entries.append((number, bytes))
    }

    /// Whether no entry after a number was dropped.
    func hasAll(after number: Int64) -> Bool { lastDropped <= number }
}
