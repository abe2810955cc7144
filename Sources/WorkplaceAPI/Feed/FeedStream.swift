import HTTPCore
import JSON
import Synchronization

/// One client's way through the feed: first what it has missed, then what happens.
///
/// Entries that happen while the client catches up wait here, so that nothing is lost, doubled or out of order.
final class FeedStream: Sendable {
    private enum Phase {
        case catchingUp(waiting: [(number: Int64, bytes: [UInt8])])
        case live
    }

    private struct State {
        var phase = Phase.catchingUp(waiting: [])
        var lastSent: Int64 = 0
    }

    /// Room for what a kitchen misses in a day's outage; a live client never lets it fill.
    let pipe = HTTPBodyPipe(capacity: 4 << 20)
    private let state = Mutex(State())

    /// Takes an entry that has just happened.
    func receive(_ number: Int64, _ bytes: [UInt8]) {
        let isDue = state.withLock { state in
            if case .catchingUp(var waiting) = state.phase {
                waiting.append((number, bytes))
                state.phase = .catchingUp(waiting: waiting)
                return false
            }
            guard number > state.lastSent else { return false }
            state.lastSent = number
            return true
        }
        if isDue { pipe.send(bytes) }
    }

    /// Sends an entry that the client has missed; called in order, before ``goLive(after:)``.
    func catchUp(_ number: Int64, _ bytes: [UInt8]) {
        state.withLock { $0.lastSent = number }
        pipe.send(bytes)
    }

    /// Ends the catching up: sends what has waited and is later than a number, and then each entry as it happens.
    func goLive(after number: Int64) {
        // Sent under the lock, so that an entry that happens now cannot overtake those that waited. The pipe only
        // queues, and what it wakes does not come back here.
        state.withLock { state in
            state.lastSent = max(state.lastSent, number)
            guard case .catchingUp(let waiting) = state.phase else { return }
            for (number, bytes) in waiting where number > state.lastSent {
                state.lastSent = number
                pipe.send(bytes)
            }
            state.phase = .live
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
