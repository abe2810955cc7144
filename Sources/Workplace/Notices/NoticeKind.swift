import WebPush

/// What a notice is about.
///
/// Kinds that are not in ``withSource`` can be stored and sent like the others, but no part of the product makes them yet.
public enum NoticeKind: String, CaseIterable, Hashable, Sendable {
    /// An order can be collected.
    case orderReady = "order-ready"
    /// An order was called ready by mistake.
    case orderCorrected = "order-corrected"
    /// The kitchen cannot make an order.
    case orderRejected = "order-rejected"
    /// An order is ready and was not collected for a while.
    case orderWaiting = "order-waiting"
    /// The pickup window of an order begins soon.
    case pickupSoon = "pickup-soon"
    /// The café's clock shows another time for the pickup of an order than when it was booked.
    case windowMoved = "window-moved"
    /// The café has changed its hours, and is closed at the pickup of an order.
    case windowClosed = "window-closed"
    /// A pickup window holds more orders than it may now; staff of the café get it.
    case windowOverfull = "window-overfull"
    /// An order was not collected in time.
    case notCollected = "not-collected"
    /// The person came to work and has not clocked in.
    case clockIn = "clock-in"
    /// The person left and has not clocked out.
    case clockOut = "clock-out"
    /// The person is still clocked in after their working hours, or for longer than a day's work.
    case forgottenClockOut = "forgotten-clock-out"
    /// An approver decided about a correction of the person's day.
    case correctionDecided = "correction-decided"
    /// Somebody asks for a correction of their day; approvers get it.
    case correctionAsked = "correction-asked"
    /// The meal account was filled or corrected.
    case accountFilled = "account-filled"
    /// The meal account is nearly empty.
    case accountLow = "account-low"
    /// A screen or a gateway has lost its link.
    case deviceBlind = "device-blind"
    /// A push service refuses this server; administrators get it.
    case pushRefused = "push-refused"
    /// The money for an order goes back, because the order could not be accepted.
    case moneyReturned = "money-returned"
    /// Money of an order goes back, because the café returns it.
    case refunded
    /// The server is going to collect or pass on more data about people. People cannot switch this notice off.
    case collectionChanges = "collection-changes"
    /// A person tests a channel.
    case test

    /// The kinds that a part of the product sends to everybody; people choose channels for these.
    public static let withSource: [NoticeKind] = [
        .orderReady, .orderCorrected, .orderRejected, .orderWaiting, .windowMoved, .windowClosed,
        .notCollected,
        .moneyReturned, .refunded, .accountFilled, .clockIn, .clockOut, .forgottenClockOut,
        .correctionDecided,
    ]

    /// How urgent a push of the kind is.
    var urgency: PushUrgency {
        switch self {
        case .orderReady, .orderCorrected, .orderRejected, .orderWaiting, .windowClosed, .moneyReturned,
            .clockIn,
            .clockOut, .test:
            .high
        case .pickupSoon, .windowMoved, .windowOverfull, .notCollected, .forgottenClockOut, .accountLow,
            .deviceBlind, .pushRefused, .refunded, .accountFilled, .correctionDecided, .correctionAsked,
            .collectionChanges:
            .normal
        }
    }

    /// For how long the notice is worth sending; later it is only in the inbox.
    var lifetime: Duration {
        switch self {
        case .clockIn, .clockOut: .seconds(30 * 60)
        case .orderReady, .orderCorrected, .orderWaiting, .pickupSoon, .windowMoved, .test: .seconds(60 * 60)
        case .windowOverfull: .seconds(4 * 3_600)
        case .notCollected, .deviceBlind: .seconds(4 * 3_600)
        case .forgottenClockOut, .accountLow, .accountFilled, .pushRefused, .moneyReturned, .refunded,
            .orderRejected, .windowClosed, .correctionDecided, .correctionAsked:
            .seconds(24 * 3_600)
        case .collectionChanges: .seconds(7 * 24 * 3_600)
        }
    }

    /// Whether the notice is sent in quiet hours too, because the person waits for it.
    var ignoresQuietHours: Bool { self == .test }
}
