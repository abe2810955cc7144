import Essentials

/// The result of one attempt to hand a notice over.
enum DeliveryOutcome: Hashable, Sendable {
    /// The receiver's server took it.
    case handedOver
    /// The channel has ended for good.
    case gone
    /// The address does not take mail; it must be confirmed again.
    case bounced(code: String)
    /// The server refused it for good; another attempt would end the same way.
    case refused(code: String)
    /// No answer, or the server asked to wait.
    case failed(code: String, retryAfter: Duration?)
}

/// Decides what follows an attempt, and which channels a notice goes to.
struct DeliveryPlan: Hashable, Sendable {
    /// For how long a kind of channel is tried before the next one is tried instead.
    static let patience: Duration = .seconds(60)
    static let firstWait: Duration = .seconds(2)
    static let longestWait: Duration = .seconds(300)

    enum Step: Hashable, Sendable {
        /// It is done.
        case end(outcome: String)
        /// The attempt is repeated.
        case retry(at: Timestamp, code: String)
        /// It failed; other kinds of channels are tried.
        case next(outcome: String, Consequence)
    }

    /// What a failure means for the channel.
    enum Consequence: Hashable, Sendable {
        /// It stays, and shows the failure.
        case stays
        /// It is removed.
        case isRemoved
        /// It is used again when the person has confirmed it.
        case needsConfirmation
    }

    /// The time from which on the channel could take it.
    let began: Timestamp
    /// When it is no longer worth sending.
    let expires: Timestamp
    /// How many attempts there were, the last one included.
    let attempts: Int
    /// Whether another kind of channel can be tried.
    let hasNext: Bool

    /// Decides what follows an attempt.
    func step(after outcome: DeliveryOutcome, at now: Timestamp) -> Step {
        switch outcome {
        case .handedOver: return .end(outcome: "handed-over")
        case .gone: return .next(outcome: "gone", .isRemoved)
        case .bounced(let code): return .next(outcome: code, .needsConfirmation)
        case .refused(let code): return .next(outcome: code, .stays)
        case .failed(let code, let retryAfter):
            let wait = max(Self.backoff(attempts), retryAfter ?? .zero)
            let retry = now.advanced(by: wait)
            let isPatient = !hasNext || began.duration(to: retry) <= Self.patience
            guard retry < expires, isPatient else { return .next(outcome: code, .stays) }
            return .retry(at: retry, code: code)
        }
    }

    /// The wait before an attempt: 2, 4, 8 seconds and so on, at most five minutes.
    static func backoff(_ attempts: Int) -> Duration {
        let factor = 1 << min(max(attempts - 1, 0), 10)
        return min(firstWait * factor, longestWait)
    }

    /// The channels for a notice: all that can be used of the first kind that has one.
    ///
    /// Push services take notices for a phone that was lost or wiped. Where every device of a kind is doubtful, the next
    /// kind gets the notice too.
    ///
    /// - Parameters:
    ///   - kind: The kind of notice.
    ///   - settings: How the person wants to be told.
    ///   - channels: The person's channels.
    ///   - step: The kind of channel that was tried before; only later ones are chosen.
    ///   - time: The present time.
    /// - Returns: The channels; none when no kind is left.
    static func channels(
        for kind: NoticeKind, _ settings: NoticeSettings, among channels: [NoticeChannel],
        after step: NoticeChannel.Kind?, at time: Timestamp
    ) -> [NoticeChannel] {
        var kinds = settings.channels(for: kind)
        if let step {
            let place = settings.order.firstIndex(of: step) ?? -1
            kinds = kinds.filter { settings.order.firstIndex(of: $0) ?? 0 > place }
        }
        var chosen: [NoticeChannel] = []
        for kind in kinds {
            let usable = channels.filter { $0.address.kind == kind && $0.state(at: time) != .unconfirmed }
            chosen += usable
            if usable.contains(where: { $0.state(at: time) != .doubtful }) { break }
        }
        return chosen
    }
}
