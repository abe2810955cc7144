public import Essentials

/// What is kept about a person, in short.
public struct OwnData: Hashable, Sendable {
    /// A section that has something of the person.
    public struct Part: Hashable, Sendable {
        /// The stable name of the section.
        public let name: String
        /// How many rows it has.
        public let count: Int
        /// The earliest time of a row; `nil` where rows have no time.
        public let since: Timestamp?
        /// When the last row goes, if no further one comes; `nil` where the rule has no date.
        public let until: Timestamp?
        /// Until when its rows are kept.
        public let rule: KeptSection.Rule
        /// Whether an erasure leaves it.
        public let staysAfterErasure: Bool
    }

    /// Somebody who read data about the person.
    public struct Look: Hashable, Sendable {
        /// Who.
        public let viewer: PersonID
        /// What they read: a ``DataLook/Subject``, or `tip` for a question why the person sees a tip.
        public let subject: String
        /// The tip that the question was about.
        public let detail: String?
        /// The first time within the hour.
        public let first: Timestamp
        /// The last time within the hour.
        public let last: Timestamp
        /// How many times within the hour.
        public let times: Int
        /// Whether they read everybody's data at once.
        public let isOfEverybody: Bool
    }

    /// The sections that have something, in the order in which pages list them.
    public let parts: [Part]
    /// Who read data about the person, the last first.
    public let looks: [Look]
    /// How long the name stays with orders and bookings.
    public let identityRetention: Duration
}

/// Why an act on one's own data is refused; nothing has changed.
public enum OwnDataRefusal: Error, Hashable, Sendable {
    /// The person has orders that are under way.
    case ordersOpen(Int)
    /// The person has exported often; further exports are made after the duration.
    case tooManyExports(retryAfter: Duration)
}
