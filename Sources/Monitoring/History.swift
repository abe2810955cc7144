extension Monitor {
    /// Which undelivered changes are kept for readers.
    public enum History: UInt8, Hashable, Sendable {
        /// Only the present state: undelivered changes are merged into it (LD2).
        case present = 0
        /// Each change, up to the newest 1,000 of the condition; older ones are dropped (LA5).
        case every = 1
    }
}

extension Monitor.History {
    /// The maximum number of kept changes for a condition.
    var length: Int {
        switch self {
        case .present: 1
        case .every: 1_000
        }
    }
}
