/// Decides the stage of a payment at a provider, and whether the purchase is handed over.
///
/// The purchase is reserved while the provider decides. Messages of the provider may come in any order, more than once, before
/// or after the reservation has ended, or never. Each sequence of inputs ends in one of these stages:
///
/// - ``Stage/paid``: the provider has the money, and the purchase is handed over once;
/// - ``Stage/returned``: the money came and was returned, because the purchase could not be handed over;
/// - ``Stage/ended``: no money came.
public struct PaymentStateMachine: Hashable, Sendable {
    /// How far a payment has come.
    public enum Stage: String, CaseIterable, Hashable, Sendable {
        /// The purchase is reserved, and the provider has not decided.
        case open
        /// The reservation has ended, and the provider has not decided.
        case ending
        /// The provider has the money, and the purchase is handed over.
        case paid
        /// The provider has the money, and returns it.
        case returning
        /// The money came and was returned.
        case returned
        /// No money came.
        case ended
    }

    /// An input to a payment.
    public enum Input: String, CaseIterable, Hashable, Sendable {
        /// The provider has the money.
        case succeeded
        /// The provider will not take the money.
        case canceled
        /// The provider has not decided: a card was declined, the bank asks the person, or nobody has paid yet.
        case undecided
        /// The time to pay is over, or the person cancelled.
        case reservationEnded = "reservation-ended"
        /// The provider has returned the money.
        case returned
    }

    /// The action after an input.
    public enum Action: Hashable, Sendable {
        case nothing
        /// Hand over the purchase.
        case fulfil
        /// End the reservation.
        case endReservation
        /// End the reservation, and tell the provider to return the money.
        case refuse
        /// Tell the provider to return the money.
        case returnMoney
    }

    /// The present stage.
    public private(set) var stage: Stage

    /// Makes a payment in a stage.
    public init(stage: Stage = .open) { self.stage = stage }

    /// Whether nothing is left to ask the provider.
    public var isDecided: Bool {
        switch stage {
        case .open, .ending, .returning: false
        case .paid, .returned, .ended: true
        }
    }

    /// Applies an input to the payment.
    ///
    /// - Parameters:
    ///   - input: What happened.
    ///   - canFulfil: Whether the purchase can be handed over now.
    /// - Returns: What to do, in the transaction that stores the new stage.
    public mutating func apply(_ input: Input, canFulfil: Bool) -> Action {
        switch (stage, input) {
        case (.open, .succeeded):
            stage = canFulfil ? .paid : .returning
            return canFulfil ? .fulfil : .refuse
        // The provider may report a success after a cancellation; then the money is returned.
        case (.ending, .succeeded), (.ended, .succeeded):
            stage = .returning
            return .returnMoney
        case (.open, .canceled):
            stage = .ended
            return .endReservation
        case (.ending, .canceled):
            stage = .ended
            return .nothing
        case (.open, .reservationEnded):
            stage = .ending
            return .endReservation
        case (.returning, .returned):
            stage = .returned
            return .nothing
        case (_, .undecided), (.paid, _), (.returned, _), (.returning, _), (.ended, _), (.ending, _),
            (.open, .returned):
            return .nothing
        }
    }
}
