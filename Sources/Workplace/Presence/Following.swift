public import Essentials

/// Whether a person's page follows them to the café that they are in, and where that is.
public struct Following: Hashable, Sendable {
    /// Since when they want it; `nil` when they do not.
    public let since: Timestamp?
    /// The café that they are in, as far as it can be told; always none without consent.
    public let choice: PlaceChoice<CafeID>

    /// Makes it from its parts.
    public init(since: Timestamp?, choice: PlaceChoice<CafeID> = .none) {
        self.since = since
        self.choice = choice
    }
}
