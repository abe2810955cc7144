import Essentials

extension Basket {
    /// Prices the basket at a café.
    ///
    /// - Parameter cafe: The café with its menu and its tax rules.
    /// - Returns: The lines in the order of the basket, with their sums.
    /// - Throws: ``BasketRefusal`` with every mistake that the basket has.
    public func priced(at cafe: Cafe) throws(BasketRefusal) -> PricedBasket {
        var mistakes = shapeMistakes
        var orderLines: [OrderLine] = []
        orderLines.reserveCapacity(min(lines.count, Self.maximumLines))
        for (index, line) in lines.prefix(Self.maximumLines).enumerated() {
            do { orderLines.append(try line.priced(at: cafe, index: index)) } catch {
                mistakes += error.mistakes
            }
        }
        guard mistakes.isEmpty else { throw BasketRefusal(mistakes: mistakes) }
        do {
            return try PricedBasket(orderLines, at: cafe)
        } catch {
            throw BasketRefusal(mistakes: [BasketMistake(reason: .overflow)])
        }
    }

    private var shapeMistakes: [BasketMistake] {
        if lines.isEmpty { return [BasketMistake(reason: .empty)] }
        if lines.count > Self.maximumLines {
            return [BasketMistake(reason: .tooManyLines(maximum: Self.maximumLines))]
        }
        return []
    }
}

extension BasketLine {
    /// Prices one line or reports all its mistakes.
    func priced(at cafe: Cafe, index: Int) throws(BasketRefusal) -> OrderLine {
        var mistakes = shapeMistakes(index: index)
        guard let item = cafe.menu.item(self.item), let rate = cafe.taxRules.rates[item.taxClass] else {
            mistakes.append(BasketMistake(line: index, reason: .unknownItem(self.item)))
            throw BasketRefusal(mistakes: mistakes)
        }
        let (chosen, choiceMistakes) = resolvedChoices(of: item, index: index)
        mistakes += choiceMistakes
        mistakes += groupMistakes(of: item, index: index)
        guard mistakes.isEmpty else { throw BasketRefusal(mistakes: mistakes) }
        do {
            return try orderLine(of: item, choices: chosen, rules: cafe.taxRules, rate: rate)
        } catch {
            throw BasketRefusal(mistakes: [BasketMistake(line: index, reason: .overflow)])
        }
    }

    private func shapeMistakes(index: Int) -> [BasketMistake] {
        var mistakes: [BasketMistake] = []
        if !Basket.quantities.contains(quantity) {
            mistakes.append(BasketMistake(line: index, reason: .quantityOutOfRange))
        }
        if let note, note.unicodeScalars.count > Basket.maximumNoteLength {
            mistakes.append(
                BasketMistake(line: index, reason: .noteTooLong(maximum: Basket.maximumNoteLength)))
        }
        return mistakes
    }

    private func resolvedChoices(of item: MenuItem, index: Int) -> ([ResolvedChoice], [BasketMistake]) {
        var chosen: [ResolvedChoice] = []
        var mistakes: [BasketMistake] = []
        for (place, selection) in choices.enumerated() {
            guard let choice = item.choice(selection.choice)?.choice else {
                let reason = BasketMistake.Reason.unknownChoice(selection.choice)
                mistakes.append(BasketMistake(line: index, selection: place, reason: reason))
                continue
            }
            // There are few choices, so comparing with the earlier ones costs less than a set.
            let isRepeated = choices[..<place].contains { $0.choice == selection.choice }
            if let reason = refusal(of: selection, choice, isRepeated: isRepeated) {
                mistakes.append(BasketMistake(line: index, selection: place, reason: reason))
            } else {
                chosen.append(ResolvedChoice(choice: choice, quantity: selection.quantity))
            }
        }
        return (chosen, mistakes)
    }

    private func refusal(
        of selection: ChoiceSelection, _ choice: Choice, isRepeated: Bool
    ) -> BasketMistake.Reason? {
        if isRepeated { return .duplicateChoice(choice.id) }
        if selection.quantity < 1 { return .quantityOutOfRange }
        if selection.quantity > choice.maximumQuantity {
            return .tooMany(of: choice.id, maximum: choice.maximumQuantity)
        }
        return nil
    }

    private func groupMistakes(of item: MenuItem, index: Int) -> [BasketMistake] {
        item.groups.compactMap { group in
            var (taken, overflow) = (0, false)
            for selection in choices where group.offers(selection.choice) {
                let (sum, tooFar) = taken.addingReportingOverflow(max(0, selection.quantity))
                (taken, overflow) = (sum, overflow || tooFar)
            }
            if overflow || taken > group.maximum {
                return BasketMistake(line: index, reason: .tooManyChoices(group.id, maximum: group.maximum))
            }
            guard taken < group.minimum else { return nil }
            return BasketMistake(line: index, reason: .tooFewChoices(group.id, minimum: group.minimum))
        }
    }

    private func orderLine(
        of item: MenuItem, choices: [ResolvedChoice], rules: TaxRules, rate: TaxRate
    ) throws(MoneyError) -> OrderLine {
        var unitPrice = item.price
        var allergens = item.allergens
        for chosen in choices {
            unitPrice = try unitPrice.adding(chosen.choice.price.multiplied(by: chosen.quantity))
            allergens = allergens.union(chosen.choice.allergens)
        }
        return try OrderLine(
            item: item.id, name: item.name, choices: choices.map(\.sold), unitPrice: unitPrice,
            quantity: quantity,
            amount: rules.split(unitPrice.multiplied(by: quantity), at: rate), taxRate: rate,
            allergens: allergens,
            station: item.station, prepMinutes: item.prepMinutes, note: note)
    }
}

/// A selection whose choice was found on the menu.
private struct ResolvedChoice {
    let choice: Choice
    let quantity: Int

    var sold: OrderChoice {
        OrderChoice(choice: choice.id, name: choice.name, price: choice.price, quantity: quantity)
    }
}
