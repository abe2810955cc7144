public import Essentials

/// A role of a person, and where it holds.
public struct RoleGrant: Hashable, Sendable {
    /// Where a role holds.
    public enum Scope: Hashable, Sendable {
        /// Everywhere.
        case organisation
        /// In all cafés of a site.
        case site(SiteID)
        /// In one café.
        case cafe(CafeID)
    }

    /// The role.
    public let role: Role
    /// Where it holds.
    public let scope: Scope

    /// Makes a grant.
    public init(_ role: Role, _ scope: Scope = .organisation) {
        self.role = role
        self.scope = scope
    }
}

extension RoleGrant: LosslessStringConvertible {
    /// The grant as a text, such as `cook`, `manager@site:berlin` or `cook@cafe:main-cafe`.
    public var description: String {
        switch scope {
        case .organisation: role.rawValue
        case .site(let site): "\(role.rawValue)@site:\(site)"
        case .cafe(let cafe): "\(role.rawValue)@cafe:\(cafe)"
        }
    }

    /// Reads a grant from its text; `nil` for any other text, and for a role of screens.
    public init?(_ description: String) {
        let parts = description.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let role = Role(rawValue: String(parts[0])), Role.ofPeople.contains(role) else { return nil }
        guard parts.count == 2 else {
            self.init(role)
            return
        }
        let place = parts[1].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard place.count == 2 else { return nil }
        switch place[0] {
        case "site":
            guard let site = SiteID(String(place[1])) else { return nil }
            self.init(role, .site(site))
        case "cafe":
            guard let cafe = CafeID(String(place[1])) else { return nil }
            self.init(role, .cafe(cafe))
        default: return nil
        }
    }
}

extension RoleGrant: Comparable {
    /// Orders grants by role as pages list them, and then by place.
    public static func < (left: Self, right: Self) -> Bool {
        let (first, second) = (
            Role.ofPeople.firstIndex(of: left.role), Role.ofPeople.firstIndex(of: right.role)
        )
        if first != second { return (first ?? .max) < (second ?? .max) }
        return left.description < right.description
    }
}
