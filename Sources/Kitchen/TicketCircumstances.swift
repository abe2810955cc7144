public import Essentials

/// What a ticket's machine must know of the world when an input comes.
public struct TicketCircumstances: Hashable, Sendable {
    /// The server's time.
    public let now: Timestamp
    /// The café's service day now.
    public let serviceDay: ServiceDay
    /// How long the café lets a bump be taken back.
    public let undoWindow: Duration

    /// Makes circumstances.
    ///
    /// - Parameters:
    ///   - now: The server's time.
    ///   - serviceDay: The café's service day now.
    ///   - undoWindow: How long the café lets a bump be taken back.
    public init(now: Timestamp, serviceDay: ServiceDay, undoWindow: Duration) {
        self.now = now
        self.serviceDay = serviceDay
        self.undoWindow = undoWindow
    }
}
