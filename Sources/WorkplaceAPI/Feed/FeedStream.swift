import HTTPCore
import JSON
import Synchronization
import Workplace

/// One client's way through the feed: first what it has missed, page by page as it reads, then what happens.
///
/// What happens while the client catches up is in the store, and is read from there. Only the latest entries are kept
/// as well, so that the stream can go on from the last page without losing, doubling or reordering anything.
final class FeedStream: Sendable {
    private enum Phase {
        case catchingUp(after: Int64)
        case live
    }

    private struct State {
        var phase = Phase.catchingUp(after: 0)
        // Outside the phase, so that entries are appended in place. Empty once the stream is live.
        var latest = LatestEntries()
        var lastSent: Int64 = 0
    }

    let topics: [FeedTopic]
    /// Whose stream it is.
    let session: Session
    /// Room for a page and for what happens while a live client stalls for a moment.
    let pipe = HTTPBodyPipe(capacity: 1 << 20)
    private let state = Mutex(State())

    init(_ topics: [FeedTopic], of session: Session) {
        self.topics = topics
        self.session = session
    }

    /// Takes an entry that has just happened.
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

    /// The number after which the client has missed something; `nil` once the stream is live.
    var missedAfter: Int64? {
        state.withLock { state in
            guard case .catchingUp(let position) = state.phase else { return nil }
            return position
        }
    }

    /// Sends what comes next of what the client has missed, and goes live when that was all.
    func send(_ page: FeedPage) {
        // Sent under the lock, so that an entry that happens now cannot overtake those that waited. The pipe only
        // queues, and what it wakes does not come back here.
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

    /// Tells the client to begin anew from a snapshot, and ends the stream.
    func reset() {
        pipe.send(ServerSentEvent.bytes(event: "reset", JSONWriter.emptyObject))
        pipe.finish()
    }

    /// Sends something that is no entry.
    func send(_ bytes: [UInt8]) { pipe.send(bytes) }
}

/// The latest entries that happened while a client caught up.
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
