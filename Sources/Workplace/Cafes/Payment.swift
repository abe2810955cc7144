public import Essentials
public import Ordering

/// A payment at the provider: what it is for, how far it has come, and when the server asks about it next.
///
/// A payment for an order has the identifier of the order. Nothing of a card is stored: the provider has it, and the server has the
/// provider's name for the payment.
public struct Payment: Hashable, Sendable {
    /// How long what is bought stays reserved for a payment.
    public static let timeToPay: Duration = .seconds(600)
    /// The same at a kiosk, which other guests need.
    public static let timeToPayAtKiosk: Duration = .seconds(300)
    /// How long the server waits for news before it asks the provider.
    static let pollInterval: Duration = .seconds(20)
    private static let longestPause: Duration = .seconds(600)

    /// What a payment is for.
    public enum Purpose: Hashable, Sendable {
        /// An order.
        case order(OrderID)
        /// To fill the meal account of a person.
        case topUp(PersonID)
    }

    /// The identifier.
    public let id: PaymentID
    /// What it is for.
    public let purpose: Purpose
    /// What is to be paid.
    public let amount: Money
    /// How far it has come.
    public internal(set) var machine: PaymentStateMachine
    /// The provider's name for it; `nil` until somebody begins to pay.
    public internal(set) var reference: String?
    /// When the reservation ends.
    public let endsAt: Timestamp
    /// When the server asks the provider next; `nil` when it is decided.
    public internal(set) var dueAt: Timestamp?
    /// How often in a row the provider could not be asked, or had not returned the money.
    public internal(set) var failures: Int
    /// How often the provider has refused to return the money.
    var refusals: Int

    /// How far it has come.
    public var stage: PaymentStateMachine.Stage { machine.stage }

    /// Makes a payment from its parts, for example from a stored row.
    init(
        id: PaymentID, for purpose: Purpose, amount: Money,
        machine: PaymentStateMachine = PaymentStateMachine(),
        reference: String? = nil, endsAt: Timestamp, dueAt: Timestamp?, failures: Int = 0,
        refusals: Int = 0
    ) {
        self.id = id
        self.purpose = purpose
        self.amount = amount
        self.machine = machine
        self.reference = reference
        self.endsAt = endsAt
        self.dueAt = dueAt
        self.failures = failures
        self.refusals = refusals
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

    /// How long the server waits after failures in a row.
    static func pause(after failures: Int) -> Duration {
        min(longestPause, .seconds(1 << min(failures, 10)))
    }

    /// Sets when the server asks next, after the provider could not be asked, or has not returned the money yet.
    mutating func scheduleAfterFailure(at time: Timestamp) {
        guard !machine.isDecided else { return dueAt = nil }
        failures += 1
        dueAt = time.advanced(by: Self.pause(after: failures))
        // What is reserved is given back in time, also while the provider cannot be reached.
        if stage == .open, let due = dueAt, time < endsAt { dueAt = min(due, endsAt) }
    }
}
