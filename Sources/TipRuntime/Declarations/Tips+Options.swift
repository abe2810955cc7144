public import TipCore

/// Changes how often or how long a tip is shown.
public protocol TipOption: Sendable {}

extension Tips {
    /// Ends a tip after a number of displays (T74).
    public struct MaxDisplayCount: TipOption, Hashable {
        let count: Int

        /// Sets the number; if it is below one, the tip is never shown.
        public init(_ count: Int) { self.count = max(count, 0) }
    }

    /// Ends a tip after a total time on screen, in seconds (T76, TD3).
    ///
    /// The appearance that reaches the limit still lasts a minute, unless something else ends it (T77).
    public struct MaxDisplayDuration: TipOption, Hashable {
        let microseconds: Int64

        /// Sets the duration in seconds; with zero or no valid duration the tip is never shown.
        public init(_ seconds: Double) {
            microseconds = seconds > 0 ? Int64(exactly: (seconds * 1_000_000).rounded()) ?? .max : 0
        }
    }

    /// Exempts a tip from the display frequency (T71).
    public struct IgnoresDisplayFrequency: TipOption, Hashable {
        let isIgnored: Bool

        /// Sets whether the tip is exempt.
        public init(_ isIgnored: Bool) { self.isIgnored = isIgnored }
    }

    /// Adopts the state under former identifiers of the tip (TD18).
    public struct Formerly: TipOption, Hashable {
        let ids: [String]

        /// Names the former identifiers.
        public init(_ ids: String...) { self.ids = ids }
    }
}
