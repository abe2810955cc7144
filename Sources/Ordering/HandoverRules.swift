public import Essentials

/// How a café hands orders over, and what happens to those that nobody collects.
public struct HandoverRules: Hashable, Sendable {
    /// Whether people show a code to get their order.
    public let requiresCode: Bool
    /// How long after it is ready a person is reminded; `nil` for never.
    public let reminder: Duration?
    /// How long after it is ready an order counts as not collected; `nil` for never.
    public let limit: Duration?
    /// The part of the total that goes back when an order is not collected, in percent.
    public let refundPercent: Int

    /// Makes rules.
    ///
    /// - Parameters:
    ///   - requiresCode: Whether people show a code to get their order.
    ///   - reminder: How long after it is ready a person is reminded.
    ///   - limit: How long after it is ready an order counts as not collected; longer than the reminder.
    ///   - refundPercent: The part of the total that goes back then, from 0 to 100.
    public init(
        requiresCode: Bool = false, reminder: Duration? = nil, limit: Duration? = nil, refundPercent: Int = 0
    ) {
        precondition((0...100).contains(refundPercent), "\(refundPercent) percent")
        precondition(reminder ?? .zero <= limit ?? reminder ?? .zero, "the reminder comes first")
        self.requiresCode = requiresCode
        self.reminder = reminder
        self.limit = limit
        self.refundPercent = refundPercent
    }
}

/// Decides what is due for an order that is ready and that nobody has collected.
public struct HandoverWait: Hashable, Sendable {
    /// What is due.
    public enum Step: Hashable, Sendable {
        /// The person is reminded.
        case remind
        /// The order counts as not collected, and this part of its total goes back, in percent.
        case giveUp(refundPercent: Int)
    }

    /// When the person is reminded; `nil` when that was done, or will not be.
    public private(set) var remindAt: Timestamp?
    /// When the order counts as not collected; `nil` for never.
    public private(set) var giveUpAt: Timestamp?
    /// The part of the total that goes back then, in percent.
    public let refundPercent: Int

    /// When the next step is due; `nil` when none is left.
    public var dueAt: Timestamp? { remindAt ?? giveUpAt }

    /// Makes a wait from its parts, for example from a stored row.
    public init(remindAt: Timestamp?, giveUpAt: Timestamp?, refundPercent: Int) {
        self.remindAt = remindAt
        self.giveUpAt = giveUpAt
        self.refundPercent = refundPercent
    }

    /// Begins the wait of an order that is ready; `nil` at a café that waits for ever.
    public init?(readyAt time: Timestamp, under rules: HandoverRules) {
        self.init(
            remindAt: rules.reminder.map(time.advanced), giveUpAt: rules.limit.map(time.advanced),
            refundPercent: rules.refundPercent)
        if dueAt == nil { return nil }
    }

    /// Takes the step that is due, if one is.
    ///
    /// After a long standstill a person is not reminded of an order that is given up at the same moment.
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
