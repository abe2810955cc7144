import Essentials
import JSON

// People and devices, which sign in.
extension CampusDecoder {
    mutating func person(_ reader: JSONReader) -> Person? {
        reader.refuseMembers(except: ["id", "name", "roles", "language", "locale", "balances", "badge"])
        let id: PersonID? = signInIDs.declare(reader["id"])
        if id == .formerDiner || id == .guest { reader["id"].note(.value, "is reserved") }
        let name = reader["name"].text(by: textRule)
        let grants = grants(reader["roles"])
        let language = reader["language"].languageTag()
        let locale = reader["locale"].languageTag()
        let openingBalances = openingBalances(reader["balances"])
        let badge = reader["badge"].optional.flatMap { declareBadge($0) }
        guard let id, let name, let grants, let language, let locale, let openingBalances else { return nil }
        return Person(
            id: id, name: name, grants: grants, language: language, locale: locale,
            openingBalances: openingBalances, badge: badge)
    }

    private mutating func declareBadge(_ reader: JSONReader) -> Badge? {
        guard hasBadges else {
            reader.note(.value, "needs the organisation's badgeUUID")
            return nil
        }
        reader.refuseMembers(except: ["major", "minor"])
        let major = reader["major"].integer(in: 0...65_535)
        let minor = reader["minor"].integer(in: 0...65_535)
        guard let major, let minor else { return nil }
        return badges.declare(Badge(major: UInt16(major), minor: UInt16(minor)), at: reader)
    }

    /// Reads roles: a word for a role everywhere, or an object that names a site or a café too.
    private func grants(_ reader: JSONReader) -> Set<RoleGrant>? {
        var declared = Declarations()
        return reader.nonEmptyArray { reader -> RoleGrant? in
            guard let grant = grant(reader) else { return nil }
            return declared.declare(grant.description, at: reader).map { _ in grant }
        }.map { Set($0) }
    }

    private func grant(_ reader: JSONReader) -> RoleGrant? {
        guard case .object? = reader.value() else {
            return reader.word(of: Role.ofPeople).map { RoleGrant($0) }
        }
        reader.refuseMembers(except: ["role", "site", "cafe"])
        let role = reader["role"].word(of: Role.ofPeople)
        let scope: RoleGrant.Scope?
        if let named = reader["cafe"].optional {
            if reader["site"].optional != nil {
                reader["site"].note(.value, "cannot be named together with a café")
                return nil
            }
            let cafe: CafeID? = cafeIDs.resolve(named, "a café of this campus")
            scope = cafe.map { .cafe($0) }
        } else {
            let site: SiteID? = siteIDs.resolve(reader["site"], "a site of this campus")
            scope = site.map { .site($0) }
        }
        guard let role, let scope else { return nil }
        return RoleGrant(role, scope)
    }

    private func openingBalances(_ reader: JSONReader) -> [Money]? {
        var currencies = Declarations()
        return reader.array { reader in
            reader.refuseMembers(except: ["amount", "currency"])
            let currency = currencies.declare(reader["currency"].currency(), at: reader["currency"])
            return reader["amount"].balance(in: currency)
        }
    }

    mutating func device(_ reader: JSONReader) -> Device? {
        reader.refuseMembers(except: ["id", "name", "role", "cafe", "entrance"])
        let id: DeviceID? = signInIDs.declare(reader["id"])
        let name = reader["name"].localizedText(in: defaultLanguage, by: textRule)
        let role = reader["role"].word(of: Role.ofScreens)
        guard let role else {
            // Its café is checked all the same, so that both mistakes are told at once.
            let _: CafeID? = reader["cafe"].optional.flatMap { cafeIDs.resolve($0, "a café of this campus") }
            return nil
        }
        guard let place = place(of: role, reader), let id, let name else { return nil }
        return Device(id: id, name: name, role: role, place: place)
    }

    /// Reads where a screen belongs.
    private mutating func place(of role: Role, _ reader: JSONReader) -> ScreenPlace? {
        let (other, words) =
            role == .entrance
            ? ("cafe", "an entrance tablet names an entrance") : ("entrance", "names a café")
        if reader[other].optional != nil {
            reader[other].note(.value, "cannot be here: \(words)")
            return nil
        }
        if role == .entrance {
            let spot: SpotID? = spotIDs.resolve(reader["entrance"], "an entrance of this campus")
            guard let spot else { return nil }
            guard entrances.contains(spot) else {
                reader["entrance"].note(.value, "is no entrance")
                return nil
            }
            return .entrance(spot)
        }
        let cafe: CafeID? = cafeIDs.resolve(reader["cafe"], "a café of this campus")
        return cafe.map(ScreenPlace.cafe)
    }
}
