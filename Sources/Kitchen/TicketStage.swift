public import Essentials

/// The stage of a ticket.
public enum TicketStage: Hashable, Sendable {
    /// Released; no cook has begun.
    case waiting
    /// A cook works on it.
    case preparing
    /// Bumped; the bump can be undone until the notice is due.
    case done(noticeDue: Timestamp)
    /// The notice was sent.
    case ready
    /// Handed over.
    case collected
    /// Cancelled before a cook began, rejected by the kitchen, or never collected.
    case cancelled

    /// The stage without its time, as it is stored and sent.
    public enum Name: String, CaseIterable, Hashable, Sendable {
        /// See ``TicketStage/waiting``.
        case waiting
        /// See ``TicketStage/preparing``.
        case preparing
        /// See ``TicketStage/done(noticeDue:)``.
        case done
        /// See ``TicketStage/ready``.
        case ready
        /// See ``TicketStage/collected``.
        case collected
        /// See ``TicketStage/cancelled``.
        case cancelled
    }

    /// Puts a stage together from its stored parts.
    ///
    /// - Parameters:
    ///   - name: The stage without its time.
    ///   - noticeDue: When the notice is due. The result is `nil` when a done ticket has no such time, or a
    ///     ticket at another stage has one.
    public init?(_ name: Name, noticeDue: Timestamp?) {
        switch (name, noticeDue) {
        case (.waiting, nil): self = .waiting
        case (.preparing, nil): self = .preparing
        case (.done, let noticeDue?): self = .done(noticeDue: noticeDue)
        case (.ready, nil): self = .ready
        case (.collected, nil): self = .collected
        case (.cancelled, nil): self = .cancelled
        default: return nil
        }
    }

    /// The stage without its time.
    public var name: Name {
        switch self {
        case .waiting: .waiting
        case .preparing: .preparing
        case .done: .done
        case .ready: .ready
        case .collected: .collected
        case .cancelled: .cancelled
        }
    }

    /// When the notice is due, for a ticket that is done.
    public var noticeDue: Timestamp? {
        if case .done(let noticeDue) = self { noticeDue } else { nil }
    }
}
