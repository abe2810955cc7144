public import Observation
import Synchronization
import TipCore
import TipRules

/// Several tips; at most one is shown at a time (T80).
///
/// A group belongs to the store that was current when it was made.
public final class TipGroup: Observable, Sendable {
    /// Which of the tips is shown.
    public enum Priority: Hashable, Sendable {
        /// The first that is available (T82).
        case firstAvailable
        /// The first that has not ended, once it is available (T83, T84).
        case ordered
    }

    private let tips: [any Tip]
    private let priority: Priority
    private let store: TipStore
    private let registrar = ObservationRegistrar()
    private let observer: Mutex<Task<Void, Never>?> = Mutex(nil)

    /// Makes a group of tips, in order.
    public init(_ priority: Priority = .firstAvailable, @Tips.GroupBuilder _ tips: () -> [any Tip]) {
        self.tips = tips()
        self.priority = priority
        store = .current
    }

    deinit { observer.withLock { $0?.cancel() } }

    /// The tip to show now (T80 to T84); observers receive each change.
    @MainActor public var currentTip: (any Tip)? {
        registrar.access(self, keyPath: \.current)
        follow()
        return current
    }

    /// The tip to show now; from any thread, and without observation.
    public var current: (any Tip)? { currentPlace.map { tips[$0] } }

    private var currentPlace: Int? {
        let ids = declare()
        return store.ask { [priority] machine, now in machine.currentTip(of: ids, priority, at: now).place }
    }

    /// The tips to show, one after the other: the present tip, then each tip that replaces it (T88).
    ///
    /// Each read makes a separate sequence, for one consumer.
    public var currentTipUpdates: some AsyncSequence<any Tip, Never> & Sendable {
        let tips = tips
        return places().compactMap { place in place.map { tips[$0] } }
    }

    private func places() -> AsyncStream<Int?> {
        let ids = declare()
        return store.updates { [priority] machine, now in
            let current = machine.currentTip(of: ids, priority, at: now)
            guard let place = current.place else {
                return ((nil, current.next), TipChange(epoch: machine.ledger.epoch))
            }
            let change = machine.observe(ids[place].id, owner: ids[place].owner, at: now).change
            return ((place, current.next), change)
        }
    }

    private func declare() -> [GroupMember] {
        tips.map { GroupMember(id: store.declare($0), owner: RuleText($0.owner)) }
    }

    // Observation cannot wait for a time, so the first observer starts a task; it ends with the group.
    private func follow() {
        let (known, places) = (currentPlace, places())
        observer.withLock { observer in
            guard observer == nil else { return }
            observer = Task { [weak self] in
                var known = known
                for await place in places {
                    guard let self else { return }
                    if place != known { self.tellObservers() }
                    known = place
                }
            }
        }
    }

    private func tellObservers() { registrar.withMutation(of: self, keyPath: \.current) {} }
}

/// A tip of a group, with the type that it has there.
struct GroupMember: Hashable, Sendable {
    let id: TipID
    let owner: RuleText
}

extension TipStateMachine {
    /// Which tip of several is shown, and until when this is sure to stay.
    mutating func currentTip(
        of tips: [GroupMember], _ priority: TipGroup.Priority, at now: RuleTime
    ) -> (place: Int?, next: RuleTime?) {
        var next: RuleTime?
        for (place, tip) in tips.enumerated() {
            next = earliest(next, timedStatus(of: tip.id, at: now).nextChange)
            switch status(of: tip.id, owner: tip.owner, at: now) {
            case .available: return (place, next)
            case .pending where priority == .ordered: return (nil, next)
            default: continue
            }
        }
        return (nil, next)
    }
}
