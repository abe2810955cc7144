public import Essentials

/// A person who can sign in.
public struct Person: Hashable, Sendable {
    /// The identifier.
    public let id: PersonID
    /// The displayed name.
    public let name: String
    /// What the person may do.
    public let roles: Set<Role>
    /// The language of the person's pages and notices.
    public let language: LanguageTag
    /// How the person reads dates, numbers and money, such as `es-UY`.
    public let locale: LanguageTag
    /// What the meal accounts hold when they are opened, one amount for each currency that has an account.
    public let openingBalances: [Money]
    /// The numbers of the person's badge, under the organisation's badge UUID; `nil` without a badge.
    public let badge: Badge?

    /// Makes a person from their parts.
    public init(
        id: PersonID, name: String, roles: Set<Role>, language: LanguageTag, locale: LanguageTag,
        openingBalances: [Money], badge: Badge? = nil
    ) {
        self.id = id
        self.name = name
        self.roles = roles
        self.language = language
        self.locale = locale
        self.openingBalances = openingBalances
        self.badge = badge
    }
}
