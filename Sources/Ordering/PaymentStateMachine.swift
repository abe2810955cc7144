/// Decides what happens to a payment at a provider, and to what it pays for.
///
/// What is bought is reserved while the provider decides. News of the provider may come in any order, more than once, before
/// or after the reservation has ended, or never; each order of inputs leads to one of these ends:
///
/// - ``Stage/paid``: the provider has the money, and what was bought is handed over, once;
/// - ``Stage/returned``: the money came and went back, because nothing could be handed over for it;
/// - ``Stage/ended``: no money came.
public struct PaymentStateMachine: Hashable, Sendable {
    /// How far a payment has come.
    public enum Stage: String, CaseIterable, Hashable, Sendable {
        /// What is bought is reserved, and the provider has not decided.
        case open
        /// The reservation has ended, and the provider has not decided.
        case ending
        /// The provider has the money, and what was bought is handed over.
        case paid
        /// The provider has the money, and returns it.
        case returning
        /// The money came and is returned.
        case returned
        /// No money came.
        case ended
    }

    /// An input to a payment.
    public enum Input: String, CaseIterable, Hashable, Sendable {
        /// The provider has the money.
        case succeeded
        /// The provider will not take the money any more.
        case canceled
        /// The provider has not decided: a card was declined, the bank asks the person, or nobody has paid yet.
        case undecided
        /// The time to pay is over, or the person gave up.
        case reservationEnded = "reservation-ended"
        /// The provider has returned the money.
        case returned
    }

    /// What follows from an input.
    public enum Action: Hashable, Sendable {
        case nothing
        /// Hand over what was bought.
        case fulfil
        /// Give back what was reserved.
        case endReservation
        /// Give back what was reserved, and tell the provider to return the money.
        case refuse
        /// Tell the provider to return the money.
        case returnMoney
    }

    /// The present stage.
    public private(set) var stage: Stage

    /// Makes a payment in a stage.
    public init(stage: Stage = .open) { self.stage = stage }

    /// Whether the provider is to be asked or told something.
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
    ///   - canFulfil: Whether what was bought can be handed over now.
    /// - Returns: What to do, in the transaction that stores the new stage.
    public mutating func apply(_ input: Input, canFulfil: Bool) -> Action {
        switch (stage, input) {
        case (.open, .succeeded):
            stage = canFulfil ? .paid : .returning
            return canFulfil ? .fulfil : .refuse
        // A provider that first says that no money comes may be wrong; the money goes back all the same.
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
