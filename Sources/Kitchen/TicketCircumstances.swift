public import Essentials

/// What a ticket's machine must know of the world when an input comes.
public struct TicketCircumstances: Hashable, Sendable {
    /// The server's time.
    public let now: Timestamp
    /// The date of the café's service day now.
    public let serviceDay: CalendarDate
    /// How long the café lets a bump be taken back.
    public let undoWindow: Duration

    /// Makes circumstances.
    ///
    /// - Parameters:
    ///   - now: The server's time.
    ///   - serviceDay: The date of the café's service day now.
    ///   - undoWindow: How long the café lets a bump be taken back.
    public init(now: Timestamp, serviceDay: CalendarDate, undoWindow: Duration) {
        self.now = now
        self.serviceDay = serviceDay
        self.undoWindow = undoWindow
    }
}
