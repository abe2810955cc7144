public import Essentials

/// The outcome of each line of a basket at another café or at a later time.
///
/// It has every line of the basket, in the basket's order; the person decides about the changed lines.
public struct BasketRepricing: Hashable, Sendable {
    /// The outcome of one line.
    public enum Outcome: Hashable, Sendable {
        /// The price is the last one that the person saw, or the person has not seen a price yet.
        case unchanged(OrderLine)
        /// The unit price differs from the last one that the person saw, or is in another currency.
        case priceChanged(from: Money, to: OrderLine)
        /// The café does not offer the item.
        case missing
        /// The café offers the item without these choices.
        case choicesMissing([ChoiceID])
        /// The item is sold out.
        case soldOut
        /// The item is not served at the time of pickup; `from` is when it is served next, if it ever is.
        case notServed(OrderLine, from: Timestamp?)
        /// The station that makes the item takes no orders; the time is the end of the pause.
        case paused(until: Timestamp)
        /// The café requires other choices or quantities.
        case refused([BasketMistake])
    }

    /// One outcome for each line of the basket.
    public let outcomes: [Outcome]

    /// Whether every line can be ordered, at whatever price.
    public var isOrderable: Bool { orderableLines.count == outcomes.count && !outcomes.isEmpty }

    /// The lines that can be ordered, with their prices, in the basket's order; the tax of each is rounded for it alone.
    public var orderableLines: [OrderLine] { outcomes.compactMap(\.orderableLine) }

    /// The lines that can be ordered for this pickup or for another one, in the basket's order.
    public var servableLines: [OrderLine] {
        outcomes.compactMap { outcome in
            if case .notServed(let line, _) = outcome { line } else { outcome.orderableLine }
        }
    }

    /// The lines that can be ordered, with their sums; `nil` when there are none.
    ///
    /// - Throws: `MoneyError.overflow` when a sum does not fit 64 bits.
    public func orderable(at cafe: Cafe) throws(MoneyError) -> PricedBasket? {
        let lines = orderableLines
        guard !lines.isEmpty else { return nil }
        return try PricedBasket(lines, at: cafe)
    }
}

extension Basket {
    /// Compares the basket's prices at a café with the last prices that the person saw.
    ///
    /// Items and choices are recognised by their identifiers; prices of different currencies are always different.
    ///
    /// - Parameters:
    ///   - cafe: The café to which the person changes.
    ///   - seen: For each line, the last unit price that the person saw, if any.
    ///   - soldOut: The sold-out items.
    ///   - pickup: When the order would be picked up (C16).
    /// - Returns: One outcome for each line; no line is dropped.
    public func repriced(
        at cafe: Cafe, seen: [Money?], soldOut: Set<ItemID>, pickup: Timestamp
    ) -> BasketRepricing {
        BasketRepricing(
            outcomes: lines.enumerated().map { index, line in
                let item = cafe.menu.item(line.item)
                if let item, soldOut.contains(item.id) { return .soldOut }
                let outcome = line.outcome(
                    at: cafe, seen: index < seen.count ? seen[index] : nil, index: index)
                guard let item, let priced = outcome.orderableLine, !cafe.serves(item, at: pickup) else {
                    return outcome
                }
                return .notServed(priced, from: cafe.nextServing(of: item, after: pickup))
            })
    }
}

extension BasketRepricing.Outcome {
    /// The line with its price, if it can be ordered; `nil` otherwise.
    public var orderableLine: OrderLine? {
        switch self {
        case .unchanged(let line), .priceChanged(_, let line): line
        case .missing, .choicesMissing, .soldOut, .notServed, .paused, .refused: nil
        }
    }
}

extension BasketLine {
    fileprivate func outcome(at cafe: Cafe, seen: Money?, index: Int) -> BasketRepricing.Outcome {
        do {
            let line = try priced(at: cafe, index: index)
            guard let seen, seen != line.unitPrice else { return .unchanged(line) }
            return .priceChanged(from: seen, to: line)
        } catch {
            return Self.outcome(of: error.mistakes)
        }
    }

    private static func outcome(of mistakes: [BasketMistake]) -> BasketRepricing.Outcome {
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
