public import Essentials

/// Whether a person's page follows them to their café, and which café that is.
public struct Following: Hashable, Sendable {
    /// The start of their consent; `nil` without consent.
    public let since: Timestamp?
    /// The café in which they are, if it is known; always `.none` without consent.
    public let choice: PlaceChoice<CafeID>

    /// Makes a value from its parts.
    public init(since: Timestamp?, choice: PlaceChoice<CafeID> = .none) {
        self.since = since
        self.choice = choice
    }
}
