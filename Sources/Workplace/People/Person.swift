public import Essentials

/// A person who can sign in.
public struct Person: Hashable, Sendable {
    /// The identifier.
    public let id: PersonID
    /// The displayed name.
    public let name: String
    /// What the person may do, and where.
    public private(set) var grants: Set<RoleGrant>
    /// The roles that the person has anywhere.
    public private(set) var roles: Set<Role>
    /// The language of the person's pages and notices.
    public let language: LanguageTag
    /// How the person reads dates, numbers and money, such as `es-UY`.
    public let locale: LanguageTag
    /// What the meal accounts hold when they are opened, one amount for each currency that has an account.
    public let openingBalances: [Money]
    /// The numbers of the person's badge, under the organisation's badge UUID; `nil` without a badge.
    public let badge: Badge?
    /// Whether an administrator has shut the person out; their orders and punches stay.
    public let isSuspended: Bool
    /// Who gave the person roles for a while, for each grant that is not the person's own.
    public private(set) var delegators: [RoleGrant: Set<PersonID>] = [:]
    /// The cafés of the roles that do not hold everywhere.
    private var cafesByRole: [Role: Set<CafeID>] = [:]

    /// Makes a person from their parts.
    public init(
        id: PersonID, name: String, grants: Set<RoleGrant>, language: LanguageTag, locale: LanguageTag,
        openingBalances: [Money], badge: Badge? = nil, isSuspended: Bool = false
    ) {
        self.id = id
        self.name = name
        self.grants = grants
        roles = Set(grants.map(\.role))
        self.language = language
        self.locale = locale
        self.openingBalances = openingBalances
        self.badge = badge
        self.isSuspended = isSuspended
        resolveCafes(ofSites: [:])
    }

    /// Makes a person whose roles hold everywhere.
    public init(
        id: PersonID, name: String, roles: Set<Role>, language: LanguageTag, locale: LanguageTag,
        openingBalances: [Money], badge: Badge? = nil
    ) {
        self.init(
            id: id, name: name, grants: Set(roles.map { RoleGrant($0) }), language: language, locale: locale,
            openingBalances: openingBalances, badge: badge)
    }

    /// Whether the person has a role at a café.
    public func holds(_ role: Role, at cafe: CafeID) -> Bool {
        guard roles.contains(role) else { return false }
        return cafesByRole[role]?.contains(cafe) ?? true
    }

    /// Whether the person has a role at a whole site.
    public func holds(_ role: Role, atSite site: SiteID) -> Bool {
        holdsEverywhere(role) || grants.contains(RoleGrant(role, .site(site)))
    }

    /// Whether the person has a role everywhere.
    public func holdsEverywhere(_ role: Role) -> Bool { grants.contains(RoleGrant(role)) }

    /// The person with roles that others have given them for a while.
    ///
    /// - Parameter delegated: The grants, each with those who gave it; the person's own stay their own.
    /// - Returns: The person, who acts by these too.
    func acting(by delegated: [RoleGrant: Set<PersonID>]) -> Person {
        var person = self
        for (grant, givers) in delegated where !grants.contains(grant) {
            person.grants.insert(grant)
            person.roles.insert(grant.role)
            person.delegators[grant] = givers
            // A role that is given for a while is one for whole places.
            if grant.scope != .organisation {
                person.cafesByRole[grant.role, default: []] = person.cafesByRole[grant.role] ?? []
            }
        }
        for role in person.roles where person.holdsEverywhere(role) { person.cafesByRole[role] = nil }
        return person
    }

    /// Whether the person has one of some roles at a site without owing it to somebody alone.
    ///
    /// - Parameters:
    ///   - roles: The roles; one of them is enough.
    ///   - site: The site.
    ///   - other: A person who may have granted some of the roles. Roles that only they granted do not count.
    /// - Returns: Whether one of the roles holds.
    func holds(_ roles: [Role], atSite site: SiteID, independentlyOf other: PersonID) -> Bool {
        roles.flatMap { [RoleGrant($0), RoleGrant($0, .site(site))] }.contains { grant in
            grants.contains(grant) && (delegators[grant].map { $0 != [other] } ?? true)
        }
    }

    /// Takes the cafés of a campus's sites, so that a role for a site is known to hold in its cafés.
    mutating func resolveCafes(ofSites cafes: [SiteID: Set<CafeID>]) {
        cafesByRole = [:]
        for role in roles where !holdsEverywhere(role) {
            cafesByRole[role] = grants.reduce(into: []) { found, grant in
                guard grant.role == role else { return }
                switch grant.scope {
                case .organisation: break
                case .site(let site): found.formUnion(cafes[site] ?? [])
                case .cafe(let cafe): found.insert(cafe)
                }
            }
        }
    }
}
