/// A kind of change whose latest entry for a person supersedes the earlier ones.
///
/// The earlier entries are removed, so the feed does not grow with repeated changes.
public enum SupersedingChange: String, Sendable, CaseIterable {
    /// The person's tips.
    case tips
    /// The person's favourites.
    case favourites
}
