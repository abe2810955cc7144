extension Monitor {
    /// Which changes are kept that a reader has not got yet.
    public enum History: UInt8, Hashable, Sendable {
        /// Only the present state: changes that were never given collapse into it (LD2).
        case present = 0
        /// Each change, up to the newest 1,000 of the condition; beyond that the oldest are forgotten (LA5).
        case every = 1
    }
}

extension Monitor.History {
    /// How many changes of a condition are kept at most.
    var length: Int {
        switch self {
        case .present: 1
        case .every: 1_000
        }
    }
}
