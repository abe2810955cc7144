public import Essentials

/// A link with which a person sets a password, once.
public struct Invitation: Hashable, Sendable {
    /// How long a link works.
    public static let lifetime: Duration = .seconds(7 * 24 * 3_600)

    /// The person who may use it.
    public let person: PersonID
    /// When it stops working.
    public let expiresAt: Timestamp
}
