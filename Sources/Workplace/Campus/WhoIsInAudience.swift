/// Who may see which people of a place are at work; the campus file says so.
public enum WhoIsInAudience: String, Hashable, Sendable, CaseIterable {
    /// Nobody.
    case nobody
    /// The people who see the attendance of the place.
    case team
    /// These, and the people of the place.
    case site
    /// Everybody of the organisation.
    case organisation
}
