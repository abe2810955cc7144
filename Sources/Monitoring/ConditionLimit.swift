import Processes
import Synchronization

/// How many conditions a program evaluates; those beyond wait, unmonitored, in the order of their adding (LD3).
///
/// Monitors that are given the same limit share its room, whatever the kinds of their conditions (L47). The conditions of a
/// monitor that is opened again count as added then. A monitor that is closed, or no longer used, gives its room back.
public final class ConditionLimit: Sendable {
    /// As many as are added.
    public static let unlimited = ConditionLimit(nil)
    /// The limit of Core Location: 20 of all kinds together, over all monitors of the process that are given it (L47).
    ///
    /// Several devices that are simulated in one process need an `atMost(20)` each.
    public static let appleLimit = ConditionLimit(20)

    private let count: Int?
    private let room = Mutex(Room())

    private struct Room {
        /// The share that each condition belongs to, in the order of adding.
        var owners: [Int] = []
        var lastShare = 0
        var signals: [WeakSignal] = []
    }

    private struct WeakSignal {
        weak let signal: WakeSignal?
    }

    private init(_ count: Int?) { self.count = count }

    /// Makes a limit of so many conditions of all kinds together.
    ///
    /// - Parameter count: How many; a number that is not positive admits none.
    /// - Returns: A limit that monitors share when they are given the same one; each call makes another.
    public static func atMost(_ count: Int) -> ConditionLimit { ConditionLimit(max(count, 0)) }

    /// Whether one more condition would be evaluated at once, in place of so many others.
    package func hasRoom(inPlaceOf others: Int) -> Bool {
        guard let count else { return true }
        return room.withLock { $0.owners.count } - others < count
    }

    /// How many signals are kept, with those that were dropped since the last one came.
    var keptSignals: Int { room.withLock { $0.signals.count } }

    /// Begins the share of a monitor that has so many conditions.
    func share(of conditions: Int) -> ConditionShare {
        let number = room.withLock { room in
            room.lastShare += 1
            if count != nil { room.owners += Array(repeating: room.lastShare, count: conditions) }
            return room.lastShare
        }
        return ConditionShare(of: self, number)
    }
}

// What a share asks for; without a limit nothing is counted.
extension ConditionLimit {
    fileprivate func add(to share: Int) {
        if count != nil { room.withLock { $0.owners.append(share) } }
    }

    /// Removes the condition at a place among those of a share, or all of them.
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
            // Each reader brings a signal, and conditions may never be removed.
            room.signals.removeAll { $0.signal == nil }
            room.signals.append(WeakSignal(signal: signal))
        }
    }
}

/// What one monitor has of a limit; the room is given back when the share ends or is dropped.
final class ConditionShare: Sendable {
    private let limit: ConditionLimit
    private let number: Int

    fileprivate init(of limit: ConditionLimit, _ number: Int) {
        self.limit = limit
        self.number = number
    }

    deinit { end() }

    /// How many of the monitor's conditions are evaluated: the first so many in the order of adding.
    var admitted: Int { limit.admitted(of: number) }

    /// Counts one condition more.
    func add() { limit.add(to: number) }

    /// Counts the condition at a place in the order of adding no longer.
    func remove(at place: Int) { limit.remove(from: number, at: place) }

    /// Gives all room back.
    func end() { limit.remove(from: number, at: nil) }

    /// Sends a signal whenever there may be more room, as long as the signal lives.
    func wake(_ signal: WakeSignal) { limit.add(signal) }
}
