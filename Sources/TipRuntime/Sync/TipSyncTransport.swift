public import TipCore
public import TipRules

/// A way to exchange the state with the person's other devices (TD20): a request and its answer.
///
/// The store decides what to send and when; a transport only carries it. The other side joins the changes
/// with its state by `TipLedger.merge(_:)`. It may get the same changes twice.
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
    /// Sends the changes of this device, and returns the changes of other devices.
    ///
    /// - Parameter outgoing: The changes since the last successful call, and the cursor of the last answer.
    /// - Returns: The changes of other devices. A return means that the other side has stored the sent
    ///   changes.
    /// - Throws: ``TipSyncRefusal`` when the other side would accept a part of the changes. Any other error
    ///   when it stored nothing; the store retries later, and adds newer changes.
    func exchange(_ outgoing: TipSyncRequest) async throws -> TipSyncResponse

    /// An element whenever other devices may have changes, or the connection is back.
    ///
    /// It is read once for each store. Without elements, the store asks at every ``interval``.
    var arrivals: AsyncStream<Void> { get }

    /// How long the store waits without changes until it asks again.
    var interval: Duration { get }
}

extension TipSyncTransport {
    /// No elements: the other side announces nothing.
    public var arrivals: AsyncStream<Void> { AsyncStream { $0.finish() } }

    /// A quarter of an hour.
    public var interval: Duration { .seconds(900) }
}

/// A refusal after which sending less helps.
public enum TipSyncRefusal: Error, Hashable, Sendable {
    /// Some data is dated more than a day after the other side's time, because a clock is or was wrong.
    ///
    /// The rest is sent at once. The data with future times is offered again with each exchange, until its
    /// time has come.
    case clockAhead(now: RuleTime)
}

/// The changes that a device sends to the others.
public struct TipSyncRequest: Hashable, Sendable {
    /// The number of the device, the same for all processes that share its store.
    public let device: UInt64
    /// The cursor of the last answer; `nil` before the first answer.
    public let cursor: String?
    /// The changes of this device; `nil` for none.
    public let changes: TipLedger?

    /// Makes a request.
    public init(device: UInt64, cursor: String?, changes: TipLedger?) {
        self.device = device
        self.cursor = cursor
        self.changes = changes
    }
}

/// The changes that a device gets from the others.
public struct TipSyncResponse: Hashable, Sendable {
    /// The progress of this device from now on; it is stored with the changes and sent with the next request.
    public let cursor: String?
    /// The changes of other devices since the cursor of the request; `nil` for none.
    public let changes: TipLedger?
    /// Whether the changes are everything that the other side has, as after it was restored from an older
    /// copy.
    ///
    /// The store then sends the data that the other side lacks.
    public let isWhole: Bool

    /// Makes an answer.
    public init(cursor: String?, changes: TipLedger? = nil, isWhole: Bool = false) {
        self.cursor = cursor
        self.changes = changes
        self.isWhole = isWhole
    }
}
