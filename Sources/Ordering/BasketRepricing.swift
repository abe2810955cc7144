public import Essentials

/// What becomes of the lines of a basket when the person turns to another café.
///
/// Every line of the basket is in it, in the basket's order; the person decides about those that changed.
public struct BasketRepricing: Hashable, Sendable {
    /// What becomes of one line.
    public enum Outcome: Hashable, Sendable {
        /// It costs the same.
        case unchanged(OrderLine)
        /// It costs something else, or is in another currency; what it cost before, if the old café offers it.
        case priceChanged(from: Money?, to: OrderLine)
        /// The café does not offer the item.
        case missing
        /// The café offers the item without these choices.
        case choicesMissing([ChoiceID])
        /// The café has none left.
        case soldOut
        /// The café asks for other choices or numbers.
        case refused([BasketMistake])
    }

    /// One outcome for each line of the basket.
    public let outcomes: [Outcome]

    /// Whether the basket can be ordered at the other café exactly as it is, at the same prices.
    public var isUnchanged: Bool {
        outcomes.allSatisfy { outcome in
            if case .unchanged = outcome { true } else { false }
        }
    }
}

extension Basket {
    /// Compares what the basket costs at one café with what it costs at another.
    ///
    /// Items and choices are recognised by their identifiers; prices are compared as charged, and prices of different
    /// currencies are always different.
    ///
    /// - Parameters:
    ///   - newCafe: The café that the person turns to.
    ///   - oldCafe: The café that the basket was put together for.
    ///   - soldOut: The items of which the new café has none left.
    /// - Returns: One outcome for each line; no line is dropped.
    public func repriced(
        at newCafe: Cafe, comparedWith oldCafe: Cafe, soldOut: Set<ItemID>
    ) -> BasketRepricing {
        BasketRepricing(
            outcomes: lines.enumerated().map { index, line in
                if soldOut.contains(line.item), newCafe.menu.item(line.item) != nil { return .soldOut }
                return line.outcome(at: newCafe, comparedWith: oldCafe, index: index)
            })
    }
}

extension BasketLine {
    fileprivate func outcome(at newCafe: Cafe, comparedWith oldCafe: Cafe, index: Int)
        -> BasketRepricing.Outcome
    {
        do {
            let line = try priced(at: newCafe, index: index)
            let old = total(at: oldCafe, index: index)
            return old == line.total ? .unchanged(line) : .priceChanged(from: old, to: line)
        } catch {
            return outcome(of: error.mistakes)
        }
    }

    private func total(at cafe: Cafe, index: Int) -> Money? {
        do { return try priced(at: cafe, index: index).total } catch { return nil }
    }

    private func outcome(of mistakes: [BasketMistake]) -> BasketRepricing.Outcome {
        var missing: [ChoiceID] = []
        for mistake in mistakes {
            switch mistake.reason {
            case .unknownItem: return .missing
            case .unknownChoice(let choice): missing.append(choice)
            default: continue
            }
        }
        return missing.isEmpty ? .refused(mistakes) : .choicesMissing(missing)
    }
}
