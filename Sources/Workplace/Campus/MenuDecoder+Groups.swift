import Essentials
import JSON
import Ordering

// Groups of choices: those that items share, and those of one item.
extension MenuDecoder {
    mutating func readSharedGroups(_ reader: JSONReader) {
        if reader.elementCount == nil { sharedGroupIDs.noteUnreadable() }
        _ = reader.array { reader in
            let id: ChoiceGroupID? = sharedGroupIDs.declare(reader["id"])
            let group = group(reader, id: id)
            if let group { sharedGroups[group.id] = group }
            return group
        }
    }

    /// Reads the groups of an item; none when it does not have the member.
    func groups(_ reader: JSONReader) -> [ChoiceGroup]? {
        guard let list = reader.optional else { return [] }
        var ids = Declarations()
        var places: [ChoiceID: JSONPath] = [:]
        return list.array { reader in
            guard let group = itemGroup(reader, among: &ids) else { return nil }
            for choice in group.choices {
                guard let place = places[choice.id] else { continue }
                reader.note(.duplicate, "has the choice \"\(choice.id)\", which \(place) has too")
                return nil
            }
            let path = reader.path
            for choice in group.choices { places[choice.id] = path }
            return group
        }
    }

    /// Reads either the identifier of a shared group or a group that only this item has.
    private func itemGroup(_ reader: JSONReader, among ids: inout Declarations) -> ChoiceGroup? {
        if case .string? = reader.value() {
            let id: ChoiceGroupID? = sharedGroupIDs.resolve(reader, "a group of this menu")
            guard let id, let id = ids.declare(id, at: reader) else { return nil }
            return sharedGroups[id]
        }
        let id: ChoiceGroupID? = ids.declare(reader["id"])
        if let id, !sharedGroupIDs.isNew(id, at: reader["id"]) { return nil }
        return group(reader, id: id)
    }

    private func group(_ reader: JSONReader, id: ChoiceGroupID?) -> ChoiceGroup? {
        reader.refuseMembers(except: ["id", "name", "minimum", "maximum", "choices", "defaults"])
        let name = reader["name"].localizedText(in: defaultLanguage, by: textRule)
        var ids = Declarations()
        let choices = reader["choices"].nonEmptyArray { choice($0, among: &ids) }
        if (reader["choices"].elementCount ?? 0) == 0 { ids.noteUnreadable() }
        let bounds = bounds(reader, choices: choices)
        let defaults = defaults(reader["defaults"], among: ids, atMost: bounds?.upperBound)
        guard let id, let name, let bounds, let choices, let defaults else { return nil }
        return ChoiceGroup(
            id: id, name: name, minimum: bounds.lowerBound, maximum: bounds.upperBound, choices: choices,
            defaults: defaults)
    }

    /// Reads the choices that a page proposes; none when the group does not have the member.
    private func defaults(
        _ reader: JSONReader, among ids: Declarations, atMost maximum: Int?
    ) -> [ChoiceID]? {
        guard let list = reader.optional else { return [] }
        var named = Declarations()
        let defaults = list.array { reader -> ChoiceID? in
            let id: ChoiceID? = ids.resolve(reader, "a choice of this group")
            return id.flatMap { named.declare($0, at: reader) }
        }
        guard let defaults, let maximum, defaults.count > maximum else { return defaults }
        list.note(.value, "must be at most \(maximum), the maximum of the group")
        return nil
    }

    /// Reads how many choices must and may be taken, which the choices must be able to give.
    private func bounds(_ reader: JSONReader, choices: [Choice]?) -> ClosedRange<Int>? {
        let minimum = reader["minimum"].integer(in: 0...99)
        let maximum = reader["maximum"].integer(in: 1...99)
        if let minimum, let maximum, minimum > maximum {
            reader["maximum"].note(.value, "must be at least the minimum, \(minimum)")
            return nil
        }
        guard let maximum, let choices else { return nil }
        let most = choices.reduce(0) { $0 + $1.maximumQuantity }
        guard maximum <= most else {
            reader["maximum"].note(.value, "must be at most \(most), which is what the choices allow")
            return nil
        }
        return minimum.map { $0...maximum }
    }

    private func choice(_ reader: JSONReader, among ids: inout Declarations) -> Choice? {
        reader.refuseMembers(except: [
            "id", "name", "price", "maximumQuantity", "allergens", "diets", "kilocalories",
        ])
        let id: ChoiceID? = ids.declare(reader["id"])
        let name = reader["name"].localizedText(in: defaultLanguage, by: textRule)
        let price = reader["price"].price(in: currency)
        let quantity = reader["maximumQuantity"]
        let maximumQuantity = quantity.optional == nil ? 1 : quantity.integer(in: 1...99)
        let allergens = reader["allergens"].allergenStatement()
        let diets = reader["diets"].optional?.diets(beside: allergens)
        let kilocalories = reader["kilocalories"].optional?.integer(in: 0...CampusFile.mostKilocalories)
        guard let id, let name, let price, let maximumQuantity, let allergens else { return nil }
        return Choice(
            id: id, name: name, price: price, allergens: allergens, maximumQuantity: maximumQuantity,
            diets: diets, kilocalories: kilocalories)
    }
}
