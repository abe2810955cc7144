/// The parts of tips, and the set-up of a process for tips, under TipKit's names.
///
/// All calls act on `TipStore.current`: the store of the process, or the store of a test.
public enum Tips: Sendable {}

extension Tips {
    /// Whether a tip may be shown (T26).
    public enum Status: Hashable, Sendable {
        /// Not now: a rule, the display frequency, or a switch holds the tip back.
        case pending
        /// Now.
        case available
        /// Never again, with the reason.
        case invalidated(InvalidationReason)
    }

    /// Why a tip ended (T30 to T32).
    public enum InvalidationReason: Hashable, Sendable, CaseIterable {
        /// The person used the feature of the tip.
        case actionPerformed
        /// The person closed the tip.
        case tipClosed
        /// The tip was shown as often as allowed.
        case displayCountExceeded
        /// The tip was shown for as long as allowed.
        case displayDurationExceeded
    }
}

extension Tips.InvalidationReason {
    /// The number under which the reason is kept and sent.
    public var code: UInt8 {
        switch self {
        case .actionPerformed: 0
        case .tipClosed: 1
        case .displayCountExceeded: 2
        case .displayDurationExceeded: 3
        }
    }

    /// The reason of a number, or `nil` when there is none.
    public init?(code: UInt8) {
        guard let reason = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = reason
    }
}

extension Tips {
    /// How often a tip that has never been shown may be shown (T69).
    public enum DisplayFrequency: Hashable, Sendable, CaseIterable {
        /// Without a limit (T72).
        case immediate
        /// One within an hour.
        case hourly
        /// One within 24 hours.
        case daily
        /// One within seven days.
        case weekly
        /// One within thirty days.
        case monthly

        /// How long other tips wait after a new tip was shown, in microseconds (TD6).
        public var microseconds: Int64 {
            switch self {
            case .immediate: 0
            case .hourly: 3_600_000_000
            case .daily: 86_400_000_000
            case .weekly: 604_800_000_000
            case .monthly: 2_592_000_000_000
            }
        }
    }
}
