/// The mistakes in one text, shared by the readers of its values.
///
/// The log is bounded, because a hostile text of some megabytes may have a mistake in every other byte.
final class JSONMistakeLog {
    private var entries: [(mistake: JSONMistake, order: [Int])] = []
    private var places: Set<JSONPath> = []
    /// Whether there were more mistakes than the log holds; after that, further ones are ignored.
    private(set) var hasMore = false

    var isEmpty: Bool { entries.isEmpty }

    func note(_ mistake: JSONMistake, at order: [Int]) {
        guard !places.contains(mistake.path) else { return }
        guard entries.count < JSONMistakes.maximumCount else {
            hasMore = true
            return
        }
        places.insert(mistake.path)
        entries.append((mistake, order))
    }

    /// The mistakes in the order of the text; missing members follow the other members of their object.
    ///
    /// If the log had no room for some mistakes, a last entry says so.
    ///
    /// - Complexity: O(*n* log *n*) in the number of mistakes.
    func inOrder() -> [JSONMistake] {
        sortedEntries() + (hasMore ? [.furtherMistakes] : [])
    }

    private func sortedEntries() -> [JSONMistake] {
        entries.enumerated()
            .sorted { left, right in
                if left.element.order == right.element.order { return left.offset < right.offset }
                return left.element.order.lexicographicallyPrecedes(right.element.order)
            }
            .map(\.element.mistake)
    }
}

extension JSONMistake {
    fileprivate static let furtherMistakes = JSONMistake(
        path: JSONPath([]), code: .furtherMistakes,
        reason: "has more mistakes than the \(JSONMistakes.maximumCount) that are listed")
}

@available(*, unavailable)
extension JSONMistakeLog: Sendable {}
