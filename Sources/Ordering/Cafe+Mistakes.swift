import Essentials

extension Cafe {
    /// All inconsistencies, in the order of the café's parts.
    var mistakes: [CafeMistake] {
        var found: [CafeMistake] = []
        if !(0...23).contains(dayBoundaryHour) {
            found.append(CafeMistake(place: .cafe, reason: .dayBoundaryOutOfRange))
        }
        if !taxRules.canRoundExactly {
            let reason = CafeMistake.Reason.tooManyTaxRates(maximum: TaxRules.maximumRatesPerOrder)
            found.append(CafeMistake(place: .cafe, reason: reason))
        }
        if undoWindow < .zero { found.append(CafeMistake(place: .cafe, reason: .negativeUndoWindow)) }
        for station in (pickup?.capacity.workMinutes ?? [:]).keys.sorted(by: { $0.rawValue < $1.rawValue })
        where !stations.contains(where: { $0.id == station }) {
            found.append(CafeMistake(place: .cafe, reason: .unknownStation(station)))
        }
        var seen: Set<StationID> = []
        for (index, station) in stations.enumerated() where !seen.insert(station.id).inserted {
            found.append(
                CafeMistake(place: .station(index), reason: .duplicateIdentifier(station.id.rawValue)))
        }
        return found + menuMistakes(stations: seen)
    }

    private func menuMistakes(stations: Set<StationID>) -> [CafeMistake] {
        var found: [CafeMistake] = []
        var seen: Set<ItemID> = []
        for (sectionIndex, section) in menu.sections.enumerated() {
            for (itemIndex, item) in section.items.enumerated() {
                let place = CafeMistake.Place.item(section: sectionIndex, item: itemIndex)
                var reasons = itemReasons(item, stations: stations)
                if !seen.insert(item.id).inserted { reasons.append(.duplicateIdentifier(item.id.rawValue)) }
                found += reasons.map { CafeMistake(place: place, reason: $0) }
                found += choiceMistakes(of: item, section: sectionIndex, index: itemIndex)
            }
        }
        return found
    }

    private func itemReasons(_ item: MenuItem, stations: Set<StationID>) -> [CafeMistake.Reason] {
        var reasons = priceReasons(item.price)
        if taxRules.rates[item.taxClass] == nil { reasons.append(.unknownTaxClass(item.taxClass)) }
        if !stations.contains(item.station) { reasons.append(.unknownStation(item.station)) }
        if item.prepMinutes < 0 { reasons.append(.negativePrepMinutes) }
        return reasons + contentReasons(item.diets, item.kilocalories, item.allergens)
    }

    private func contentReasons(
        _ diets: Set<Diet>?, _ kilocalories: Int?, _ allergens: AllergenStatement
    ) -> [CafeMistake.Reason] {
        var reasons: [CafeMistake.Reason] = []
        if let kilocalories, kilocalories < 0 { reasons.append(.negativeKilocalories) }
        if let (diet, allergen) = diets?.contradiction(with: allergens) {
            reasons.append(.contradictedDiet(diet, by: allergen))
        }
        return reasons
    }

    private func priceReasons(_ price: Money) -> [CafeMistake.Reason] {
        var reasons: [CafeMistake.Reason] = []
        if price.currency != currency { reasons.append(.wrongCurrency(price.currency)) }
        if price.minorUnits < 0 { reasons.append(.negativePrice) }
        return reasons
    }

    private func choiceMistakes(of item: MenuItem, section: Int, index: Int) -> [CafeMistake] {
        var found: [CafeMistake] = []
        var groups: Set<ChoiceGroupID> = []
        var choices: Set<ChoiceID> = []
        for (groupIndex, group) in item.groups.enumerated() {
            let place = CafeMistake.Place.group(section: section, item: index, group: groupIndex)
            var reasons: [CafeMistake.Reason] = group.isPossible ? [] : [.impossibleGroup]
            if !group.hasPossibleDefaults { reasons.append(.impossibleDefaults) }
            if !groups.insert(group.id).inserted { reasons.append(.duplicateIdentifier(group.id.rawValue)) }
            found += reasons.map { CafeMistake(place: place, reason: $0) }
            for (choiceIndex, choice) in group.choices.enumerated() {
                var reasons = priceReasons(choice.price)
                if choice.maximumQuantity < 1 { reasons.append(.maximumQuantityBelowOne) }
                reasons += contentReasons(choice.diets, choice.kilocalories, choice.allergens)
                if !choices.insert(choice.id).inserted {
                    reasons.append(.duplicateIdentifier(choice.id.rawValue))
                }
                let place = CafeMistake.Place.choice(
                    section: section, item: index, group: groupIndex, choice: choiceIndex)
                found += reasons.map { CafeMistake(place: place, reason: $0) }
            }
        }
        return found
    }
}

extension ChoiceGroup {
    /// Whether the defaults are different choices of the group, and not too many.
    fileprivate var hasPossibleDefaults: Bool {
        defaults.count <= maximum && Set(defaults).count == defaults.count && defaults.allSatisfy(offers)
    }

    /// Whether at least one selection of its choices satisfies minimum and maximum.
    fileprivate var isPossible: Bool {
        guard minimum >= 0, minimum <= maximum else { return false }
        var missing = minimum
        for choice in choices { missing -= min(missing, max(0, choice.maximumQuantity)) }
        return missing == 0
    }
}
