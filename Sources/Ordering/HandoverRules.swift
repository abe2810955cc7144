public import Essentials

/// How a café hands orders over, and what it does with orders that nobody collects.
public struct HandoverRules: Hashable, Sendable {
    /// Whether people show a code to collect their order.
    public let requiresCode: Bool
    /// Whether an order whose lines are all done is ready only when the pass has confirmed it.
    public let isConfirmedAtPass: Bool
    /// The time between "ready" and the reminder; `nil` for no reminder.
    public let reminder: Duration?
    /// The time between "ready" and "not collected"; `nil` for never.
    public let limit: Duration?
    /// The part of the total that is refunded when an order is not collected, in percent, from 0 to 100.
    public let refundPercent: Int

    /// Makes rules.
    ///
    /// - Parameters:
    ///   - requiresCode: Whether people show a code to get their order.
    ///   - isConfirmedAtPass: Whether an order whose lines are all done is ready only when the pass has confirmed it.
    ///   - reminder: The time between "ready" and the reminder.
    ///   - limit: The time between "ready" and "not collected"; longer than the reminder.
    ///   - refundPercent: The part of the total that is refunded then, in percent, from 0 to 100.
    public init(
        requiresCode: Bool = false, isConfirmedAtPass: Bool = false, reminder: Duration? = nil,
        limit: Duration? = nil, refundPercent: Int = 0
    ) {
        precondition((0...100).contains(refundPercent), "\(refundPercent) percent")
        precondition(reminder ?? .zero <= limit ?? reminder ?? .zero, "the reminder comes first")
        self.requiresCode = requiresCode
        self.isConfirmedAtPass = isConfirmedAtPass
        self.reminder = reminder
        self.limit = limit
        self.refundPercent = refundPercent
    }
}

/// Decides the next step for a ready order that nobody has collected.
public struct HandoverWait: Hashable, Sendable {
    /// The step that is due.
    public enum Step: Hashable, Sendable {
        /// The person is reminded.
        case remind
        /// The order counts as not collected, and this part of its total is refunded, in percent.
        case giveUp(refundPercent: Int)
    }

    /// When the person is reminded; `nil` after the reminder, and without one.
    public private(set) var remindAt: Timestamp?
    /// When the order counts as not collected; `nil` for never.
    public private(set) var giveUpAt: Timestamp?
    /// The part of the total that is refunded then, in percent.
    public let refundPercent: Int

    /// When the next step is due; `nil` when none is left.
    public var dueAt: Timestamp? { remindAt ?? giveUpAt }

    /// Makes a wait from its parts, for example from a stored row.
    public init(remindAt: Timestamp?, giveUpAt: Timestamp?, refundPercent: Int) {
        self.remindAt = remindAt
        self.giveUpAt = giveUpAt
        self.refundPercent = refundPercent
    }

    /// Begins the wait of an order that is ready; `nil` at a café that neither reminds nor gives up.
    public init?(readyAt time: Timestamp, under rules: HandoverRules) {
        self.init(
            remindAt: rules.reminder.map(time.advanced), giveUpAt: rules.limit.map(time.advanced),
            refundPercent: rules.refundPercent)
        if dueAt == nil { return nil }
    }

    /// Takes the step that is due, if one is.
    ///
    /// After an outage, a reminder is skipped when the order is given up at the same moment.
    public mutating func step(at now: Timestamp) -> Step? {
        if let giveUpAt, giveUpAt <= now {
            (remindAt, self.giveUpAt) = (nil, nil)
            return .giveUp(refundPercent: refundPercent)
        }
        guard let remindAt, remindAt <= now else { return nil }
        self.remindAt = nil
        return .remind
    }
}
