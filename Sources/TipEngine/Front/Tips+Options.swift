public import TipCore

/// Changes how often or how long a tip is shown.
public protocol TipOption: Sendable {}

extension Tips {
    /// Ends a tip after so many displays (T74).
    public struct MaxDisplayCount: TipOption, Hashable {
        let count: Int

        /// Sets the number; one that is less than one lets the tip never be shown.
        public init(_ count: Int) { self.count = max(count, 0) }
    }

    /// Ends a tip once all its appearances together were on the screen for so many seconds (T76, TD3).
    ///
    /// An appearance in which that time runs out still lasts for a minute if nothing else ends it (T77).
    public struct MaxDisplayDuration: TipOption, Hashable {
        let microseconds: Int64

        /// Sets the duration in seconds; what is no duration counts as zero seconds, which lets the tip never be shown.
        public init(_ seconds: Double) {
            microseconds = seconds > 0 ? Int64(exactly: (seconds * 1_000_000).rounded()) ?? .max : 0
        }
    }

    /// Lets a tip appear whatever the display frequency says (T71).
    public struct IgnoresDisplayFrequency: TipOption, Hashable {
        let isIgnored: Bool

        /// Sets whether it is so.
        public init(_ isIgnored: Bool) { self.isIgnored = isIgnored }
    }

    /// Takes over what is kept under identifiers that the tip had before (TD18).
    public struct Formerly: TipOption, Hashable {
        let ids: [String]

        /// Names the former identifiers.
        public init(_ ids: String...) { self.ids = ids }
    }
}
