public import Essentials
public import Ordering

/// A payment at the provider: its purpose, its stage, and when the server asks about it next.
///
/// A payment for an order has the identifier of the order. No card data are stored; the server stores only the provider's
/// reference.
public struct Payment: Hashable, Sendable {
    /// How long the purchase stays reserved.
    public static let timeToPay: Duration = .seconds(600)
    /// How long the purchase stays reserved at a kiosk; shorter, because other guests wait for it.
    public static let timeToPayAtKiosk: Duration = .seconds(300)
    /// How long the server waits for a webhook call before it asks the provider.
    static let pollInterval: Duration = .seconds(20)
    private static let longestPause: Duration = .seconds(600)

    /// The purpose of a payment.
    public enum Purpose: Hashable, Sendable {
        /// An order.
        case order(OrderID)
        /// A top-up of a person's meal account.
        case topUp(PersonID)
    }

    /// The identifier.
    public let id: PaymentID
    /// The purpose.
    public let purpose: Purpose
    /// The amount to pay.
    public let amount: Money
    /// The stage.
    public internal(set) var machine: PaymentStateMachine
    /// The provider's reference; `nil` until somebody begins to pay.
    public internal(set) var reference: String?
    /// When the reservation ends.
    public let endsAt: Timestamp
    /// When the server asks the provider next; `nil` when the payment is decided.
    public internal(set) var dueAt: Timestamp?
    /// The number of consecutive failed calls, or of calls at which the money was not returned yet.
    public internal(set) var failures: Int

    /// How far it has come.
    public var stage: PaymentStateMachine.Stage { machine.stage }

    /// Makes a payment from its parts, for example from a stored row.
    init(
        id: PaymentID, for purpose: Purpose, amount: Money,
        machine: PaymentStateMachine = PaymentStateMachine(),
        reference: String? = nil, endsAt: Timestamp, dueAt: Timestamp?, failures: Int = 0
    ) {
        self.id = id
        self.purpose = purpose
        self.amount = amount
        self.machine = machine
        self.reference = reference
        self.endsAt = endsAt
        self.dueAt = dueAt
        self.failures = failures
    }

    /// Sets when the server asks next, after the provider has answered.
    mutating func scheduleAfterAnswer(at time: Timestamp) {
        failures = 0
        switch stage {
        case .paid, .returned, .ended: dueAt = nil
        case .returning: dueAt = time
        case .ending: dueAt = time.advanced(by: Self.pollInterval)
        case .open: dueAt = reference == nil ? endsAt : min(endsAt, time.advanced(by: Self.pollInterval))
        }
    }

    /// The back-off after consecutive failures.
    static func pause(after failures: Int) -> Duration {
        min(longestPause, .seconds(1 << min(failures, 10)))
    }

    /// Sets when the server asks next, after a failed call, or when the money is not returned yet.
    mutating func scheduleAfterFailure(at time: Timestamp) {
        guard !machine.isDecided else { return dueAt = nil }
        failures += 1
        dueAt = time.advanced(by: Self.pause(after: failures))
        // The reservation ends in time even while the provider is unreachable.
        if stage == .open, let due = dueAt, time < endsAt { dueAt = min(due, endsAt) }
    }
}
