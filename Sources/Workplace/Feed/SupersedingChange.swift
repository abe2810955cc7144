/// A kind of change of which each entry says all that the earlier ones of the same person said.
///
/// So it takes their place: however often it happens, the feed does not grow by it, and tells only when it happened last.
public enum SupersedingChange: String, Sendable, CaseIterable {
    /// What is kept of the person's tips.
    case tips
    /// What the person has marked.
    case favourites
}
