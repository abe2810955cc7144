import Processes
import Synchronization

/// A limit on the number of evaluated conditions; further ones are unmonitored, in the order of addition
/// (LD3).
///
/// Monitors that share a limit share its places, for conditions of all kinds (L47). Opening a monitor again
/// counts as adding its conditions at that moment. A monitor that is closed or no longer used frees its
/// places.
public final class ConditionLimit: Sendable {
    /// No limit.
    public static let unlimited = ConditionLimit(nil)
    /// Core Location's limit: 20 conditions of all kinds, over all monitors of the process that share it
    /// (L47).
    ///
    /// To simulate several devices in one process, give each of them its own `atMost(20)`.
    public static let appleLimit = ConditionLimit(20)

    private let count: Int?
    private let room = Mutex(Room())

    private struct Room {
        /// The share of each condition, in the order of addition.
        var owners: [Int] = []
        var lastShare = 0
        var signals: [WeakSignal] = []
    }

    private struct WeakSignal {
        weak let signal: WakeSignal?
    }

    private init(_ count: Int?) { self.count = count }

    /// Makes a limit on conditions of all kinds.
    ///
    /// - Parameter count: The maximum; 0 or a negative number admits none.
    /// - Returns: A new limit for each call; monitors share a limit only if they get the same object.
    public static func atMost(_ count: Int) -> ConditionLimit { ConditionLimit(max(count, 0)) }

    /// Whether one more condition would be evaluated at once if it replaced this many others.
    package func hasRoom(inPlaceOf others: Int) -> Bool {
        guard let count else { return true }
        return room.withLock { $0.owners.count } - others < count
    }

    /// The number of stored signals, including those that were dropped since the last one was added.
    var keptSignals: Int { room.withLock { $0.signals.count } }

    /// Begins the share of a monitor with this many conditions.
    func share(of conditions: Int) -> ConditionShare {
        let number = room.withLock { room in
            room.lastShare += 1
            if count != nil { room.owners += Array(repeating: room.lastShare, count: conditions) }
            return room.lastShare
        }
        return ConditionShare(of: self, number)
    }
}

// For shares; an unlimited limit counts nothing.
extension ConditionLimit {
    fileprivate func add(to share: Int) {
        if count != nil { room.withLock { $0.owners.append(share) } }
    }

    /// Removes the condition at a position within a share, or all of the share's conditions.
    fileprivate func remove(from share: Int, at place: Int?) {
        guard count != nil else { return }
        let signals = room.withLock { room in
            if let place {
                let places = room.owners.indices.filter { room.owners[$0] == share }
                if places.indices.contains(place) { room.owners.remove(at: places[place]) }
            } else {
                room.owners.removeAll { $0 == share }
            }
            room.signals.removeAll { $0.signal == nil }
            return room.signals
        }
        for signal in signals { signal.signal?.signal() }
    }

    fileprivate func admitted(of share: Int) -> Int {
        guard let count else { return .max }
        return room.withLock { room in room.owners.prefix(count).count { $0 == share } }
    }

    fileprivate func add(_ signal: WakeSignal) {
        guard count != nil else { return }
        room.withLock { room in
            // Each reader adds a signal, but conditions may never be removed; so dropped signals are removed
            // here too.
            room.signals.removeAll { $0.signal == nil }
            room.signals.append(WeakSignal(signal: signal))
        }
    }
}

/// One monitor's share of a limit; its places become free when the share ends or is dropped.
final class ConditionShare: Sendable {
    private let limit: ConditionLimit
    private let number: Int

    fileprivate init(of limit: ConditionLimit, _ number: Int) {
        self.limit = limit
        self.number = number
    }

    deinit { end() }

    /// How many of the monitor's conditions are evaluated, counted from the first in the order of addition.
    var admitted: Int { limit.admitted(of: number) }

    /// Counts one more condition.
    func add() { limit.add(to: number) }

    /// Stops counting the condition at a position in the order of addition.
    func remove(at place: Int) { limit.remove(from: number, at: place) }

    /// Frees all places.
    func end() { limit.remove(from: number, at: nil) }

    /// Sends a signal whenever a place may be free, as long as the signal exists.
    func wake(_ signal: WakeSignal) { limit.add(signal) }
}
