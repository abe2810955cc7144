public import Essentials

/// The items and choices that a café has marked as sold out.
public struct SoldOut: Hashable, Sendable {
    /// The marked items.
    public let items: Set<ItemID>
    /// The marked choices; a mark holds in every item.
    public let choices: Set<ChoiceID>

    /// Makes the marks of a café.
    public init(items: Set<ItemID> = [], choices: Set<ChoiceID> = []) {
        self.items = items
        self.choices = choices
    }

    /// Whether nothing is marked.
    public var isEmpty: Bool { items.isEmpty && choices.isEmpty }

    /// Adds items that are sold out for another reason, such as a counted stock that is used up.
    public func adding(items more: Set<ItemID>) -> SoldOut {
        SoldOut(items: items.union(more), choices: choices)
    }

    /// Whether an item cannot be ordered: it is marked, or a required group has too few choices left.
    public func contains(_ item: MenuItem) -> Bool {
        if items.contains(item.id) { return true }
        guard !choices.isEmpty else { return false }
        return item.groups.contains { group in
            let left = group.choices.filter { !choices.contains($0.id) }
            return left.reduce(0) { $0 + $1.maximumQuantity } < group.minimum
        }
    }

    /// The items of lines that cannot be sold, each once, in the order of the lines.
    public func items(of lines: [OrderLine]) -> [ItemID] {
        var found: [ItemID] = []
        for line in lines where !found.contains(line.item) {
            if items.contains(line.item) || line.choices.contains(where: { choices.contains($0.choice) }) {
                found.append(line.item)
            }
        }
        return found
    }

    /// Whether a line of a basket cannot be sold.
    public func contains(_ line: BasketLine) -> Bool {
        items.contains(line.item) || line.choices.contains { choices.contains($0.choice) }
    }
}

extension BasketRepricing {
    /// Replaces the outcome of each line of the basket that cannot be sold.
    public func marking(_ soldOut: SoldOut, in basket: Basket) -> BasketRepricing {
        guard !soldOut.isEmpty else { return self }
        return BasketRepricing(
            outcomes: zip(outcomes, basket.lines).map { outcome, line in
                if case .missing = outcome { return outcome }
                return soldOut.contains(line) ? .soldOut : outcome
            })
    }
}
