public import Essentials
import JSON
import Webhooks

extension Named {
    /// A system of the organisation that receives events.
    public enum WebhookReceiver: Sendable {}
}

/// Identifies a webhook.
public typealias WebhookReceiverID = Identifier<Named.WebhookReceiver>

/// A system of the organisation that receives events: identifiers, and never names, positions or amounts.
public struct Webhook: Sendable {
    /// The form of calls to a system.
    public enum Form: String, CaseIterable, Hashable, Sendable {
        /// Standard Webhooks, signed.
        case standard
        /// CloudEvents in structured JSON, signed like Standard Webhooks.
        case cloudEvents = "cloudevents"
        /// A message of Slack.
        case slack
        /// An adaptive card for a workflow of Microsoft Teams.
        case teams
        /// The JSON that a webhook trigger of Home Assistant gets.
        case homeAssistant = "home-assistant"

        /// Whether calls carry signatures; in the other forms the URL itself is the secret.
        var isSigned: Bool { self == .standard || self == .cloudEvents }
    }

    /// A type of events that a webhook can receive.
    public enum Event: String, CaseIterable, Hashable, Sendable {
        /// An order was accepted.
        case orderPlaced = "order.placed"
        /// An order can be collected.
        case orderReady = "order.ready"
        /// An order was handed over.
        case orderCollected = "order.collected"
        /// An order was cancelled.
        case orderCancelled = "order.cancelled"
        /// The café rejected an order.
        case orderRejected = "order.rejected"
        /// Somebody clocked in or out.
        case punched = "attendance.punched"
        /// A notice reached its person through no channel.
        case noticeFailed = "notice.failed"
    }

    /// Whether calls are made, and how the last one went.
    public enum State: String, Hashable, Sendable {
        /// The last call was taken, or there was none.
        case working
        /// The last call was not taken.
        case failing
        /// No calls are made: an administrator switched it off, or its receiver answered 410.
        case disabled
    }

    /// The identifier.
    public let id: WebhookReceiverID
    /// What people call it.
    public var label: String
    /// Where calls go; it may be a secret.
    public let url: String
    /// The form of its calls.
    public let form: Form
    /// The types of events that it receives.
    public var events: Set<Event>
    /// The secrets with which calls are signed, the newest first.
    var secrets: [WebhookSecret]
    /// Whether calls are made, and how the last one went.
    public var state: State
    /// When it was added.
    public let since: Timestamp
    /// Why the last call was not taken.
    public var failure: String?

    /// The newest secret, which signs all calls.
    public var newestSecret: String { secrets[0].text }

    /// The address without what may be a secret.
    public var shownURL: String {
        let scheme = url.hasPrefix("https://") ? "https://" : "http://"
        return "\(scheme)\(host)/…"
    }

    /// The server that takes its calls.
    var host: String { NoticeAddress.host(of: url) }
}

/// An event on its way to a webhook.
struct WebhookDelivery: OutboxItem {
    let number: Int64
    let webhook: WebhookReceiverID
    let host: String
    /// The identifier of the event; the same in each attempt.
    let event: String
    let kind: String
    /// A JSON object of identifiers.
    let data: String
    let time: Timestamp
    let attempts: Int
}

extension WebhookDelivery {
    /// The waits between attempts, by Standard Webhooks: about 75 hours in all.
    static let waits: [Duration] = [
        .seconds(5), .seconds(300), .seconds(1_800), .seconds(7_200), .seconds(18_000), .seconds(36_000),
        .seconds(50_400), .seconds(72_000), .seconds(86_400),
    ]

    /// The wait after an attempt; `nil` after the last.
    ///
    /// - Parameters:
    ///   - attempts: How many attempts there were.
    ///   - share: From 0 to 1: it lengthens the wait by up to a tenth, so that receivers do not get all at once.
    /// - Returns: The wait.
    static func wait(after attempts: Int, share: Double) -> Duration? {
        guard attempts >= 1, attempts <= waits.count else { return nil }
        return waits[attempts - 1] + waits[attempts - 1] * (share / 10)
    }
}

/// The delivery of an event to a webhook, as pages show it.
public struct WebhookRecord: Sendable {
    /// How far a delivery is.
    public enum State: String, Sendable {
        /// The receiver took it.
        case delivered
        /// It waits for its next attempt.
        case waiting
        /// It was given up.
        case failed
    }

    /// The number of the delivery.
    public let number: Int64
    /// The type of the event.
    public let kind: String
    /// When it happened.
    public let time: Timestamp
    /// How far it is.
    public let state: State
    /// How many attempts there were.
    public let attempts: Int
    /// Why the last attempt failed.
    public let failure: String?
}

/// Why a change of webhooks is refused; nothing has changed.
public enum WebhookChangeRefusal: Error, Hashable, Sendable {
    /// There is no such webhook.
    case unknown
    /// There are as many webhooks as possible.
    case tooMany(Int)
    /// The server does not call this URL.
    case malformedURL
}
