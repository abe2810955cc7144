public import TipCore
public import TipRules

/// A way to exchange what is kept with the person's other devices (TD20): a question and its answer.
///
/// The store says what to send and when; a transport only carries it. The other side joins what it is sent with what it has, by
/// `TipLedger.merge(_:)`, and may be sent the same twice.
///
/// ```swift
/// struct FolderTransport: TipSyncTransport {
///     let server: Server
///     func exchange(_ outgoing: TipSyncRequest) async throws -> TipSyncResponse {
///         let answer = try await server.post(outgoing.changes?.bytes, after: outgoing.cursor)
///         return TipSyncResponse(cursor: answer.cursor, changes: try answer.bytes.map { try TipLedger(bytes: $0) })
///     }
/// }
/// ```
public protocol TipSyncTransport: Sendable {
    /// Sends what has changed here, and gets what has changed elsewhere.
    ///
    /// - Parameter outgoing: What has changed since the last time that this returned, and how far this device knows the others.
    /// - Returns: What others have changed. Returning means that the other side keeps what it was sent.
    /// - Throws: ``TipSyncRefusal`` when the other side would take a part of it. Anything else, when it keeps nothing; it is tried
    ///   again later, with what has changed until then.
    func exchange(_ outgoing: TipSyncRequest) async throws -> TipSyncResponse

    /// Gives an element whenever there may be something new elsewhere, or the way there is open again.
    ///
    /// It is read once for each store; without one, others are asked every ``interval``.
    var arrivals: AsyncStream<Void> { get }

    /// How long to wait without news until others are asked again.
    var interval: Duration { get }
}

extension TipSyncTransport {
    /// None: the other side tells nothing by itself.
    public var arrivals: AsyncStream<Void> { AsyncStream { $0.finish() } }

    /// A quarter of an hour.
    public var interval: Duration { .seconds(900) }
}

/// What the other side of an exchange refuses, where sending less helps.
public enum TipSyncRefusal: Error, Hashable, Sendable {
    /// Something is dated more than a day after the other side's time, because a clock is or was wrong.
    ///
    /// The rest is sent at once, and what lies ahead is offered again with each exchange, until its time has come.
    case clockAhead(now: RuleTime)
}

/// What a device sends to the others.
public struct TipSyncRequest: Hashable, Sendable {
    /// The number of the device, the same for all processes that share its store.
    public let device: UInt64
    /// What the last answer gave; `nil` for a device that has never been answered.
    public let cursor: String?
    /// What has changed here; `nil` for nothing.
    public let changes: TipLedger?

    /// Makes a request.
    public init(device: UInt64, cursor: String?, changes: TipLedger?) {
        self.device = device
        self.cursor = cursor
        self.changes = changes
    }
}

/// What a device gets from the others.
public struct TipSyncResponse: Hashable, Sendable {
    /// How far this device knows the others from now on; it is kept with what came, and given back with the next request.
    public let cursor: String?
    /// What has changed elsewhere since the cursor of the request; `nil` for nothing.
    public let changes: TipLedger?
    /// Whether the changes are everything that the other side has: what it lacks is then sent to it again, as after it was put
    /// back to an older copy.
    public let isWhole: Bool

    /// Makes an answer.
    public init(cursor: String?, changes: TipLedger? = nil, isWhole: Bool = false) {
        self.cursor = cursor
        self.changes = changes
        self.isWhole = isWhole
    }
}
