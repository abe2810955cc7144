/// How an order reaches the kitchen; each kind has its own age thresholds at a café.
public enum OrderKind: String, CaseIterable, Hashable, Sendable {
    /// For as soon as possible.
    case soonest
    /// For a pickup window that the person chose.
    case scheduled
    /// Started when its person came near the café.
    case arrival
    /// Taken at the counter or at a kiosk, from somebody who waits there.
    case walkUp = "walk-up"
}

extension Order {
    /// The kind of an order that the kitchen gets when it is placed.
    public var kind: OrderKind {
        if let pickup, !pickup.isSoonest { return .scheduled }
        return channel.isWalkUp ? .walkUp : .soonest
    }
}
