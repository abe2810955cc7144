public import Essentials

/// The record of one change of an order's stage; it is never changed.
public struct OrderTransition: Hashable, Sendable {
    /// The stage before.
    public let from: OrderStage
    /// The stage after.
    public let to: OrderStage
    /// The order's version after the change.
    public let version: Int
    /// Who caused it, with which device, when and why.
    public let cause: TransitionCause

    /// Makes a record, for example from a stored row.
    public init(from: OrderStage, to: OrderStage, version: Int, cause: TransitionCause) {
        self.from = from
        self.to = to
        self.version = version
        self.cause = cause
    }
}

/// Who caused a change, with which device, when and why.
public struct TransitionCause: Hashable, Sendable {
    /// The actor.
    public let actor: Actor
    /// The device, if it is known.
    public let device: DeviceID?
    /// The server's time; the clocks of clients do not count.
    public let at: Timestamp
    /// The reason that the actor gave, if any.
    public let reason: String?

    /// Makes a cause.
    ///
    /// - Parameters:
    ///   - actor: Who did it.
    ///   - device: The device, if it is known.
    ///   - at: The server's time.
    ///   - reason: The reason, if the actor gave one.
    public init(actor: Actor, device: DeviceID? = nil, at: Timestamp, reason: String? = nil) {
        self.actor = actor
        self.device = device
        self.at = at
        self.reason = reason
    }
}
