import Essentials
import JSON

// People and devices, which sign in.
extension CampusDecoder {
    mutating func person(_ reader: JSONReader) -> Person? {
        reader.refuseMembers(except: ["id", "name", "roles", "language", "locale", "balances", "badge"])
        let id: PersonID? = signInIDs.declare(reader["id"])
        let name = reader["name"].text(by: textRule)
        let roles = roles(reader["roles"])
        let language = reader["language"].languageTag()
        let locale = reader["locale"].languageTag()
        let openingBalances = openingBalances(reader["balances"])
        let badge = reader["badge"].optional.flatMap { declareBadge($0) }
        guard let id, let name, let roles, let language, let locale, let openingBalances else { return nil }
        return Person(
            id: id, name: name, roles: roles, language: language, locale: locale,
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

    private func roles(_ reader: JSONReader) -> Set<Role>? {
        var declared = Declarations()
        return reader.nonEmptyArray { reader -> Role? in
            guard let role = reader.word(of: Role.ofPeople) else { return nil }
            return declared.declare(role.rawValue, at: reader).map { _ in role }
        }.map { Set($0) }
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
        reader.refuseMembers(except: ["id", "name", "role", "cafe"])
        let id: DeviceID? = signInIDs.declare(reader["id"])
        let name = reader["name"].localizedText(in: defaultLanguage, by: textRule)
        let role = reader["role"].word(of: Role.ofDevices)
        let cafe: CafeID? = cafeIDs.resolve(reader["cafe"], "a café of this campus")
        guard let id, let name, let role, let cafe else { return nil }
        return Device(id: id, name: name, role: role, cafe: cafe)
    }
}

extension Role {
    /// The roles that the file gives to people.
    fileprivate static let ofPeople: [Role] = [.employee, .cook, .manager, .administrator]
    /// The roles that the file gives to devices.
    fileprivate static let ofDevices: [Role] = [.kitchen, .board]
}
