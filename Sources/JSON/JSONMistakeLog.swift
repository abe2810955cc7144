/// The mistakes of one text, shared by the readers of its values.
final class JSONMistakeLog {
    private var entries: [(mistake: JSONMistake, order: [Int])] = []
    private var places: Set<JSONPath> = []

    var isEmpty: Bool { entries.isEmpty }

    func note(_ mistake: JSONMistake, at order: [Int]) {
        guard places.insert(mistake.path).inserted else { return }
        entries.append((mistake, order))
    }

    /// The mistakes in the order of the text; those of missing members follow in the order of reading.
    ///
    /// - Complexity: O(*n* log *n*) in the number of mistakes.
    func inOrder() -> [JSONMistake] {
        entries.enumerated()
            .sorted { left, right in
                if left.element.order == right.element.order { return left.offset < right.offset }
                return left.element.order.lexicographicallyPrecedes(right.element.order)
            }
            .map(\.element.mistake)
    }
}

@available(*, unavailable)
extension JSONMistakeLog: Sendable {}
