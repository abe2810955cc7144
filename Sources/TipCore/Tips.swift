/// What tips are made of, and how the process is set up for them, under TipKit's names.
///
/// Everything here acts on `TipStore.current`: the process's own store, or the one that a test has put in its place.
public enum Tips: Sendable {}

extension Tips {
    /// Whether a tip may be shown (T26).
    public enum Status: Hashable, Sendable {
        /// Not now: a rule, the display frequency, or a switch holds the tip back.
        case pending
        /// Now.
        case available
        /// Not any more, and why.
        case invalidated(InvalidationReason)
    }

    /// Why a tip ended (T30 to T32).
    public enum InvalidationReason: Hashable, Sendable, CaseIterable {
        /// The person used what the tip is about.
        case actionPerformed
        /// The person closed the tip.
        case tipClosed
        /// The tip was shown as often as it may be.
        case displayCountExceeded
        /// The tip was shown for as long as it may be.
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
    /// How many tips that have never been shown may be shown in a time (T69).
    public enum DisplayFrequency: Hashable, Sendable, CaseIterable {
        /// Any number (T72).
        case immediate
        /// One within an hour.
        case hourly
        /// One within 24 hours.
        case daily
        /// One within seven days.
        case weekly
        /// One within thirty days.
        case monthly

        /// How long others wait once one was shown, in microseconds (TD6).
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
